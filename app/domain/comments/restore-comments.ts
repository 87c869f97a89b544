import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import { authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { commentLabel } from "./audited.ts";
import { commentPolicy } from "./comment.policy.ts";
import { COMMENTS_APPROVED } from "./comment-rules.ts";
import { bringBack, lockTrashed } from "./comment-trash.sql.ts";
import { postIsTrashed } from "./errors.ts";

/**
 * Brings comments back from the trash as they were, each with the replies that went along.
 * @returns the ids of those that came back; what isn't in the trash is left out
 * @throws DomainError `forbidden`; `post_trashed` when the article of one is in the trash itself
 */
export async function restoreComments(ctx: Context, writer: AuditActor, ids: string[]): Promise<string[]> {
  authorize(writer, commentPolicy.restore);
  if (!ctx.db.isTransaction) return ctx.db.transaction().execute((db) => restoreComments({ ...ctx, db }, writer, ids));
  const { db } = ctx;
  const rows = await lockTrashed(db, ids);
  if (rows.some((row) => row.post_is_trashed)) throw postIsTrashed();
  if (rows.length === 0) return [];
  const found = rows.map(({ id }) => id);
  const approved = await bringBack(db, found);
  // Whoever was told of a reply already isn't told again.
  if (approved.length > 0) await ctx.jobs?.send(COMMENTS_APPROVED, { ids: approved }, { db });
  const entries = rows.map((row) => {
    const after = { content: row.content, status: row.status };
    return { action: "restored", entity: "comment", entityId: row.id, label: commentLabel(row), before: null, after } as const;
  });
  await recordAudit(ctx, writer, ...entries);
  return found;
}

/** Brings one comment back from the trash. @throws DomainError PGRST116 when it isn't there; `post_trashed` */
export async function restoreComment(ctx: Context, writer: AuditActor, id: string): Promise<void> {
  if ((await restoreComments(ctx, writer, [id])).length === 0) throw notFound("Comment");
}
