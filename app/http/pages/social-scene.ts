import { DEFAULT_CATEGORY_COLOR } from "../../domain/categories/category-rules.ts";
import { artPalette } from "../../domain/categories/palette.ts";
import type { SocialCard } from "../../domain/social/model.ts";
import type { Scene } from "../../domain/social/render-social-image.ts";

const DRAWINGS = Object.fromEntries(
  Object.entries(import.meta.glob<string>("../../ui/illustration/*.svg", { query: "?raw", eager: true, import: "default" })).map(
    ([path, svg]) => [path.replace(/^.*\/|\.svg$/g, ""), svg],
  ),
);

/** Where across a drawing its subject stands, when it isn't the middle. */
const FOCUS: Record<string, number> = {
  default: 0.58,
  finance: 0.66,
  inspiration: 0.46,
  lifestyle: 0.68,
  productivity: 0.65,
  relationships: 0.46,
  tech: 0.64,
};

/**
 * The drawing that stands beside a card's writing, lit for the day by the category's own colour.
 * @returns the category's drawing, or the default one for a category without a drawing
 */
export function sceneOf({ category }: SocialCard): Scene {
  const slug = category && Object.hasOwn(DRAWINGS, category.slug) ? category.slug : "default";
  const colors = artPalette(category?.color ?? DEFAULT_CATEGORY_COLOR, "light");
  return { drawing: DRAWINGS[slug] ?? "", colors, focus: FOCUS[slug] ?? 0.5 };
}
