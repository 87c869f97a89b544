import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import { authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { type Reach, reachOf } from "../posts/reach.sql.ts";
import { commentPolicy } from "./comment.policy.ts";
import { postIsTrashed } from "./comment-errors.ts";
import { COMMENTS_APPROVED, type CommentStatus } from "./comment-rules.ts";
import { lockComments } from "./comments.sql.ts";
import { type Decision, rememberChanged } from "./decisions.sql.ts";
import { auditedModeration, commentLabel } from "./present-comment.ts";

/**
 * At most 500; replies are hidden until they are restored. @param decision remembers what is trashed
 * @returns how many, not counting replies @throws DomainError `forbidden`
 */
export async function trashComments(ctx: Context, actor: AuditActor, ids: string[], decision?: Decision): Promise<number> {
  authorize(actor, commentPolicy.delete);
  return ctx.db.transaction().execute(async (db) => {
    const rows = await lockComments(db, ids, reachOf(actor, commentPolicy.delete));
    const by = actor.kind === "user" ? actor.id : null;
    if (rows.length > 0)
      await moveToTrash(
        db,
        rows.map(({ id }) => id),
        { by, now: decision?.at ?? ctx.clock.now() },
      );
    if (decision) {
      const trashed = rows.map((row) => ({ id: row.id, before: row, after: { status: "trashed", is_spam: row.is_spam } }));
      await rememberChanged(db, decision, trashed);
    }
    const entries = rows.map((row) => {
      const before = { content: row.content, ...auditedModeration(row) };
      return { action: "trashed", entity: "comment", entityId: row.id, label: commentLabel(row), before, after: null } as const;
    });
    await recordAudit({ ...ctx, db }, actor, ...entries);
    return rows.length;
  });
}

async function moveToTrash(db: Db, ids: string[], { by, now }: { by: string | null; now: Date }): Promise<void> {
  await sql`
    with going as (
      select id, case when id <> all(${ids}::uuid[]) then parent_id end as gone_with from comments
      where status <> 'trashed' and (id = any(${ids}::uuid[]) or parent_id = any(${ids}::uuid[])) order by id for no key update
    )
    update comments c set status = 'trashed', trashed_status = c.status, trashed_at = ${now}, trashed_by = ${by}::uuid,
      trashed_with = going.gone_with
    from going where c.id = going.id`.execute(db);
}

/** With its replies. @throws DomainError PGRST116 */
export async function deleteComment(ctx: Context, actor: AuditActor, id: string): Promise<void> {
  if ((await trashComments(ctx, actor, [id])) === 0) throw notFound("Comment");
}

/** `post_is_trashed`: it can't be restored before its article. */
type TrashedComment = { id: string; content: string; status: CommentStatus; post_is_trashed: boolean };

/** With their status and the replies that were trashed along. @returns ids @throws DomainError `forbidden`; `post_trashed` */
export async function restoreComments(ctx: Context, actor: AuditActor, ids: string[]): Promise<string[]> {
  authorize(actor, commentPolicy.restore);
  if (!ctx.db.isTransaction) return ctx.db.transaction().execute((db) => restoreComments({ ...ctx, db }, actor, ids));
  const { db } = ctx;
  const rows = await lockTrashed(db, ids, reachOf(actor, commentPolicy.restore));
  if (rows.some((row) => row.post_is_trashed)) throw postIsTrashed();
  if (rows.length === 0) return [];
  const found = rows.map(({ id }) => id);
  const approved = await takeFromTrash(db, found);
  // A reply that was notified before isn't notified again.
  if (approved.length > 0) await ctx.jobs?.send(COMMENTS_APPROVED, { ids: approved }, { db });
  const entries = rows.map((row) => {
    const after = { content: row.content, status: row.status };
    return { action: "restored", entity: "comment", entityId: row.id, label: commentLabel(row), before: null, after } as const;
  });
  await recordAudit(ctx, actor, ...entries);
  return found;
}

/** In the order of ids, except those that were trashed along with something else, and those out of reach. */
async function lockTrashed(db: Db, ids: string[], reach: Reach): Promise<TrashedComment[]> {
  const { rows } = await sql<TrashedComment>`
    select c.id, c.content, c.trashed_status as status, p.status = 'trashed' as post_is_trashed
    from comments c join posts p on p.id = c.post_id
    where c.id = any(${ids}::uuid[]) and c.status = 'trashed' and c.trashed_with is null and not c.trashed_with_post
      and ${reach(sql`c.post_id`)}
    order by c.id for no key update of c`.execute(db);
  return rows;
}

async function takeFromTrash(db: Db, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; status: string }>`
    with coming as (
      select id from comments where status = 'trashed' and (id = any(${ids}::uuid[]) or trashed_with = any(${ids}::uuid[]))
      order by id for no key update
    )
    update comments c set status = c.trashed_status, trashed_status = null, trashed_at = null, trashed_by = null, trashed_with = null
    from coming where c.id = coming.id returning c.id, c.status`.execute(db);
  return rows.filter(({ status }) => status === "approved").map(({ id }) => id);
}

/** With the replies that were trashed along. The caller checks the permission. @returns how many; other comments stay */
export async function deleteCommentsPermanently(ctx: Context, actor: AuditActor, ids: string[]): Promise<number> {
  return ctx.db.transaction().execute(async (db) => {
    const rows = await lockTrashed(db, ids, reachOf(actor, commentPolicy.delete));
    if (rows.length === 0) return 0;
    await deleteComments(
      db,
      rows.map(({ id }) => id),
    );
    const entries = rows.map((row) => {
      const before = { content: row.content, status: row.status };
      return { action: "deleted", entity: "comment", entityId: row.id, label: commentLabel(row), before, after: null } as const;
    });
    await recordAudit({ ...ctx, db }, actor, ...entries);
    return rows.length;
  });
}

async function deleteComments(db: Db, ids: string[]): Promise<void> {
  await sql`delete from comments where status = 'trashed' and (id = any(${ids}::uuid[]) or trashed_with = any(${ids}::uuid[]))`.execute(
    db,
  );
}
