import type { Context } from "../context.ts";
import { duplicate, notFound } from "../errors.ts";
import type { Author } from "./add-comment.ts";
import { insertReport } from "./report.sql.ts";

/**
 * Notes that a reader objects to a comment, for an admin to decide.
 * @param reason may be empty
 * @throws DomainError PGRST116 for a comment that isn't public or is one's own; 23505 the second time
 */
export async function reportComment(ctx: Context, reader: Author, id: string, reason: string): Promise<void> {
  const result = await insertReport(ctx.db, { commentId: id, userId: reader.id, reason, now: ctx.clock.now() });
  if (result === "missing") throw notFound("Comment");
  if (result === "again") throw duplicate("You have already reported this comment.");
}
