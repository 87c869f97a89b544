import { withAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { CONTENT_WRITES } from "./edit-rules.ts";
import { postPolicy } from "./post.policy.ts";
import type { PostInput } from "./post.ts";
import { findForEditing } from "./post-edit.sql.ts";
import type { AdminPost } from "./post-shapes.ts";
import { auditedPost, presentForEditing } from "./present-admin-post.ts";
import { requireCategory } from "./require-category.ts";

import { requirePicture } from "./require-picture.ts";
import { recordRevision } from "./revisions/record-revision.ts";
import { consumeUnfinished } from "./staging/consume-staged.ts";
import { storePost } from "./store-post.ts";

/** What stands on the host (with port) is told from external links. */
export type RenderOptions = { ownHost?: string };

/**
 * Stores an admin's new post, whose author they become.
 * @param input as `postInput` gives it; an empty description falls back to the excerpt (specification, section 5). `edit_id`: what
 *   was kept of it while it was typed, which ends here
 * @returns the post as it is edited from here on
 * @throws DomainError `forbidden`; PGRST116 when there is no such category; 23505 when the slug is taken
 */
export async function createPost(
  ctx: Context,
  actor: Actor,
  input: PostInput,
  { ownHost }: RenderOptions = {},
): Promise<AdminPost> {
  authorize(actor, postPolicy.create);
  const row = await withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    await requireCategory(db, input.category_id);
    await requirePicture(db, input.featured_image);
    await consumeUnfinished(db, actor.id, input.edit_id);
    const { id } = await storePost(
      { ...ctx, db },
      { ...input, description: input.description || input.excerpt, author_id: actor.id, ownHost },
    );
    const stored = await findForEditing(db, id);
    if (!stored) throw new Error("the post was not stored");
    const entry = { entity: "post", entityId: id, label: stored.title, after: auditedPost(stored) } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, action: "created", before: null });
    const kind = stored.status === "published" ? "published" : "created";
    await recordRevision({ ...ctx, db }, { before: null, after: stored, authorId: actor.id, kind });
    return stored;
  });
  return presentForEditing(row);
}
