import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import { authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { commentPolicy } from "./comment.policy.ts";
import { postIsTrashed } from "./comment-errors.ts";
import { COMMENTS_APPROVED } from "./comment-rules.ts";
import { deleteComments, lockComments, lockTrashed, moveToTrash, takeFromTrash } from "./moderation.sql.ts";
import { auditedModeration, commentLabel } from "./present-comment.ts";

/**
 * Moves at most 500 comments to the trash, in one transaction; their replies are hidden until they are restored.
 * @returns how many there were, not counting replies
 * @throws DomainError `forbidden`
 */
export async function trashComments(ctx: Context, actor: AuditActor, ids: string[]): Promise<number> {
  authorize(actor, commentPolicy.delete);
  return ctx.db.transaction().execute(async (db) => {
    const rows = await lockComments(db, ids);
    const by = actor.kind === "user" ? actor.id : null;
    if (rows.length > 0)
      await moveToTrash(
        db,
        rows.map(({ id }) => id),
        { by, now: ctx.clock.now() },
      );
    const entries = rows.map((row) => {
      const before = { content: row.content, ...auditedModeration(row) };
      return { action: "trashed", entity: "comment", entityId: row.id, label: commentLabel(row), before, after: null } as const;
    });
    await recordAudit({ ...ctx, db }, actor, ...entries);
    return rows.length;
  });
}

/** Moves one comment to the trash, with its replies. @throws DomainError PGRST116 */
export async function deleteComment(ctx: Context, actor: AuditActor, id: string): Promise<void> {
  if ((await trashComments(ctx, actor, [id])) === 0) throw notFound("Comment");
}

/**
 * Restores comments from the trash, with their former status and the replies that were trashed along with them.
 * @returns the ids of the restored comments; ids that aren't in the trash are skipped
 * @throws DomainError `forbidden`; `post_trashed` when an article is in the trash itself
 */
export async function restoreComments(ctx: Context, actor: AuditActor, ids: string[]): Promise<string[]> {
  authorize(actor, commentPolicy.restore);
  if (!ctx.db.isTransaction) return ctx.db.transaction().execute((db) => restoreComments({ ...ctx, db }, actor, ids));
  const { db } = ctx;
  const rows = await lockTrashed(db, ids);
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

/** Restores one comment from the trash. @throws DomainError PGRST116 when it isn't there; `post_trashed` */
export async function restoreComment(ctx: Context, actor: AuditActor, id: string): Promise<void> {
  if ((await restoreComments(ctx, actor, [id])).length === 0) throw notFound("Comment");
}

/**
 * Deletes comments in the trash permanently, each with the replies that were trashed along with it. The caller checks the permission.
 * @returns how many there were; other comments stay
 */
export async function deleteCommentsPermanently(ctx: Context, actor: AuditActor, ids: string[]): Promise<number> {
  return ctx.db.transaction().execute(async (db) => {
    const rows = await lockTrashed(db, ids);
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
