import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import type { Author } from "./add-comment.ts";
import { commentPolicy } from "./comment.policy.ts";
import { deleteComment, lockAuthorship } from "./comments.sql.ts";

/** Deletes one's own comment for good, however old. Replies to it stay. @throws DomainError PGRST116 unless it is one's own */
export async function deleteOwnComment(ctx: Context, author: Author, id: string): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    const comment = await lockAuthorship(db, id);
    if (!comment || !commentPolicy.deleteOwn.allows(author, comment)) throw notFound("Comment");
    await deleteComment(db, id);
  });
}
