import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import { authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { type Reach, reachOf } from "../posts/reach.sql.ts";
import { commentPolicy } from "./comment.policy.ts";
import { decisionUndone } from "./comment-errors.ts";
import { BULK_MAX, COMMENTS_APPROVED, DECISION_DAYS } from "./comment-rules.ts";
import { type ModeratedState, storeStates } from "./comments.sql.ts";
import { learnLater } from "./filter/learn-decisions.ts";
import { auditedModeration, commentLabel } from "./present-comment.ts";
import { restoreComments } from "./trash-comments.ts";

/** An undo that a crash has ended can be continued after this time, in ms. */
const LEASE_MS = 2 * 60_000;

type Made = { id: string; at: Date; comments: number };

/**
 * Restores the comments that are still as the decision left them, in batches of 500. One undo at a time: somebody else's is answered like one that
 * has been made. @returns `changed`: how many were changed or deleted since and stay
 * @throws DomainError `forbidden`; PGRST116, also if one of its comments is out of reach; `decision_undone`
 */
export async function undoDecision(ctx: Context, actor: AuditActor, id: string): Promise<{ restored: number; changed: number }> {
  authorize(actor, commentPolicy.moderate);
  const reach = reachOf(actor, commentPolicy.moderate);
  const decision = await claim(ctx, id, reach);
  try {
    let restored = 0;
    for (let after: string | undefined; ; ) {
      const part = await ctx.db.transaction().execute((db) => undoPart({ ...ctx, db }, actor, decision, { after, reach }));
      restored += part.restored;
      if (part.last === undefined) break;
      after = part.last;
    }
    await end(ctx.db, id, { undone_at: ctx.clock.now() });
    return { restored, changed: decision.comments - restored };
  } catch (error) {
    await end(ctx.db, id, {});
    throw error;
  }
}

async function claim(ctx: Context, id: string, reach: Reach): Promise<Made> {
  const now = ctx.clock.now();
  const { rows } = await sql<Made & { is_within: boolean }>`
    select id, made_at as at, comments, not exists (
      select from comment_decision_rows r join comments c on c.id = r.comment_id
      where r.decision_id = d.id and not ${reach(sql`c.post_id`)}) as is_within
    from comment_decisions d where id = ${id}`.execute(ctx.db);
  const [found] = rows;
  if (!found?.is_within) throw notFound("Decision");
  const claimed = await ctx.db
    .updateTable("comment_decisions")
    .set({ undoing_at: now })
    .where("id", "=", id)
    .where("undone_at", "is", null)
    .where((eb) => eb.or([eb("undoing_at", "is", null), eb("undoing_at", "<", new Date(now.getTime() - LEASE_MS))]))
    .returning("id")
    .executeTakeFirst();
  if (!claimed) throw decisionUndone();
  return found;
}

const end = (db: Db, id: string, change: { undone_at?: Date }) =>
  db
    .updateTable("comment_decisions")
    .set({ undoing_at: null, ...change })
    .where("id", "=", id)
    .execute();

type DecidedRow = {
  id: string;
  content: string;
  now: ModeratedState;
  before: ModeratedState;
  /** as the decision left it */
  is_left: boolean;
  was_trashed: boolean;
};

/** At most 500, in the order of ids, as moderation locks them. @returns `last`: undefined at the end */
async function undoPart(
  ctx: Context,
  actor: AuditActor,
  decision: Made,
  { after, reach }: { after: string | undefined; reach: Reach },
): Promise<{ restored: number; last: string | undefined }> {
  const { db } = ctx;
  const rows = await lockDecided(db, decision, after, reach);
  const left = rows.filter(({ is_left }) => is_left);
  const trashed = left.filter(({ was_trashed }) => was_trashed).map(({ id }) => id);
  const back = trashed.length > 0 ? await restoreComments(ctx, actor, trashed) : [];
  const moderated = left.filter(({ was_trashed }) => !was_trashed);
  const states = moderated.map(({ id, before }) => ({ id, ...before }));
  await storeStates(db, states, ctx.clock.now());
  await learnLater(ctx);
  await openReports(
    db,
    states.map(({ id }) => id),
    decision.at,
  );
  const approved = moderated.filter((row) => row.before.status === "approved" && row.now.status !== "approved");
  const ids = approved.map(({ id }) => id);
  if (ids.length > 0) await ctx.jobs?.send(COMMENTS_APPROVED, { ids }, { db });
  const entries = moderated.map((row) => {
    const [was, is] = [row.now, row.before].map((state) => auditedModeration({ ...row, ...state, open_reports: 0 }));
    return { action: "updated", entity: "comment", entityId: row.id, label: commentLabel(row), before: was, after: is } as const;
  });
  await recordAudit(ctx, actor, ...entries);
  return { restored: moderated.length + back.length, last: rows.length < BULK_MAX ? undefined : rows.at(-1)?.id };
}

/** The post of a trashed one isn't in the trash, where it would stay. */
async function lockDecided(db: Db, { id, at }: Made, after: string | undefined, reach: Reach): Promise<DecidedRow[]> {
  const { rows } = await sql<DecidedRow>`
    select c.id, c.content, r.status_after = 'trashed' as was_trashed,
      json_build_object('status', c.status, 'is_spam', c.is_spam, 'spam_reason', c.spam_reason, 'decided_as', c.decided_as) as now,
      json_build_object('status', r.status_before, 'is_spam', r.is_spam_before, 'spam_reason', r.spam_reason_before,
        'decided_as', r.decided_before) as before,
      c.status = r.status_after and c.is_spam = r.is_spam_after and case when c.status = 'trashed'
        then c.trashed_at = ${at} and c.trashed_with is null and not c.trashed_with_post and p.status <> 'trashed'
        else c.updated_at = ${at} end as is_left
    from comment_decision_rows r join comments c on c.id = r.comment_id join posts p on p.id = c.post_id
    where r.decision_id = ${id} and ${after === undefined ? sql`true` : sql`r.comment_id > ${after}`} and ${reach(sql`c.post_id`)}
    order by r.comment_id limit ${BULK_MAX} for no key update of c`.execute(db);
  return rows;
}

/** Those that the decision has settled. */
async function openReports(db: Db, commentIds: string[], settledAt: Date): Promise<void> {
  if (commentIds.length === 0) return;
  await db
    .updateTable("comment_reports")
    .set({ settled_at: null })
    .where("comment_id", "in", commentIds)
    .where("settled_at", "=", settledAt)
    .execute();
}

/** For the daily cleaning: older decisions can no longer be undone. */
export async function deleteOldDecisions(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - DECISION_DAYS * 24 * 60 * 60_000);
  await ctx.db.deleteFrom("comment_decisions").where("made_at", "<", before).execute();
}
