import { z } from "zod";
import { withAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import type { AuditEntry } from "../audit/record-audit.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { BULK_ACTIONS, BULK_MAX, type BulkAction, CONTENT_WRITES } from "./edit-rules.ts";
import { postPolicy } from "./post.policy.ts";
import { lockPosts, type PostHead, setStatus } from "./post-edit.sql.ts";
import type { PostStatus } from "./post-rules.ts";
import { holdComments, moveToTrash } from "./post-trash.sql.ts";
import { recordStatus } from "./revisions/record-revision.ts";

/** One thing to be done to many posts. */
export const bulkInput = z.strictObject({
  ids: z
    .array(z.guid("must be a UUID").toLowerCase(), "must be a list of ids")
    .min(1, "must name at least one post")
    .max(BULK_MAX, `must name at most ${BULK_MAX} posts`),
  action: z.enum(BULK_ACTIONS, "must be publish, archive, draft or delete"),
});

/** The status that an action leads to; none for deleting, which leads into the trash. */
const STATUS: Record<BulkAction, PostStatus | null> = {
  publish: "published",
  archive: "archived",
  draft: "draft",
  delete: null,
};
const ACTION: Record<BulkAction, string> = {
  publish: "published",
  archive: "archived",
  draft: "unpublished",
  delete: "trashed",
};

function entryOf({ id, title, slug, status }: PostHead, action: BulkAction): AuditEntry {
  const entry = { action: ACTION[action], entity: "post", entityId: id, label: title } as const;
  if (action === "delete") return { ...entry, before: { title, slug, status }, after: null };
  return { ...entry, before: { status }, after: { status: STATUS[action] } };
}

/**
 * Does one thing to many posts, all or none. What is published thereby is dated now.
 * @param ids 1 to 500 ids; one that is named twice counts once
 * @returns how many were changed, and how many weren't: those that stood so already, and those that are gone
 * @throws DomainError `forbidden`
 */
export async function changePosts(
  ctx: Context,
  actor: Actor,
  { ids, action }: { ids: string[]; action: BulkAction },
): Promise<{ changed: number; unchanged: number }> {
  authorize(actor, postPolicy.update);
  const named = [...new Set(ids)];
  return withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const status = STATUS[action];
    if (status === null) await holdComments(db, named);
    const touched = (await lockPosts(db, named)).filter((post) => post.status !== status);
    const found = touched.map(({ id }) => id);
    if (found.length > 0) {
      if (status === null) await moveToTrash(db, found, { by: actor.id, now: ctx.clock.now() });
      else {
        await setStatus(db, found, status, ctx.clock.now());
        await recordStatus({ ...ctx, db }, actor.id, found, status);
      }
      await recordAudit({ ...ctx, db }, actor, ...touched.map((post) => entryOf(post, action)));
    }
    return { changed: found.length, unchanged: named.length - found.length };
  });
}
