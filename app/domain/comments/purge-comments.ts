import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { commentLabel } from "./audited.ts";
import { deleteComments, lockTrashed } from "./comment-trash.sql.ts";

/**
 * Deletes comments of the trash for good, each with the replies that went along. Who may do so is for the caller to see to.
 * @returns how many there were; what isn't in the trash stays
 */
export async function deleteCommentsPermanently(ctx: Context, writer: AuditActor, ids: string[]): Promise<number> {
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
    await recordAudit({ ...ctx, db }, writer, ...entries);
    return rows.length;
  });
}
