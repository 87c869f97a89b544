import { type Insertable, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { Db } from "../../platform/database/db.ts";
import type { CommentStatus } from "./comment-rules.ts";

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

const columns = sql`
  c.id, shown.id as parent_id, c.is_reply, c.author_id, coalesce(u.full_name, c.guest_name) as author_name,
  coalesce(u.role = 'admin', false) as is_staff, c.content, c.status, c.created_at, c.edited_at`;

/** Joins `comments c` to its author and to its parent, if that is shown. */
const joins = sql`
  left join users u on u.id = c.author_id
  left join comments shown on shown.id = c.parent_id and shown.status = 'approved'`;

/**
 * The published article with a slug, an id or an old slug. A current slug takes precedence over an id, an id over an old slug.
 */
const published = (slug: string, id: string | null) => sql`
  select p.id, p.author_id, p.comments_count, p.comments_open from (
    select id as post_id, 1 as rank from posts where slug = ${slug} and status = 'published'
    union all select id, 2 from posts where id = ${id}::uuid and status = 'published'
    union all select p.id, 3 from post_slugs o join posts p on p.id = o.post_id where o.slug = ${slug} and p.status = 'published'
  ) candidates join posts p on p.id = candidates.post_id order by candidates.rank limit 1`;

/**
 * Reads one page of an article's approved comments: those of the first level oldest first, each followed by its replies.
 * @returns undefined when no such article is published
 */
export async function threadPage(
  db: Db,
  { slug, id }: { slug: string; id: string | null },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; rows: ThreadRow[] } | undefined> {
  const { rows } = await sql<{ total: number; comments: ThreadRow[] }>`
    with post as materialized (${published(slug, id)})
    select post.comments_count as total, coalesce(json_agg(c order by c.begun, c.thread, c.place, c.created_at, c.id)
      filter (where c.id is not null), '[]') as comments
    from post left join lateral (
      select ${columns}, coalesce(c.author_id = post.author_id, false) as by_author,
        coalesce(shown.created_at, c.created_at) as begun, coalesce(shown.id, c.id) as thread, (shown.id is not null)::int as place
      from comments c ${joins}
      where c.post_id = post.id and c.status = 'approved'
      order by begun, thread, place, c.created_at, c.id limit ${limit} offset ${offset}
    ) c on true
    group by post.comments_count`.execute(db);
  const [page] = rows;
  return page && { total: page.total, rows: page.comments.map(withDates) };
}

/** JSON has times as text. */
const withDates = (row: ThreadRow): ThreadRow => ({
  ...row,
  created_at: new Date(row.created_at),
  edited_at: row.edited_at && new Date(row.edited_at),
});

/** The part of an article that matters for comments. */
export type Article = { id: string; comments_open: boolean };

/** The published article with a slug, an old slug or an id; undefined if there is none. */
export async function findArticle(db: Db, slug: string, id: string | null): Promise<Article | undefined> {
  const { rows } = await sql<Article>`${published(slug, id)}`.execute(db);
  return rows[0];
}

/** A user's own approved and pending comments on an article, oldest first. */
export async function ownOnArticle(db: Db, postId: string, authorId: string): Promise<ThreadRow[]> {
  const { rows } = await sql<ThreadRow>`
    select ${columns}, coalesce(c.author_id = p.author_id, false) as by_author
    from comments c join posts p on p.id = c.post_id ${joins}
    where c.post_id = ${postId} and c.author_id = ${authorId} and c.status in ('pending', 'approved')
    order by c.created_at, c.id`.execute(db);
  return rows;
}

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

/** An approved comment on an article, with the parent of its thread; it can't be deleted until the transaction ends. */
export const findAnswerable = (db: Db, postId: string, id: string) =>
  db
    .selectFrom("comments")
    .select(["id", "parent_id"])
    .where("id", "=", id)
    .where("post_id", "=", postId)
    .where("status", "=", "approved")
    .forKeyShare()
    .executeTakeFirst();

/** Adds a comment. @returns its id */
export async function insertComment(db: Db, values: Insertable<DB["comments"]>): Promise<string> {
  const { id } = await db.insertInto("comments").values(values).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** A comment on a published article, locked until the transaction ends. */
export async function lockForReader(db: Db, id: string) {
  const row = await db
    .selectFrom("comments")
    .innerJoin("posts", "posts.id", "comments.post_id")
    .select([
      "comments.id",
      "comments.post_id",
      "comments.author_id",
      "comments.content",
      "comments.status",
      "comments.reply_to_id",
    ])
    .select(["comments.created_at", "comments.is_spam", "comments.spam_reason", "posts.title"])
    .where("comments.id", "=", id)
    .where("posts.status", "=", "published")
    .forNoKeyUpdate("comments")
    .executeTakeFirst();
  return row && { ...row, status: row.status as CommentStatus };
}

/** Changes the text of a comment, with its status. */
export const updateContent = (
  db: Db,
  id: string,
  values: { content: string; status: string; is_spam: boolean; spam_reason: string | null; edited_at: Date; updated_at: Date },
) => db.updateTable("comments").set(values).where("id", "=", id).execute();

/** The author of a comment, whatever its status; locked until the transaction ends. */
export const lockAuthorship = (db: Db, id: string) =>
  db.selectFrom("comments").select("author_id").where("id", "=", id).forUpdate().executeTakeFirst();

/** Deletes a comment permanently. */
export const deleteComment = (db: Db, id: string) => db.deleteFrom("comments").where("id", "=", id).execute();

/** Adds a reader's report. @returns false if they have reported the comment before */
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

/** The comments of an article that a user has reported. */
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

/** The open reports of these comments, oldest first. */
export const openReports = (db: Db, commentIds: string[]) =>
  db
    .selectFrom("comment_reports")
    .select(["comment_id", "reason", "created_at"])
    .where("comment_id", "in", commentIds)
    .where("settled_at", "is", null)
    .orderBy("created_at")
    .execute();

/** Settles the reports of these comments. @returns the ids of those that had open ones */
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

/** A reply, and the author of the answered comment, who is to be notified. */
export type ReplyNotice = {
  id: string;
  content: string;
  who: string | null;
  is_staff: boolean;
  title: string;
  slug: string;
  recipient: string;
  recipient_id: string;
};

/**
 * Takes the next of these comments whose reply notification is due: an approved reply on a published article to someone else's
 * comment, whose author is active and wants such mails. It counts as notified from now on, so approving a comment twice sends nothing
 * new.
 */
export async function takeNotice(db: Db, ids: string[], now: Date): Promise<ReplyNotice | undefined> {
  const { rows } = await sql<ReplyNotice>`
    update comments c set notified_at = ${now}
    from comments answered join users r on r.id = answered.author_id, posts p, users w
    where c.id = (
        select n.id from comments n join comments a on a.id = n.reply_to_id join users u on u.id = a.author_id
        join posts o on o.id = n.post_id
        where n.id = any(${ids}::uuid[]) and n.status = 'approved' and n.notified_at is null and o.status = 'published'
          and a.author_id <> n.author_id and u.is_active and u.reply_notices
        order by n.created_at, n.id limit 1 for update of n)
      and c.notified_at is null and answered.id = c.reply_to_id and p.id = c.post_id and w.id = c.author_id
    returning c.id, c.content, w.full_name as who, w.role = 'admin' as is_staff, p.title, p.slug, r.email as recipient, r.id as recipient_id`.execute(
    db,
  );
  return rows[0];
}

/** Whether a user gets mails about replies; undefined if there is no such user. */
export const wantsNotices = async (db: Db, userId: string): Promise<boolean | undefined> =>
  (await db.selectFrom("users").select("reply_notices").where("id", "=", userId).executeTakeFirst())?.reply_notices;

/** Sets whether a user gets mails about replies. */
export const setNotices = (db: Db, userId: string, reply_notices: boolean) =>
  db.updateTable("users").set({ reply_notices }).where("id", "=", userId).execute();

/** The secret of a purpose; migrations create it. */
export async function findSecret(db: Db, purpose: string): Promise<string> {
  const { secret } = await db
    .selectFrom("link_secrets")
    .select("secret")
    .where("purpose", "=", purpose)
    .executeTakeFirstOrThrow();
  return secret;
}
