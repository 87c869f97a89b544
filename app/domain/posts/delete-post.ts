import { withAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { CONTENT_WRITES } from "./edit-rules.ts";
import { postPolicy } from "./post.policy.ts";
import { findForEditing } from "./post-edit.sql.ts";
import { missingPost } from "./post-not-found.ts";
import { holdComments, moveToTrash } from "./post-trash.sql.ts";
import { auditedPost } from "./present-admin-post.ts";

/**
 * Moves a post into the trash, with its comments; likes and views wait for it. Readers don't find it any more, and its address is
 * free for another.
 * @throws DomainError `forbidden`, or PGRST116 without such a post
 */
export async function deletePost(ctx: Context, actor: Actor, id: string): Promise<void> {
  authorize(actor, postPolicy.delete);
  await withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    await holdComments(db, [id]);
    const before = await findForEditing(db, id, { lock: true });
    if (!before) throw await missingPost(db, id);
    await moveToTrash(db, [id], { by: actor.id, now: ctx.clock.now() });
    const entry = { entity: "post", entityId: id, label: before.title, before: auditedPost(before), after: null } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, action: "trashed" });
  });
}
