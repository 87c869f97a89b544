import { exclusively } from "../../platform/database/exclusive.ts";
import { recordAudit } from "../audit/recording.ts";
import type { Actor } from "../auth/model.ts";
import type { Context } from "../context.ts";
import { requireAdmin } from "../require-admin.ts";
import { auditedPost } from "./admin-presenting.ts";
import { CONTENT_WRITES } from "./editing-model.ts";
import { findForEditing } from "./editing-queries.ts";
import { missingPost } from "./missing-post.ts";
import { holdComments, putAway } from "./trash-queries.ts";

/**
 * Moves a post into the trash, with its comments; likes and views wait for it. Readers don't find it any more, and its address is
 * free for another.
 * @throws DomainError `forbidden`, or PGRST116 without such a post
 */
export async function deletePost(ctx: Context, actor: Actor, id: string): Promise<void> {
  requireAdmin(actor);
  await exclusively(ctx.db, CONTENT_WRITES, async (db) => {
    await holdComments(db, [id]);
    const before = await findForEditing(db, id, { lock: true });
    if (!before) throw await missingPost(db, id);
    await putAway(db, [id], { by: actor.id, now: ctx.clock.now() });
    const entry = { entity: "post", entityId: id, label: before.title, before: auditedPost(before), after: null } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, action: "trashed" });
  });
}
