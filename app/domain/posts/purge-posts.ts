import { withAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { CONTENT_WRITES } from "./edit-rules.ts";
import { deletePosts, holdComments, lockTrashed } from "./post-trash.sql.ts";

/**
 * Deletes posts of the trash for good, with their comments, likes and views. Who may do so is for the caller to see to.
 * @returns how many there were; what isn't in the trash stays
 */
export function deletePostsPermanently(ctx: Context, writer: AuditActor, ids: string[]): Promise<number> {
  return withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    await holdComments(db, ids);
    const found = ids.length > 0 ? await lockTrashed(db, ids) : [];
    if (found.length === 0) return 0;
    await deletePosts(
      db,
      found.map(({ id }) => id),
    );
    const entries = found.map(({ id, title, slug, status }) => {
      const before = { title, slug, status };
      return { action: "deleted", entity: "post", entityId: id, label: title, before, after: null } as const;
    });
    await recordAudit({ ...ctx, db }, writer, ...entries);
    return found.length;
  });
}
