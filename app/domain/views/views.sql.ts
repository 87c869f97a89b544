import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";

/** The number of views of a published article; undefined if there is none. */
export async function readViews(db: Db, postId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("posts")
    .select("views_count")
    .where("id", "=", postId)
    .where("status", "=", "published")
    .executeTakeFirst();
  return row?.views_count;
}

/**
 * Locks a reader session's views of an article until the transaction ends. A unique index can't express a sliding window, so this is a
 * lock.
 */
export async function lockViews(db: Db, postId: string, sessionId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`view ${postId} ${sessionId}`}, 0))`.execute(db);
}

/** Adds a view unless the session has one since `since`. @returns whether it did */
export async function insertView(db: Db, view: { postId: string; sessionId: string; now: Date; since: Date }): Promise<boolean> {
  const { postId, sessionId, now, since } = view;
  const { rows } = await sql`
    insert into post_views (post_id, session_id, viewed_at)
    select id, ${sessionId}::text, ${now}::timestamptz from posts
    where id = ${postId}::uuid and status = 'published' and not exists (
      select from post_views where post_id = ${postId}::uuid and session_id = ${sessionId} and viewed_at > ${since})
    returning id`.execute(db);
  return rows.length > 0;
}

/** Removes the session from views up to `until`. */
export async function forgetSessions(db: Db, until: Date): Promise<void> {
  await sql`update post_views set session_id = null where session_id is not null and viewed_at <= ${until}`.execute(db);
}
