import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import type { CommentStatus } from "./comment-rules.ts";

export const isKept = sql`c.status <> 'trashed'`;

/** A comment before moderation. */
export type ModeratedRow = { id: string; content: string; status: CommentStatus; is_spam: boolean; open_reports: number };

/**
 * Locks comments until the transaction ends, in the order of their ids, so that transactions don't deadlock. Skips trashed ones.
 */
export async function lockComments(db: Db, ids: string[]): Promise<ModeratedRow[]> {
  const { rows } = await sql<ModeratedRow>`
    select c.id, c.content, c.status, c.is_spam,
      (select count(*)::int from comment_reports r where r.comment_id = c.id and r.settled_at is null) as open_reports
    from comments c where c.id = any(${ids}::uuid[]) and ${isKept} order by c.id for no key update of c`.execute(db);
  return rows;
}
