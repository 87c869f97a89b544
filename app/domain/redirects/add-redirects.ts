import { withAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import type { Context } from "../context.ts";
import { type IsPage, judgeRedirect } from "./judge-redirect.ts";
import { REDIRECT_MESSAGES, REDIRECTS_MAX, siteAddress } from "./model.ts";
import { addManyRedirects, countRedirects, targetsOf } from "./redirects.sql.ts";

type Db = Context["db"];
type Pair = { from: string; to: string };
type Refused = { index: number; reason: string };
type Plan = { rows: { from_path: string; to_path: string }[]; refused: Refused[] };

/**
 * Looks which of many redirects can be added, by the rules of the back office's form; what leads somewhere already is passed over.
 * @param isPage what else counts as a page, besides those in the database
 * @returns those that can be added as they are stored, and for each that can't, by its place in `pairs`, why
 */
export async function planRedirects(db: Db, pairs: Pair[], isPage?: IsPage): Promise<Plan> {
  const refused: Refused[] = [];
  const wanted = new Map<string, string>();
  for (const [index, pair] of pairs.entries()) {
    const path = siteAddress(pair.from)?.path;
    // An article that kept its address needs no redirect, and of two the first one counts.
    if (path !== undefined && (path === siteAddress(pair.to)?.path || wanted.has(path))) continue;
    const judged = await judgeRedirect(db, pair, isPage);
    if ("broken" in judged) refused.push({ index, reason: REDIRECT_MESSAGES[judged.broken.message] });
    else wanted.set(judged.from_path, judged.to_path);
  }
  for (const from of await targetsOf(db, [...wanted.keys()])) wanted.delete(from);
  const room = Math.max(0, REDIRECTS_MAX - (await countRedirects(db)));
  const rows = [...wanted].map(([from_path, to_path]) => ({ from_path, to_path }));
  if (rows.length > room) refused.push({ index: 0, reason: REDIRECT_MESSAGES.full });
  return { rows: rows.slice(0, room), refused };
}

/**
 * Adds many redirects in one transaction. The log hears of it from the caller, whose work this is a part of.
 * @param isPage see planRedirects
 * @returns how many were added, and for each that was refused, by its place in `pairs`, why
 */
export async function addRedirects(
  ctx: Context,
  createdBy: string | null,
  pairs: Pair[],
  isPage?: IsPage,
): Promise<{ added: number; refused: Refused[] }> {
  return withAdvisoryLock(ctx.db, "redirects", async (db) => {
    const { rows, refused } = await planRedirects(db, pairs, isPage);
    if (rows.length > 0) await addManyRedirects(db, rows, { created_by: createdBy, created_at: ctx.clock.now() });
    return { added: rows.length, refused };
  });
}
