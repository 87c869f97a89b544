import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";

type Db = Kysely<DB>;

/** Notes that a reader objects to a comment. @returns false when they have done so before */
export async function insertReport(
  db: Db,
  { commentId, userId, reason, now }: { commentId: string; userId: string; reason: string; now: Date },
): Promise<boolean> {
  const added = await db
    .insertInto("comment_reports")
    .values({ comment_id: commentId, user_id: userId, reason, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("comment_id")
    .executeTakeFirst();
  return added !== undefined;
}

/** The comments of an article that a person has reported. */
export async function reportedBy(db: Db, postId: string, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("comment_reports")
    .innerJoin("comments", "comments.id", "comment_reports.comment_id")
    .select("comment_reports.comment_id")
    .where("comments.post_id", "=", postId)
    .where("comment_reports.user_id", "=", userId)
    .execute();
  return rows.map(({ comment_id }) => comment_id);
}

/** What readers object to in these comments and nobody has decided on, oldest first. */
export const openReports = (db: Db, commentIds: string[]) =>
  db
    .selectFrom("comment_reports")
    .select(["comment_id", "reason", "created_at"])
    .where("comment_id", "in", commentIds)
    .where("settled_at", "is", null)
    .orderBy("created_at")
    .execute();

/** Somebody has decided on these comments: their reports are settled. @returns the ids of those that had any open */
export async function settleReports(db: Db, commentIds: string[], now: Date): Promise<string[]> {
  const rows = await db
    .updateTable("comment_reports")
    .set({ settled_at: now })
    .where("comment_id", "in", commentIds)
    .where("settled_at", "is", null)
    .returning("comment_id")
    .execute();
  return [...new Set(rows.map(({ comment_id }) => comment_id))];
}
