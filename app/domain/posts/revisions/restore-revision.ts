import { z } from "zod";
import type { Db } from "../../../platform/database/db.ts";
import { type Actor, authorize } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { DomainError, notFound, staleVersion } from "../../errors.ts";
import { findForEditing } from "../admin-posts.sql.ts";
import type { RenderOptions } from "../create-post.ts";
import { postPolicy } from "../post.policy.ts";
import type { PostChanges } from "../post.ts";
import { requireCategory, requireOutOfTrash, requirePicture } from "../post-references.ts";
import { fieldsOf } from "../present-post.ts";
import { reachOf } from "../reach.sql.ts";
import { stageEdit } from "../staged-edits/stage-edit.ts";
import { findStaged } from "../staged-edits/staged-edits.sql.ts";
import { updatePost } from "../update-post.ts";
import type { LeftOut, Restored, Snapshot } from "./revision.ts";
import { findRevision } from "./revisions.sql.ts";

/** `version`: of the post as the admin saw it. */
export const restoreInput = z.strictObject({
  version: z.int("must be a whole number").min(1, "must be a whole number from 1 on"),
});

const isThere = (required: Promise<void>) =>
  required.then(
    () => true,
    (error: unknown) => {
      if (error instanceof DomainError) return false;
      throw error;
    },
  );

/** Without what no longer exists or belongs to another post. The status stays. */
async function changesFrom(
  { db }: Context,
  actor: Actor,
  postId: string,
  { status: _, category, tags, ...snapshot }: Snapshot,
): Promise<{ changes: Omit<PostChanges, "version">; left_out: LeftOut[] }> {
  const left_out: LeftOut[] = [];
  const changes: Omit<PostChanges, "version"> = { ...snapshot, tags, category_id: category?.id ?? null };
  if (await isSlugOfAnother(db, postId, snapshot.slug)) {
    delete changes.slug;
    left_out.push("slug");
  }
  if (!(await isThere(requireCategory(db, category?.id)))) {
    delete changes.category_id;
    left_out.push("category");
  }
  const { featured_image } = snapshot;
  const isUsable = requirePicture(db, featured_image).then(() => requireOutOfTrash(db, actor, { featured_image }));
  if (!(await isThere(isUsable))) {
    delete changes.featured_image;
    delete changes.featured_image_alt;
    left_out.push("featured_image");
  }
  return { changes, left_out };
}

async function isSlugOfAnother(db: Db, postId: string, slug: string): Promise<boolean> {
  const row = await db.selectFrom("posts").select("id").where("slug", "=", slug).where("id", "<>", postId).executeTakeFirst();
  return row !== undefined;
}

/** A restoration never overwrites unpublished changes. */
const changesWait = () =>
  new DomainError(
    "conflict",
    "changes_wait",
    "This post has unpublished changes. Update the post or discard them first, then restore.",
  );

/**
 * Publishes nothing: a draft is saved at once; for any other post the revision becomes its staged edit.
 * @throws DomainError `forbidden`; PGRST116; `stale_version`; `changes_wait` when the post has unpublished changes
 */
export async function restoreRevision(
  ctx: Context,
  actor: Actor,
  { postId, id, version }: { postId: string; id: string; version: number },
  place: RenderOptions = {},
): Promise<Restored> {
  authorize(actor, postPolicy.update);
  const reach = reachOf(actor);
  const post = await findForEditing(ctx.db, postId, reach);
  if (!post) throw notFound("Post");
  const revision = await findRevision(ctx.db, postId, id, reach);
  if (!revision) throw notFound("Revision");
  if (post.version !== version) throw staleVersion("The post");
  if (await findStaged(ctx.db, postId, reach)) throw changesWait();
  const { changes, left_out } = await changesFrom(ctx, actor, postId, revision.snapshot);
  if (!postPolicy.editAny.admits(actor)) {
    // Only editors choose these.
    delete changes.featured;
    delete changes.kind;
  }
  if (post.status !== "draft") {
    const writing = { ...fieldsOf(post), ...changes };
    await stageEdit(ctx, actor, postId, { writing, version: 0, base_version: version });
    return { version, staged: true, left_out };
  }
  const saved = await updatePost(ctx, actor, postId, { ...changes, version }, { ...place, kind: "restored" });
  return { version: saved.version, staged: false, left_out };
}
