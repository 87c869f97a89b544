import type { Context } from "../context.ts";
import { duplicate, notFound } from "../errors.ts";
import type { Author } from "./add-comment.ts";
import { commentPolicy } from "./comment.policy.ts";
import { lockForReader } from "./comments.sql.ts";
import { insertReport } from "./report.sql.ts";

/**
 * Notes that a reader objects to a comment, for an admin to decide.
 * @param reason may be empty
 * @throws DomainError PGRST116 for a comment that isn't public or is one's own; 23505 the second time
 */
export async function reportComment(ctx: Context, reader: Author, id: string, reason: string): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    const comment = await lockForReader(db, id);
    if (!comment || !commentPolicy.report.allows(reader, comment)) throw notFound("Comment");
    const isNew = await insertReport(db, { commentId: id, userId: reader.id, reason, now: ctx.clock.now() });
    if (!isNew) throw duplicate("You have already reported this comment.");
  });
}
