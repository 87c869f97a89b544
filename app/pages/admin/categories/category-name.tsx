import type { CSSProperties } from "react";
import type { CategoryRef } from "../../../domain/categories/category.ts";
import { UNCATEGORIZED } from "../../../domain/categories/category-rules.ts";
import { hueAndChroma } from "../../../domain/categories/palette.ts";

/** The custom properties of a category's hue, for a new category that has no rule in the page's style sheet yet. */
export function hueOf(color: string): CSSProperties {
  const { h, c } = hueAndChroma(color);
  return { "--cat-h": h.toFixed(1), "--cat-c": c.toFixed(3) } as CSSProperties;
}

export function CategoryName({ category }: { category: Pick<CategoryRef, "name" | "color"> | null }) {
  if (!category) return <span className="category-none">{UNCATEGORIZED}</span>;
  return (
    <span className="category-name cat-own" style={hueOf(category.color)}>
      {category.name}
    </span>
  );
}
