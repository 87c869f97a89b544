import { withAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { CONTENT_WRITES } from "../posts/edit-rules.ts";
import { deleteTrashed, lockTrashed } from "./category-trash.sql.ts";

/**
 * Deletes categories of the trash for good. Who may do so is for the caller to see to.
 * @returns how many there were
 */
export function deleteCategoriesPermanently(ctx: Context, writer: AuditActor, ids: string[]): Promise<number> {
  return withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const found = ids.length > 0 ? await lockTrashed(db, ids) : [];
    if (found.length === 0) return 0;
    await deleteTrashed(
      db,
      found.map(({ id }) => id),
    );
    const entries = found.map(({ id, name, slug, description, color }) => {
      const before = { name, slug, description, color };
      return { action: "deleted", entity: "category", entityId: id, label: name, before, after: null } as const;
    });
    await recordAudit({ ...ctx, db }, writer, ...entries);
    return found.length;
  });
}
