import { withAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { duplicate, invalid, notFound } from "../errors.ts";
import { type Broken, type IsPage, judgeRedirect } from "./judge-redirect.ts";
import { presentRedirect } from "./list-redirects.ts";
import { redirectPolicy } from "./redirect.policy.ts";
import type { NewRedirect, Redirect } from "./redirect.ts";
import { REDIRECT_MESSAGES, REDIRECTS_MAX, readableAddress, siteAddress } from "./redirect-rules.ts";
import * as queries from "./redirects.sql.ts";
import { addManyRedirects, countRedirects, deleteRedirectRow, findRedirect, targetsOf } from "./redirects.sql.ts";

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

/** Deletes a redirect; its address is without a page again. @throws DomainError `forbidden`, or PGRST116 */
export async function deleteRedirect(ctx: Context, actor: Actor, id: string): Promise<void> {
  authorize(actor, redirectPolicy.delete);
  await withAdvisoryLock(ctx.db, "redirects", async (db) => {
    const row = await findRedirect(db, id);
    if (!row) throw notFound("Redirect");
    await deleteRedirectRow(db, id);
    const { from_path, to_path, hits } = row;
    const entry = { action: "deleted", entity: "redirect", entityId: id, label: readableAddress(from_path) } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: { from_path, to_path, hits }, after: null });
  });
}

const refusal = ({ end, message }: Broken) =>
  invalid("Some of the input can't be taken", [{ field: end, rule: REDIRECT_MESSAGES[message] }]);

/**
 * Lets an address without a page lead to one that has one. There are no chains: what leads to another redirect is led to its end,
 * and what led here is led on at once.
 * @returns the redirect as it is stored, its addresses percent-encoded
 * @throws DomainError `forbidden`; `invalid_input` with the field and its rule; 23505 when the address leads somewhere already
 */
export async function createRedirect(ctx: Context, actor: Actor, input: NewRedirect): Promise<Redirect> {
  authorize(actor, redirectPolicy.create);
  return withAdvisoryLock(ctx.db, "redirects", async (db) => {
    const judged = await judgeRedirect(db, { from: input.from_path, to: input.to_path });
    if ("broken" in judged && judged.broken.end === "from_path") throw refusal(judged.broken);
    const from = siteAddress(input.from_path)?.path ?? "";
    if (await queries.targetOf(db, from)) throw duplicate(`There is already a redirect from ${readableAddress(from)}`);
    if ("broken" in judged) throw refusal(judged.broken);
    const { from_path, to_path } = judged;
    if ((await queries.countRedirects(db)) >= REDIRECTS_MAX) throw refusal({ end: "from_path", message: "full" });
    const id = await queries.insertRedirect(db, { from_path, to_path, created_by: actor.id, created_at: ctx.clock.now() });
    const shortened = await queries.shortenChains(db, from_path, to_path);
    const entry = { action: "created", entity: "redirect", entityId: id, label: readableAddress(from_path) } as const;
    const after = { from_path, to_path, ...(shortened > 0 && { redirects_led_on: shortened }) };
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: null, after });
    const row = await queries.findRedirect(db, id);
    if (!row) throw notFound("Redirect");
    return presentRedirect(row);
  });
}
