import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { routes } from "../../routes.ts";
import type { Context } from "../context.ts";
import { focusOf, mediaAt } from "../media/media-rules.ts";
import { newestLook } from "./appearance.sql.ts";
import { type Appearance, DEFAULT_LOOK, type HomeLook, LOOKS_KEPT, type Look, look, type ShownLook } from "./appearance.ts";
import { hasLogo, lookStyles } from "./look-rules.ts";

/** What this release doesn't know or accept is as in the shipped look. */
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

export function presentLook({ paper, sign, logo, icon }: Look): ShownLook | undefined {
  const shown: ShownLook = {
    ...(!same(paper, DEFAULT_LOOK.paper) && { paper }),
    ...(sign !== DEFAULT_LOOK.sign && { sign }),
    ...(hasLogo(sign) && logo.light && { logo: { light: logo.light, dark: logo.dark } }),
    ...(icon && { icon }),
  };
  return Object.keys(shown).length > 0 ? shown : undefined;
}

export const versionOf = (styles: string): string => createHash("sha256").update(styles).digest("base64url").slice(0, 8);

function homeStyles(look: Look): string | undefined {
  const { home } = lookStyles(look);
  return home === "" ? undefined : routes.homeStyles(versionOf(home));
}

const heroPicture = ({ hero, picture }: Look) => (hero === "picture" && picture !== null ? mediaAt(picture) : null);

const pictureFocus = (db: Db, id: string): Promise<{ focus_x: number; focus_y: number } | undefined> =>
  db.selectFrom("media").select(["focus_x", "focus_y"]).where("id", "=", id).executeTakeFirst();

export async function readHomeLook({ db }: Pick<Context, "db">, look: Look): Promise<HomeLook | undefined> {
  const styles = homeStyles(look);
  const picture = heroPicture(look);
  const point = picture && (await pictureFocus(db, picture.id));
  const focus = point && focusOf(point.focus_x, point.focus_y);
  const shown: HomeLook = {
    ...(picture && look.picture && { picture: look.picture }),
    ...(focus && { focus }),
    ...(styles && { styles }),
  };
  return Object.keys(shown).length > 0 ? shown : undefined;
}

export const readLook = async ({ db }: Context): Promise<Look> => lookOf((await newestLook(db))?.look);

export async function readAppearance({ db }: Context): Promise<Appearance> {
  const rows = await db
    .selectFrom("looks")
    .leftJoin("users", "users.id", "looks.saved_by")
    .select(["looks.id", "looks.look", "looks.saved_at"])
    .select(sql<string | null>`coalesce(nullif(users.full_name, ''), users.email)`.as("saved_by"))
    .orderBy("looks.id", "desc")
    .limit(LOOKS_KEPT)
    .execute();
  const history = rows.map((row) => ({
    id: row.id,
    look: lookOf(row.look),
    saved_at: row.saved_at.toISOString(),
    saved_by: row.saved_by,
  }));
  return { look: history[0]?.look ?? DEFAULT_LOOK, version: history[0]?.id ?? 0, history };
}
