import type { Context } from "../context.ts";
import { newestLook, newestLooks } from "./appearance.sql.ts";
import { type Appearance, DEFAULT_LOOK, LOOKS_KEPT, type Look, look, type ShownLook } from "./appearance.ts";
import { hasLogo } from "./look-rules.ts";

/** A stored look. What this release doesn't know or accept is as in the shipped look. */
export function lookOf(stored: unknown): Look {
  const values = stored !== null && typeof stored === "object" ? (stored as Record<string, unknown>) : {};
  const names = Object.keys(DEFAULT_LOOK) as (keyof Look)[];
  const kept = names.map((name) => {
    const { success, data } = look.shape[name].safeParse(values[name]);
    return [name, success ? data : DEFAULT_LOOK[name]];
  });
  return Object.fromEntries(kept) as Look;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What the HTML of pages needs of a look; undefined if that is nothing. */
export function presentLook({ paper, sign, logo, icon, hero, picture }: Look): ShownLook | undefined {
  const shown: ShownLook = {
    ...(!same(paper, DEFAULT_LOOK.paper) && { paper }),
    ...(sign !== DEFAULT_LOOK.sign && { sign }),
    ...(hasLogo(sign) && logo.light && { logo: { light: logo.light, dark: logo.dark } }),
    ...(icon && { icon }),
    ...(hero === "picture" && picture && { picture }),
  };
  return Object.keys(shown).length > 0 ? shown : undefined;
}

/** The look in force. One statement. */
export const readLook = async ({ db }: Context): Promise<Look> => lookOf((await newestLook(db))?.look);

/** The look in force and its history. One statement. */
export async function readAppearance({ db }: Context): Promise<Appearance> {
  const rows = await newestLooks(db, LOOKS_KEPT);
  const history = rows.map((row) => ({
    id: row.id,
    look: lookOf(row.look),
    saved_at: row.saved_at.toISOString(),
    saved_by: row.saved_by,
  }));
  return { look: history[0]?.look ?? DEFAULT_LOOK, version: history[0]?.id ?? 0, history };
}
