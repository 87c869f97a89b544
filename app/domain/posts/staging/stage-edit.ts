import { z } from "zod";
import { recordAudit } from "../../audit/record-audit.ts";
import { type Actor, authorize } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { DomainError, staleVersion } from "../../errors.ts";
import { postPolicy } from "../post.policy.ts";
import { type PostFields, unfinishedFields } from "../post.ts";
import { findForEditing } from "../post-edit.sql.ts";
import { missingPost } from "../post-not-found.ts";
import { fieldsOf } from "../present-admin-post.ts";
import type { Staged } from "./model.ts";
import { presentStaged } from "./present-staged.ts";
import { findStaged, holdPost, insertStaged, type StagedRow, updateStaged } from "./staging.sql.ts";

/** Changes of a post. `version`: of the changes that were there, 0 for none; `base_version`: of the post that they are made from. */
export const editInput = z.strictObject({
  writing: unfinishedFields,
  version: z.int("must be a whole number").min(0, "must be a whole number from 0 on"),
  base_version: z.int("must be a whole number").min(1, "must be a whole number from 1 on"),
});

export type EditInput = z.infer<typeof editInput>;

/** Somebody else's changes of the post are newer than those that the caller knew of. */
export const staleEdit = () =>
  new DomainError(
    "conflict",
    "stale_edit",
    "Somebody else has changed what waits to be published since you opened it. Nothing was saved.",
  );

/** The post that changes are made from: what it is now, or what it was when they were begun. */
async function baseOf(ctx: Context, postId: string, wanted: number, before: StagedRow | undefined): Promise<PostFields> {
  if (before?.base_version === wanted) return before.base;
  const post = await findForEditing(ctx.db, postId);
  if (post?.version !== wanted) throw staleVersion("The post");
  return fieldsOf(post);
}

/**
 * Keeps changes of a post beside it, finished or not; readers go on seeing what was saved. There is one set of changes for each
 * post, whoever types: whoever doesn't know the newest is refused.
 * @param input `version` of the changes that the caller knows, 0 for none; `base_version` of the post that they are made from
 * @returns the changes' new version, by whom and when
 * @throws DomainError `forbidden`; PGRST116 without such a post; `stale_edit` when somebody else has kept newer changes;
 *   `stale_version` when the post itself is no longer the one that they are made from
 */
export async function stageEdit(ctx: Context, actor: Actor, postId: string, input: EditInput): Promise<Staged> {
  authorize(actor, postPolicy.update);
  return ctx.db.transaction().execute(async (db) => {
    if (!(await holdPost(db, postId))) throw await missingPost(db, postId);
    const before = await findStaged(db, postId, { lock: true });
    if ((before?.version ?? 0) !== input.version) throw staleEdit();
    const base = await baseOf({ ...ctx, db }, postId, input.base_version, before);
    const { writing, base_version } = input;
    const values = { writing, base, base_version, editor_id: actor.id, now: ctx.clock.now() };
    if (before) await updateStaged(db, before.id, values);
    else {
      if (!(await insertStaged(db, postId, values))) throw staleEdit();
      const entry = { action: "staged", entity: "post", entityId: postId, label: base.title } as const;
      await recordAudit({ ...ctx, db }, actor, entry);
    }
    const after = await findStaged(db, postId);
    if (!after) throw new Error("the changes were not kept");
    return presentStaged(after);
  });
}
