import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import { type AuditActor, recordAudit } from "../../audit/record-audit.ts";
import { authorize } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { DomainError } from "../../errors.ts";
import type { Settings } from "../../settings/settings.ts";
import { commentPolicy } from "../comment.policy.ts";
import { scoreOf, stored } from "./ask-filter.ts";
import { readKnowledge } from "./filter.sql.ts";
import type { FilterState } from "./filter.ts";
import { LOOK_AGAIN, type LookedAtView, thresholdsOf } from "./filter-rules.ts";
import { readFilter } from "./read-filter.ts";
import { readText } from "./text-features.ts";

/** A look without progress for so long has ended with its process. */
const STUCK_SECONDS = 120;
const BATCH = 100;
/** The longest that one look may take. */
const LOOK_SECONDS = 900;

const among = (view: LookedAtView): RawBuilder<unknown> =>
  view === "pending" ? sql`c.status = 'pending'` : sql`c.is_spam and c.status <> 'trashed'`;

/** Queues a look at all comments of the view. @throws DomainError `forbidden`; `looking_again` while another one runs */
export async function startLookAgain(ctx: Context, actor: AuditActor, view: LookedAtView): Promise<FilterState> {
  authorize(actor, commentPolicy.lookAgain);
  await ctx.db.transaction().execute(async (db) => {
    const started = await sql`
      update comment_filter f set view = ${view}, done = 0, started_at = now(), moved_at = now(), ended_at = null,
        total = (select count(*) from comments c where ${among(view)})
      where f.started_at is null or f.ended_at is not null or f.moved_at < now() - make_interval(secs => ${STUCK_SECONDS})
      returning 1`.execute(db);
    if (started.rows.length === 0)
      throw new DomainError(
        "conflict",
        "looking_again",
        "The filter is already looking at comments again. Wait until it is done.",
      );
    await ctx.jobs?.send(LOOK_AGAIN, { view }, { db, lasts: LOOK_SECONDS });
    const entry = { entity: "comment filter", entityId: null, label: view, before: null, after: { view } } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, action: "looked again" });
  });
  return readFilter(ctx, actor);
}

type Row = {
  id: string;
  content: string;
  signals: string[] | null;
  status: string;
  is_spam: boolean;
  spam_reason: string | null;
};

/**
 * The job: scores each comment of the view by what the filter has learned since. Nothing is approved, rejected or deleted: of pending ones, the
 * mark as spam follows the score unless something else has set it; of others, only score and reasons change. Each batch is a transaction.
 */
export async function lookAgain(ctx: Context, view: LookedAtView, settings: Pick<Settings, "filterStrictness">): Promise<void> {
  let after: string | null = null;
  do {
    const last: string | null = after;
    after = await ctx.db.transaction().execute((db) => lookAtBatch(db, { view, after: last, now: ctx.clock.now(), settings }));
  } while (after !== null);
  await sql`update comment_filter set done = total, ended_at = now()`.execute(ctx.db);
}

type Batch = { view: LookedAtView; after: string | null; now: Date; settings: Pick<Settings, "filterStrictness"> };

/** @returns the last id, or null when there are no more */
async function lookAtBatch(db: Db, { view, after, now, settings }: Batch): Promise<string | null> {
  const { rows } = await sql<Row>`
    select c.id, c.content, c.signals, c.status, c.is_spam, c.spam_reason from comments c
    where ${among(view)} and c.id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
    order by c.id limit ${BATCH} for no key update of c`.execute(db);
  if (rows.length === 0) return null;
  const { hold, spam } = thresholdsOf(settings.filterStrictness);
  const seen = rows.map((row) => {
    const { hosts, key, features } = readText(row.content);
    return { ...row, hosts, text_key: key, features: [...features, ...(row.signals ?? [])] };
  });
  const knowledge = await readKnowledge(db, [...new Set(seen.flatMap(({ features }) => features))]);
  const looked = seen.map(({ id, hosts, text_key, features, status, is_spam, spam_reason }) => {
    const scored = scoreOf(features, knowledge, { now, hold });
    const follows = status === "pending" && spam_reason === null && scored.spam_score !== null;
    const marked = follows ? (scored.spam_score ?? 0) > spam : is_spam;
    return { id, ...stored(scored), is_spam: marked, hosts, text_key };
  });
  await sql`
    update comments c set spam_score = s.spam_score, held_because = s.held_because, is_spam = s.is_spam, hosts = s.hosts, text_key = s.text_key
    from json_to_recordset(${JSON.stringify(looked)}::json)
      as s (id uuid, spam_score real, held_because jsonb, is_spam boolean, hosts text[], text_key text)
    where c.id = s.id and (c.spam_score, c.held_because, c.is_spam, c.hosts, c.text_key)
      is distinct from (s.spam_score, s.held_because, s.is_spam, s.hosts, s.text_key)`.execute(db);
  await sql`update comment_filter set done = least(total, done + ${rows.length}), moved_at = now()`.execute(db);
  return rows.at(-1)?.id ?? null;
}
