import { exclusively } from "../../platform/database/exclusive.ts";
import { recordAudit, type Writer } from "../audit/recording.ts";
import type { Context } from "../context.ts";
import { CONTENT_WRITES } from "./editing-model.ts";
import { deletePosts, holdComments, lockTrashed } from "./trash-queries.ts";

/**
 * Deletes posts of the trash for good, with their comments, likes and views. Who may do so is for the caller to see to.
 * @returns how many there were; what isn't in the trash stays
 */
export function purgePosts(ctx: Context, writer: Writer, ids: string[]): Promise<number> {
  return exclusively(ctx.db, CONTENT_WRITES, async (db) => {
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
