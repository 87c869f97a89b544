import { exclusively } from "../../platform/database/exclusive.ts";
import { recordAudit } from "../audit/recording.ts";
import type { Actor } from "../auth/model.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { requireAdmin } from "../require-admin.ts";
import { auditedPost } from "./admin-presenting.ts";
import { CONTENT_WRITES } from "./editing-model.ts";
import { deletePosts, findForEditing } from "./editing-queries.ts";

/** Deletes a post with its comments, likes and views. @throws DomainError `forbidden`, or PGRST116 without such a post */
export async function deletePost(ctx: Context, actor: Actor, id: string): Promise<void> {
  requireAdmin(actor);
  await exclusively(ctx.db, CONTENT_WRITES, async (db) => {
    const before = await findForEditing(db, id, { lock: true });
    if (!before) throw notFound("Post");
    await deletePosts(db, [id]);
    const entry = { entity: "post", entityId: id, label: before.title, before: auditedPost(before), after: null } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, action: "deleted" });
  });
}
