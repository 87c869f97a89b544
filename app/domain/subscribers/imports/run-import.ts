import { Readable } from "node:stream";
import { type Selectable, sql } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import type { Db } from "../../../platform/database/db.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { type Actor, type ActorOrOperator, authorize } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { DomainError, notFound } from "../../errors.ts";
import type { Settings, Site } from "../../settings/settings.ts";
import { csvLine } from "../../text-rules.ts";
import { consentOf, mailConfirmation, type PendingRow, requireNewsletter } from "../ask-to-confirm.ts";
import { subscriberPolicy } from "../subscriber.policy.ts";
import { hashOf } from "../subscribers.sql.ts";
import type { ImportStart, SubscriberImport } from "./import.ts";
import {
  ASKED_PER_MINUTE,
  LIST_DAYS,
  LIST_SOURCES,
  type ListSource,
  OUTCOMES,
  type Outcome,
  SUBSCRIBERS_IMPORT,
} from "./import-rules.ts";

/** Lines that one job takes over. */
const BATCH = 2000;

type ImportRow = Selectable<DB["subscriber_imports"]>;

export function presentImport(row: ImportRow): SubscriberImport {
  const counted = row.counts as Partial<Record<Outcome, number>>;
  return {
    id: row.id,
    name: row.name,
    source: row.source as ListSource,
    state: row.state as SubscriberImport["state"],
    counts: Object.fromEntries(OUTCOMES.map((name) => [name, counted[name] ?? 0])) as SubscriberImport["counts"],
    done: row.done,
    added: row.added,
    asks: row.asks,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

const findImport = (db: Db) => db.selectFrom("subscriber_imports").selectAll().orderBy("created_at", "desc").limit(1);

async function requireImport(db: Db): Promise<ImportRow> {
  const row = await findImport(db).forUpdate().executeTakeFirst();
  if (!row) throw notFound("Import");
  return row;
}

/** Null before the first upload. @throws DomainError `forbidden` */
export async function readSubscriberImport({ db }: Context, actor: ActorOrOperator): Promise<SubscriberImport | null> {
  authorize(actor, subscriberPolicy.import);
  const row = await findImport(db).executeTakeFirst();
  return row ? presentImport(row) : null;
}

const wrongState = (message: string) => new DomainError("conflict", "wrong_state", message);

/** @throws DomainError `forbidden`; PGRST116; `wrong_state` when it was started before; `newsletter_off` */
export async function startSubscriberImport(
  ctx: Context,
  actor: ActorOrOperator,
  { statement = "", ask: asks = false }: ImportStart,
  site: Pick<Site, "newsletter">,
): Promise<SubscriberImport> {
  authorize(actor, subscriberPolicy.import);
  if (asks) requireNewsletter(site);
  return ctx.db.transaction().execute(async (db) => {
    const { id, name, state } = await requireImport(db);
    if (state !== "checked") throw wrongState("This list was imported already. Upload it again to import what is new in it.");
    const row = await db
      .updateTable("subscriber_imports")
      .set({ state: "running", statement, asks })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const entry = { action: "import started", entity: "subscriber", entityId: id, label: name, before: null } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, after: asks ? { asks } : { statement } });
    await ctx.jobs?.send(SUBSCRIBERS_IMPORT, { id }, { db, key: id });
    return presentImport(row);
  });
}

/** Deletes the list; those that it has added stay. @throws DomainError `forbidden`; PGRST116 */
export async function discardSubscriberImport(ctx: Context, actor: ActorOrOperator): Promise<void> {
  authorize(actor, subscriberPolicy.import);
  await ctx.db.transaction().execute(async (db) => {
    const { id, name, state, added } = await requireImport(db);
    await db.deleteFrom("subscriber_imports").where("id", "=", id).execute();
    const action = state === "running" ? "import stopped" : "list deleted";
    const entry = { action, entity: "subscriber", entityId: id, label: name, after: null } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: { state, added } });
  });
}

type Line = { email: string; signed_up: string | null };

const takeLines = async (db: Db, importId: string, limit: number): Promise<Line[]> =>
  (
    await sql<Line>`delete from subscriber_import_rows where import_id = ${importId} and n in (
        select n from subscriber_import_rows where import_id = ${importId} and outcome = 'new' order by n limit ${limit}
      ) returning email, signed_up::text`.execute(db)
  ).rows;

type Added = { state: "confirmed" | "pending"; consent: string; now: Date };

/** People who have subscribed, left or been erased since the list was checked stay as they are. */
async function addLines(db: Db, lines: readonly Line[], { state, consent, now }: Added): Promise<PendingRow[]> {
  const { rows } = await sql<PendingRow>`
    insert into subscribers (email, state, source, consent_text, consent_at, confirmed_at, created_at)
    select email, ${state}, 'import',
      ${consent}::text || case when signed_up is null then '' else ' They signed up there on ' || signed_up || '.' end,
      ${now}, ${state === "confirmed" ? now : null}::timestamptz, ${now}
    from unnest(${lines.map(({ email }) => email)}::text[], ${lines.map(({ signed_up }) => signed_up)}::text[]) as line (email, signed_up)
    where not exists (select from erased_subscribers where email_hash = ${hashOf(sql`line.email`)})
    on conflict (lower(email)) do nothing returning id, email, link_key, mailed_at`.execute(db);
  return rows;
}

const consentIn = ({ statement, asks, source, name }: ImportRow, site: Site) =>
  `${asks ? consentOf(site) : statement}\nImported from ${LIST_SOURCES[source as ListSource]} (${name}).`;

/** How many are asked at once, and seconds until the next: no more than the limits of issues allow. */
function paceOfAsking({ newsletterPerHour, newsletterPerDay }: Limits): { batch: number; pause: number } {
  const perMinute = Math.min(ASKED_PER_MINUTE, newsletterPerHour / 60, newsletterPerDay / 1440);
  return { batch: Math.max(1, Math.floor(perMinute)), pause: Math.max(60, Math.ceil(60 / perMinute)) };
}

type Limits = Pick<Settings, "newsletterPerHour" | "newsletterPerDay">;
export type ImportTools = { site: Site; settings: Limits };

async function addPart(ctx: Context, row: ImportRow, lines: readonly Line[], site: Site): Promise<number> {
  const state = row.asks ? "pending" : "confirmed";
  const added = await addLines(ctx.db, lines, { state, consent: consentIn(row, site), now: ctx.clock.now() });
  if (row.asks) for (const one of added) await mailConfirmation(ctx, one, site, "import");
  return added.length;
}

/** One part of a running import; the next one is a job of its own. Nobody is asked while the newsletter is off. */
export async function importLines(ctx: Context, id: string, { site, settings }: ImportTools): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    const row = await db.selectFrom("subscriber_imports").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
    if (row?.state !== "running") return;
    const { batch, pause } = row.asks ? paceOfAsking(settings) : { batch: BATCH, pause: 0 };
    const next = { db, key: id, after: pause };
    if (row.asks && !site.newsletter) return ctx.jobs?.send(SUBSCRIBERS_IMPORT, { id }, next);
    const lines = await takeLines(db, id, batch);
    const added = row.added + (await addPart({ ...ctx, db }, row, lines, site));
    const isDone = lines.length < batch;
    const progress = {
      done: row.done + lines.length,
      added,
      ...(isDone && { state: "done", finished_at: ctx.clock.now() }),
    };
    await db.updateTable("subscriber_imports").set(progress).where("id", "=", id).execute();
    if (!isDone) return ctx.jobs?.send(SUBSCRIBERS_IMPORT, { id }, next);
    const entry = { action: "imported", entity: "subscriber", entityId: id, label: row.name, before: null } as const;
    await recordAudit({ ...ctx, db }, { kind: "schedule" }, { ...entry, after: { added, ...(row.asks && { asks: true }) } });
  });
}

/** Addresses of people who stay out aren't kept for long. */
export async function deleteOldLists({ db, clock }: Context): Promise<void> {
  const until = new Date(clock.now().getTime() - LIST_DAYS * 86_400_000);
  await db.deleteFrom("subscriber_imports").where("state", "<>", "running").where("created_at", "<", until).execute();
}

const PAGE = 5000;

async function* leftOutLines({ db }: Context, id: string): AsyncGenerator<string> {
  yield `\ufeff${csvLine(["file", "line", "email", "reason"])}`;
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom("subscriber_import_rows")
      .select(["n", "file", "line", "typed", "outcome"])
      .where("import_id", "=", id)
      .where("outcome", "<>", "new")
      .where("n", ">", last)
      .orderBy("n")
      .limit(PAGE)
      .execute();
    const end = rows.at(-1);
    if (!end) return;
    yield rows.map(({ file, line, typed, outcome }) => csvLine([file, line, typed, outcome])).join("");
    last = end.n;
  }
}

/** As CSV: the lines that aren't imported, each with the reason. @throws DomainError `forbidden`; PGRST116 */
export async function exportLeftOut(ctx: Context, actor: Actor): Promise<Readable> {
  authorize(actor, subscriberPolicy.import);
  const row = await findImport(ctx.db).executeTakeFirst();
  if (!row) throw notFound("Import");
  return Readable.from(leftOutLines(ctx, row.id), { objectMode: false });
}
