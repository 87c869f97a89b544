import { exclusively } from "../../platform/database/exclusive.ts";
import type { Context } from "../context.ts";
import { REDIRECT_MESSAGES, REDIRECT_PATH_MAX, REDIRECTS_MAX, siteAddress } from "./model.ts";
import { addManyRedirects, countRedirects, currentSlug, targetsOf } from "./queries.ts";
import { isOwn, isStanding, storyNamed } from "./site-pages.ts";

type Pair = { from: string; to: string };
type Db = Context["db"];

/** Why a path can't lead elsewhere; null when it can. */
async function reasonAgainst(db: Db, path: string, to: string): Promise<string | null> {
  if (path.length > REDIRECT_PATH_MAX || to.length > REDIRECT_PATH_MAX) return REDIRECT_MESSAGES.fromLong;
  if (path === siteAddress(to)?.path) return REDIRECT_MESSAGES.loop;
  if (isStanding(path)) return REDIRECT_MESSAGES.fromPage;
  if (isOwn(path)) return REDIRECT_MESSAGES.fromOwn;
  const named = storyNamed(path);
  return named !== null && (await currentSlug(db, named, null)) ? REDIRECT_MESSAGES.fromPage : null;
}

/**
 * Lets many addresses lead to pages, in one transaction. The log hears of it from the caller, whose work this is a part of. What leads somewhere already stays as it is.
 * @param pairs `to` must be the address of a page
 * @returns how many were added, and for each that was not, by its place in `pairs`, why
 */
export async function addRedirects(
  ctx: Context,
  createdBy: string | null,
  pairs: Pair[],
): Promise<{ added: number; refused: { index: number; reason: string }[] }> {
  return exclusively(ctx.db, "redirects", async (db) => {
    const refused: { index: number; reason: string }[] = [];
    const wanted = new Map<string, string>();
    for (const [index, { from, to }] of pairs.entries()) {
      const path = siteAddress(from)?.path;
      if (path === undefined) refused.push({ index, reason: REDIRECT_MESSAGES.fromPath });
      else if (path !== siteAddress(to)?.path && !wanted.has(path)) {
        const reason = await reasonAgainst(db, path, to);
        if (reason) refused.push({ index, reason });
        else wanted.set(path, to);
      }
    }
    for (const from of await targetsOf(db, [...wanted.keys()])) wanted.delete(from);
    const room = REDIRECTS_MAX - (await countRedirects(db));
    const rows = [...wanted].map(([from_path, to_path]) => ({ from_path, to_path }));
    if (rows.length > room) refused.push({ index: 0, reason: REDIRECT_MESSAGES.full });
    const taken = rows.slice(0, Math.max(0, room));
    if (taken.length === 0) return { added: 0, refused };
    await addManyRedirects(db, taken, { created_by: createdBy, created_at: ctx.clock.now() });
    return { added: taken.length, refused };
  });
}
