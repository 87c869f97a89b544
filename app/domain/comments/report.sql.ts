import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";

type Db = Kysely<DB>;

/** Notes that a reader objects to an approved comment of somebody else on a published article. @returns "added", "again" or "missing" */
export async function insertReport(
  db: Db,
  { commentId, userId, reason, now }: { commentId: string; userId: string; reason: string; now: Date },
): Promise<"added" | "again" | "missing"> {
  const { rows } = await sql<{ found: boolean; added: boolean }>`
    with target as (
      select c.id from comments c join posts p on p.id = c.post_id
      where c.id = ${commentId} and c.status = 'approved' and p.status = 'published' and c.author_id is distinct from ${userId}::uuid
      for key share of c
    ), added as (
      insert into comment_reports (comment_id, user_id, reason, created_at)
      select id, ${userId}, ${reason}, ${now} from target on conflict do nothing returning comment_id
    )
    select exists (select from target) as found, exists (select from added) as added`.execute(db);
  if (!rows[0]?.found) return "missing";
  return rows[0].added ? "added" : "again";
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
