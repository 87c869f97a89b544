import { createHash } from "node:crypto";
import { listCategories } from "../../domain/categories/manage-categories.ts";
import { hueAndChroma } from "../../domain/categories/palette.ts";
import type { Context } from "../../domain/context.ts";

/** The style sheet that gives each category its hue. The theme sets the lightness, so that text keeps its contrast. */
export type CategoryColors = { current(): Promise<ColorSheet>; renew(): void };

/** `version` changes with the colours. */
export type ColorSheet = { css: string; version: string };

/** Made ahead of the first page and after every change of content, so that no page waits for it. */
export function createCategoryColors(context: Context): CategoryColors {
  let made: Promise<ColorSheet> | null = null;
  let last: ColorSheet | null = null;

  const make = async (): Promise<ColorSheet> => {
    const categories = await listCategories(context);
    const css = categories
      .map(({ slug, color }) => {
        const { h, c } = hueAndChroma(color);
        return `.cat-${slug}{--cat-h:${h.toFixed(1)};--cat-c:${c.toFixed(3)}}`;
      })
      .join("");
    return { css, version: createHash("sha256").update(css).digest("base64url").slice(0, 8) };
  };
  const renew = (): Promise<ColorSheet> => {
    const begun = make().then(
      (sheet) => {
        last = sheet;
        return sheet;
      },
      (error: unknown) => {
        // A failure isn't kept: the next page tries again. Meanwhile the colours from before will do.
        if (made === begun) made = null;
        if (last) return last;
        throw error;
      },
    );
    begun.catch(() => {});
    made = begun;
    return begun;
  };
  return { current: () => made ?? renew(), renew: () => void renew() };
}
