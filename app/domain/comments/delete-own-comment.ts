import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import type { Author } from "./add-comment.ts";
import { deleteOwn } from "./comments.sql.ts";

/** Deletes one's own comment for good, however old. Replies to it stay. @throws DomainError PGRST116 unless it is one's own */
export async function deleteOwnComment(ctx: Context, author: Author, id: string): Promise<void> {
  if (!(await deleteOwn(ctx.db, id, author.id))) throw notFound("Comment");
}
