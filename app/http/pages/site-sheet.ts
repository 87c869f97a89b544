import type { Look } from "../../domain/appearance/appearance.ts";
import type { FontPair } from "../../domain/appearance/font-rules.ts";
import { lookStyles } from "../../domain/appearance/look-rules.ts";
import { versionOf } from "../../domain/appearance/read-look.ts";
import { listCategories } from "../../domain/categories/manage-categories.ts";
import { hueAndChroma } from "../../domain/categories/palette.ts";
import type { Context } from "../../domain/context.ts";

/** What the owner chose, as a style sheet: the hue of each category, and the look. The theme sets the lightness of categories. */
export type SiteSheet = {
  css: string;
  /** what only Home needs in addition */
  home: string;
  /** changes with the sheet */
  version: string;
  /** the fonts of the look, which have a sheet of their own */
  fonts: FontPair;
};

export async function makeSiteSheet(context: Context, look: Look): Promise<SiteSheet> {
  const categories = await listCategories(context);
  const hues = categories
    .map(({ slug, color }) => {
      const { h, c } = hueAndChroma(color);
      return `.cat-${slug}{--cat-h:${h.toFixed(1)};--cat-c:${c.toFixed(3)}}`;
    })
    .join("");
  const { all, home } = lookStyles(look);
  const css = hues + all;
  return { css, home, version: versionOf(css), fonts: look.fonts };
}
