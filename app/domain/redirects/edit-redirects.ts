import { sql } from "kysely";
import { withAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import type { Db } from "../../platform/database/db.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { duplicate, invalid, notFound } from "../errors.ts";
import { type Broken, finalAddress, type IsPage, judgeRedirect } from "./judge-redirect.ts";
import { presentRedirect } from "./list-redirects.ts";
import { redirectPolicy } from "./redirect.policy.ts";
import type { NewRedirect, Redirect } from "./redirect.ts";
import { REDIRECT_MESSAGES, REDIRECTS_MAX, readableAddress, siteAddress, startAddress } from "./redirect-rules.ts";
import { columns, countRedirects, joined, type RedirectRow, redirectsFrom, targetOf } from "./redirects.sql.ts";

type Pair = { from: string; to: string };
type AddedRedirect = { id: string; from_path: string; to_path: string };
type Refused = { index: number; reason: string };
/** `kept`: the path already leads to `to`. */
type Rest = { refused: Refused[]; kept: { index: number; to: string }[] };
type Plan = { rows: { from_path: string; to_path: string }[] } & Rest;

/** By the rules of the back office's form. @param isPage paths that will be pages @returns `refused` and `kept` have indexes in `pairs` */
export async function planRedirects(db: Db, pairs: Pair[], isPage?: IsPage): Promise<Plan> {
  const refused: Refused[] = [];
  const kept: Rest["kept"] = [];
  const wanted = new Map<string, { to: string; index: number }>();
  for (const [index, pair] of pairs.entries()) {
    const from = startAddress(pair.from);
    // An article with the same path needs no redirect. Of two redirects from the same path, the first one counts.
    if (from !== null && (from === siteAddress(pair.to)?.path || wanted.has(from))) continue;
    const judged = await judgeRedirect(db, pair, isPage);
    if ("broken" in judged) refused.push({ index, reason: REDIRECT_MESSAGES[judged.broken.message] });
    else wanted.set(judged.from_path, { to: judged.to_path, index });
  }
  for (const { from_path, to_path } of await redirectsFrom(db, [...wanted.keys()])) {
    const here = wanted.get(from_path);
    wanted.delete(from_path);
    // It may name the same article by a former slug.
    if (here && here.to !== to_path && here.to !== (await finalAddress(db, to_path, isPage)))
      kept.push({ index: here.index, to: to_path });
  }
  const room = Math.max(0, REDIRECTS_MAX - (await countRedirects(db)));
  const rows = [...wanted].map(([from_path, { to }]) => ({ from_path, to_path: to }));
  if (rows.length > room) refused.push({ index: 0, reason: REDIRECT_MESSAGES.full });
  return { rows: rows.slice(0, room), refused, kept };
}

/** One transaction; the caller writes the activity log. @param isPage as for `planRedirects` */
export async function addRedirects(
  ctx: Context,
  createdBy: string | null,
  pairs: Pair[],
  isPage?: IsPage,
): Promise<{ rows: AddedRedirect[] } & Rest> {
  return withAdvisoryLock(ctx.db, "redirects", async (db) => {
    const { rows, ...rest } = await planRedirects(db, pairs, isPage);
    if (rows.length === 0) return { rows: [], ...rest };
    const added = await sql<AddedRedirect>`
      insert into redirects (from_path, to_path, created_by, created_at)
      select f, t, ${createdBy}::uuid, ${ctx.clock.now()} from unnest(${rows.map(({ from_path }) => from_path)}::text[],
        ${rows.map(({ to_path }) => to_path)}::text[]) pair (f, t)
      returning id, from_path, to_path`.execute(db);
    return { rows: added.rows, ...rest };
  });
}

/** @throws DomainError `forbidden`; PGRST116 without such a redirect */
export async function deleteRedirect(ctx: Context, actor: Actor, id: string): Promise<void> {
  authorize(actor, redirectPolicy.delete);
  await withAdvisoryLock(ctx.db, "redirects", async (db) => {
    const row = await existing(db, id);
    await db.deleteFrom("redirects").where("id", "=", id).execute();
    const { from_path, to_path, hits } = row;
    const entry = { action: "deleted", entity: "redirect", entityId: id, label: readableAddress(from_path) } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: { from_path, to_path, hits }, after: null });
  });
}

async function existing(db: Db, id: string): Promise<RedirectRow> {
  const { rows } = await sql<RedirectRow>`select ${columns} from ${joined} where r.id = ${id}::uuid`.execute(db);
  if (!rows[0]) throw notFound("Redirect");
  return rows[0];
}

const refusal = ({ end, message }: Broken) =>
  invalid("Some of the input is invalid", [{ field: end, rule: REDIRECT_MESSAGES[message] }]);

/**
 * No chains: a redirect to another redirect leads to its target, and existing redirects to the new path are updated.
 * @returns percent-encoded paths @throws DomainError `forbidden`; `invalid_input` with the field and its rule; 23505
 */
export async function createRedirect(ctx: Context, actor: Actor, input: NewRedirect): Promise<Redirect> {
  authorize(actor, redirectPolicy.create);
  return withAdvisoryLock(ctx.db, "redirects", async (db) => {
    const judged = await judgeRedirect(db, { from: input.from_path, to: input.to_path });
    if ("broken" in judged && judged.broken.end === "from_path") throw refusal(judged.broken);
    const from = startAddress(input.from_path) ?? "";
    if (await targetOf(db, from)) throw duplicate(`There is already a redirect from ${readableAddress(from)}`);
    if ("broken" in judged) throw refusal(judged.broken);
    const { from_path, to_path } = judged;
    if ((await countRedirects(db)) >= REDIRECTS_MAX) throw refusal({ end: "from_path", message: "full" });
    const { id } = await db
      .insertInto("redirects")
      .values({ from_path, to_path, created_by: actor.id, created_at: ctx.clock.now() })
      .returning("id")
      .executeTakeFirstOrThrow();
    const shortened = await sql`
      update redirects set to_path = ${to_path} where ${from_path} in (to_path, regexp_replace(to_path, '[?#].*$', ''))
      returning 1`.execute(db);
    const entry = { action: "created", entity: "redirect", entityId: id, label: readableAddress(from_path) } as const;
    const after = { from_path, to_path, ...(shortened.rows.length > 0 && { redirects_led_on: shortened.rows.length }) };
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: null, after });
    return presentRedirect(await existing(db, id));
  });
}
