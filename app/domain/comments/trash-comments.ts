import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import { authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { auditedStanding, commentLabel } from "./audited.ts";
import { commentPolicy } from "./comment.policy.ts";
import { putAway } from "./comment-trash.sql.ts";
import { lockComments } from "./moderation.sql.ts";

/**
 * Moves comments into the trash, in one transaction, at most 500; the replies under them aren't seen either until they come back.
 * @returns how many there were, replies that went along aside
 * @throws DomainError `forbidden`
 */
export async function trashComments(ctx: Context, writer: AuditActor, ids: string[]): Promise<number> {
  authorize(writer, commentPolicy.delete);
  return ctx.db.transaction().execute(async (db) => {
    const rows = await lockComments(db, ids);
    const by = writer.kind === "user" ? writer.id : null;
    if (rows.length > 0)
      await putAway(
        db,
        rows.map(({ id }) => id),
        { by, now: ctx.clock.now() },
      );
    const entries = rows.map((row) => {
      const before = { content: row.content, ...auditedStanding(row) };
      return { action: "trashed", entity: "comment", entityId: row.id, label: commentLabel(row), before, after: null } as const;
    });
    await recordAudit({ ...ctx, db }, writer, ...entries);
    return rows.length;
  });
}

/** Moves one comment into the trash, with the replies under it. @throws DomainError PGRST116 */
export async function deleteComment(ctx: Context, writer: AuditActor, id: string): Promise<void> {
  if ((await trashComments(ctx, writer, [id])) === 0) throw notFound("Comment");
}
