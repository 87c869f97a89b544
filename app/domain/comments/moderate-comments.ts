import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import { authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { invalid, notFound } from "../errors.ts";
import { reachOf } from "../posts/reach.sql.ts";
import { commentPolicy } from "./comment.policy.ts";
import type { AdminComment } from "./comment.ts";
import { BULK_MAX, type BulkAction, COMMENTS_APPROVED, type CommentStatus, type DecidedAs } from "./comment-rules.ts";
import {
  type CommentFilter,
  inView,
  isAlike,
  lockComments,
  type ModeratedRow,
  type ModeratedState,
  matching,
  storeStates,
} from "./comments.sql.ts";
import { beginDecision, type Decision, rememberChanged } from "./decisions.sql.ts";
import { learnLater } from "./filter/learn-decisions.ts";
import { readForAdmin } from "./list-comments.ts";
import { auditedModeration, commentLabel } from "./present-comment.ts";
import { trashComments } from "./trash-comments.ts";

/** Omitted fields stay. */
export type ModerationState = { status?: CommentStatus | undefined; is_spam?: boolean | undefined };

const BULK_CHANGES: Record<Exclude<BulkAction, "delete">, ModerationState> = {
  approve: { status: "approved" },
  pending: { status: "pending" },
  reject: { status: "rejected" },
  spam: { is_spam: true },
};

const complete = ({ status, is_spam }: ModerationState): ModerationState => ({
  status: status ?? (is_spam ? "rejected" : undefined),
  is_spam: is_spam ?? (status === "approved" ? false : undefined),
});

/** A rejected comment may also be rude or beside the point, so only what is marked counts as spam. */
function decidedAs(status: CommentStatus, isSpam: boolean): DecidedAs | null {
  if (status === "pending") return null;
  if (status === "approved") return "good";
  return isSpam ? "spam" : "rejected";
}

/** @param change complete */
function decide(row: ModeratedState, change: ModerationState): ModeratedState {
  const { status = row.status, is_spam = row.is_spam } = change;
  const reason = row.is_spam ? row.spam_reason : null;
  const spam_reason = is_spam ? (reason ?? (change.is_spam ? "marked_by_admin" : null)) : null;
  return { status, is_spam, spam_reason, decided_as: decidedAs(status, is_spam) };
}

const differ = (one: ModeratedState, other: ModeratedState): boolean =>
  one.status !== other.status || one.is_spam !== other.is_spam || one.decided_as !== other.decided_as;

/** At most 500, in the transaction of `ctx.db`. @param decision remembers what is changed @returns how many there were */
export async function applyModeration(
  ctx: Context,
  actor: AuditActor,
  ids: string[],
  change: ModerationState,
  decision?: Decision,
): Promise<number> {
  const { db } = ctx;
  const whole = complete(change);
  const { status } = whole;
  const now = decision?.at ?? ctx.clock.now();
  const rows = await lockComments(db, ids, reachOf(actor, commentPolicy.moderate));
  // Approving or rejecting settles reports; marking as pending doesn't.
  const isReported = ({ open_reports }: ModeratedRow) => status !== "pending" && open_reports > 0;
  const decided = rows.map((before) => ({ before, after: { ...before, ...decide(before, whole) } }));
  const changed = decided.filter(({ before, after }) => differ(before, after) || isReported(before));
  const states = changed.map(({ after }) => after);
  await storeStates(db, states, now);
  if (states.length > 0) await learnLater(ctx);
  if (decision) {
    const remembered = changed.map(({ before, after }) => ({ id: before.id, before, after }));
    await rememberChanged(db, decision, remembered);
  }
  const reported = rows.filter(isReported).map(({ id }) => id);
  const settled = new Set(reported.length > 0 ? await settleReports(db, reported, now) : []);
  const approved = status === "approved" ? rows.filter((row) => row.status !== "approved").map(({ id }) => id) : [];
  if (approved.length > 0) await ctx.jobs?.send(COMMENTS_APPROVED, { ids: approved }, { db });
  const entries = decided.map(({ before: row, after }) => {
    const left = auditedModeration({ ...after, open_reports: settled.has(row.id) ? 0 : row.open_reports });
    const label = commentLabel(row);
    return {
      action: "updated",
      entity: "comment",
      entityId: row.id,
      label,
      before: auditedModeration(row),
      after: left,
    } as const;
  });
  await recordAudit(ctx, actor, ...entries);
  return rows.length;
}

async function settleReports(db: Db, commentIds: string[], now: Date): Promise<string[]> {
  const rows = await db
    .updateTable("comment_reports")
    .set({ settled_at: now })
    .where("comment_id", "in", commentIds)
    .where("settled_at", "is", null)
    .returning("comment_id")
    .execute();
  return [...new Set(rows.map(({ comment_id }) => comment_id))];
}

const moderateAll = (
  ctx: Context,
  actor: AuditActor,
  ids: string[],
  change: ModerationState,
  decision?: Decision,
): Promise<number> => ctx.db.transaction().execute((db) => applyModeration({ ...ctx, db }, actor, ids, change, decision));

/**
 * Spam is rejected unless a status is given, and approving removes the mark. Approving or rejecting settles reports.
 * @throws DomainError `forbidden`; `invalid` when spam would be approved; PGRST116
 */
export async function moderateComment(
  ctx: Context,
  actor: AuditActor,
  id: string,
  change: ModerationState,
): Promise<AdminComment> {
  authorize(actor, commentPolicy.moderate);
  if (change.is_spam && change.status === "approved")
    throw invalid("Spam can’t be approved", [{ field: "is_spam", rule: "must be false for an approved comment" }]);
  await moderateAll(ctx, actor, [id], change);
  const [comment] = await readForAdmin(ctx, actor, [id]);
  if (!comment) throw notFound("Comment");
  return comment;
}

/** `changed`: how many there were; `decision`: null if all of them were like that before. */
export type BulkResult = { changed: number; decision: string | null };

/** One decision, in batches of 500, each in its own transaction, so that locks are short. @throws DomainError `forbidden` */
export async function moderateMany(
  ctx: Context,
  actor: AuditActor,
  which: { ids: string[] } | { filter: CommentFilter },
  action: BulkAction,
): Promise<BulkResult> {
  authorize(actor, commentPolicy.moderate);
  const ids = "ids" in which ? [...new Set(which.ids)] : await idsOf(ctx.db, actor, which.filter);
  const decision = await beginDecision(ctx.db, actor, action, ctx.clock.now());
  let done = 0;
  for (let start = 0; start < ids.length; start += BULK_MAX) {
    const part = ids.slice(start, start + BULK_MAX);
    done +=
      action === "delete"
        ? await trashComments(ctx, actor, part, decision)
        : await moderateAll(ctx, actor, part, BULK_CHANGES[action], decision);
  }
  return { changed: done, decision: (await forgetEmpty(ctx.db, decision)) ? null : decision.id };
}

/** @returns whether it changed nothing */
async function forgetEmpty(db: Db, { id }: Decision): Promise<boolean> {
  const gone = db.deleteFrom("comment_decisions").where("id", "=", id).where("comments", "=", 0).returning("id");
  return (await gone.executeTakeFirst()) !== undefined;
}

async function idsOf(db: Db, actor: AuditActor, { view, search, alike }: CommentFilter): Promise<string[]> {
  const rule = search ? (await matching(db, search, actor)).all : sql`true`;
  const within = reachOf(actor, commentPolicy.moderate)(sql`c.post_id`);
  const chosen = alike
    ? sql`exists (select from comments mine where mine.id = ${alike}::uuid and (c.id = mine.id or ${isAlike}))`
    : sql`true`;
  const { rows } = await sql<{ id: string }>`
    select c.id from comments c where ${inView(view)} and ${within} and ${rule} and ${chosen} order by c.id`.execute(db);
  return rows.map(({ id }) => id);
}
