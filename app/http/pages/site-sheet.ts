import type { Look } from "../../domain/appearance/appearance.ts";
import type { FontPair } from "../../domain/appearance/font-rules.ts";
import { lookStyles } from "../../domain/appearance/look-rules.ts";
import { readLook, versionOf } from "../../domain/appearance/read-look.ts";
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

/** Keeps the sheet. `of`: the sheet in another look, which isn't kept. */
export type SiteSheets = { current(): Promise<SiteSheet>; of(look: Look): Promise<SiteSheet>; renew(): void };

async function makeSheet(context: Context, look: Look): Promise<SiteSheet> {
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

/** Made ahead of the first page and after every change of content, so that no page waits for it. */
export function createSiteSheets(context: Context): SiteSheets {
  let made: Promise<SiteSheet> | null = null;
  let last: SiteSheet | null = null;

  const renew = (): Promise<SiteSheet> => {
    const begun = readLook(context)
      .then((look) => makeSheet(context, look))
      .then(
        (sheet) => {
          last = sheet;
          return sheet;
        },
        (error: unknown) => {
          // A failure isn't kept: the next page tries again. Meanwhile the sheet from before will do.
          if (made === begun) made = null;
          if (last) return last;
          throw error;
        },
      );
    begun.catch(() => {});
    made = begun;
    return begun;
  };
  return { current: () => made ?? renew(), of: (look) => makeSheet(context, look), renew: () => void renew() };
}
