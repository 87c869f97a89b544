import { z } from "zod";
import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { invalid } from "../errors.ts";
import { POST_MESSAGES } from "./edit-rules.ts";
import { postPolicy } from "./post.policy.ts";
import { type EditRow, findForEditing } from "./post-edit.sql.ts";
import { missingPost } from "./post-not-found.ts";
import { isPossibleAuthor, storeOptions } from "./post-save.sql.ts";
import type { AdminPost } from "./post-shapes.ts";
import { presentForEditing } from "./present-admin-post.ts";

/** What belongs to a post but not to its text. */
export const postOptions = z
  .strictObject({
    author_id: z.guid("must be a user's id, or null").toLowerCase().nullable().optional(),
    comments_open: z.boolean("must be true or false").optional(),
  })
  .refine(
    ({ author_id, comments_open }) => author_id !== undefined || comments_open !== undefined,
    "Say what to change: author_id or comments_open",
  );

export type PostOptions = z.infer<typeof postOptions>;

const shown = ({ author_name, author_email, comments_open }: EditRow) => ({
  author: author_name ?? author_email,
  comments_open,
});

/**
 * Changes who a post is by and whether it takes comments. Both apply at once: they are no part of the text, so neither its version
 * nor its dates change, and edits in progress go on undisturbed. What is left out stays.
 * @throws DomainError `forbidden`; PGRST116 without a post; `invalid` at `author_id` for anybody but an active admin
 */
export async function changePostOptions(
  ctx: Context,
  actor: Actor & AuditActor,
  id: string,
  options: PostOptions,
): Promise<AdminPost> {
  authorize(actor, postPolicy.update);
  return ctx.db.transaction().execute(async (db) => {
    const before = await findForEditing(db, id, { lock: true });
    if (!before) throw await missingPost(db, id);
    const { author_id } = options;
    if (author_id && author_id !== before.author_id && !(await isPossibleAuthor(db, author_id)))
      throw invalid(POST_MESSAGES.author, [{ field: "author_id", rule: POST_MESSAGES.author }]);
    await storeOptions(db, id, options);
    const after = (await findForEditing(db, id)) as EditRow;
    await recordAudit({ ...ctx, db }, actor, {
      action: "updated",
      entity: "post",
      entityId: id,
      label: after.title,
      before: shown(before),
      after: shown(after),
    });
    return presentForEditing(after);
  });
}
