import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";

/** A comment in a thread. `parent_id` is null if its parent isn't shown. */
export type ThreadRow = {
  id: string;
  parent_id: string | null;
  is_reply: boolean;
  author_id: string | null;
  author_name: string | null;
  by_author: boolean;
  /** written by an admin of the site */
  is_staff: boolean;
  content: string;
  status: string;
  created_at: Date;
  edited_at: Date | null;
};

export const columns = sql`
  c.id, shown.id as parent_id, c.is_reply, c.author_id, coalesce(u.full_name, c.guest_name) as author_name,
  coalesce(u.role = 'admin', false) as is_staff, c.content, c.status, c.created_at, c.edited_at`;

/** Joins `comments c` to its author and to its parent, if that is shown. */
export const joins = sql`
  left join users u on u.id = c.author_id
  left join comments shown on shown.id = c.parent_id and shown.status = 'approved'`;

/** A user's own approved or pending comment on a published article. */
export async function findOwn(db: Db, id: string, authorId: string): Promise<ThreadRow | undefined> {
  const { rows } = await sql<ThreadRow>`
    select ${columns}, coalesce(c.author_id = p.author_id, false) as by_author
    from comments c join posts p on p.id = c.post_id and p.status = 'published' ${joins}
    where c.id = ${id} and c.author_id = ${authorId} and c.status in ('pending', 'approved')`.execute(db);
  return rows[0];
}

/** Locks the author until the transaction ends, so that concurrent requests can't post the same twice. */
export const lockAuthor = (db: Db, authorId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('comments of ' || ${authorId}::text, 0))`.execute(db);

/** From so many characters on, nobody writes the same text twice by chance. */
const LONG_TEXT = 100;

type Repeated = {
  authorId: string;
  postId: string;
  /** the comment that is answered */
  replyTo: string | null;
  content: string;
  since: { here: Date; anywhere: Date };
  /** a comment to leave out */
  but: string | null;
};

/**
 * Whether the user has posted the same as an answer to the same comment or article since `here`, or a long text anywhere since
 * `anywhere`. Ignores case and white space.
 */
export async function hasPosted(db: Db, { authorId, postId, replyTo, content, since, but }: Repeated): Promise<boolean> {
  const plain = (text: unknown) => sql`lower(regexp_replace(${text}, '\\s+', ' ', 'g'))`;
  const isLong = [...content].length >= LONG_TEXT;
  const { rows } = await sql<{ said: boolean }>`
    select exists (select from comments
      where author_id = ${authorId} and id is distinct from ${but}::uuid and status <> 'trashed'
        and (post_id = ${postId} and reply_to_id is not distinct from ${replyTo}::uuid and created_at >= ${since.here}
          or ${isLong} and created_at >= ${since.anywhere})
        and ${plain(sql.ref("content"))} = ${plain(sql.val(content))}) as said`.execute(db);
  return rows[0]?.said ?? false;
}
