import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { CommentCounts, CommentStatus, CommentView, SpamReason } from "./model.ts";

type Db = Kysely<DB>;

/** What the back office's list is narrowed to; `search` are words of the text, the author or the article. */
export type CommentFilter = { view?: CommentView | undefined; search?: string | undefined };

/** Text as a pattern that finds it anywhere, in any case. */
const anywhere = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;

/** So many authors or articles are named one by one, so that their comments are found in an index. */
const NAMED_MAX = 1000;

const authorsWith = (search: string) => sql`
  select id from users where lower(email) like ${anywhere(search)} or lower(coalesce(full_name, '')) like ${anywhere(search)}`;
const postsWith = (search: string) => sql`select post_id as id from post_catalog where heading like ${anywhere(search)}`;

/** The ids of a select, by name when they are few, else left to the statement. */
async function few(db: Db, select: RawBuilder<unknown>): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ id: string }>`${select} limit ${NAMED_MAX + 1}`.execute(db);
  return rows.length > NAMED_MAX ? sql`in (${select})` : sql`= any(${rows.map(({ id }) => id)}::uuid[])`;
}

/** What `found` holds: the comments that hold the words, or whose author or article does. */
async function finding(db: Db, search: string | undefined): Promise<RawBuilder<unknown>> {
  if (!search) return sql``;
  const [author, post] = [await few(db, authorsWith(search)), await few(db, postsWith(search))];
  return sql`with found as materialized (
    select id, status, is_spam, created_at from comments
    where status <> 'trashed' and (words like ${anywhere(search)} or author_id ${author} or post_id ${post}))`;
}

const isReported = sql`exists (select from comment_reports r where r.comment_id = c.id and r.settled_at is null)`;

const isKept = sql`c.status <> 'trashed'`;

/** Whether `comments c` belongs to a view; what is in the trash belongs to none. */
function inView(view: CommentView | undefined): RawBuilder<unknown> {
  if (view === undefined) return isKept;
  if (view === "spam") return sql`c.is_spam and ${isKept}`;
  return view === "reported" ? sql`${isKept} and ${isReported}` : sql`c.status = ${view}`;
}

/** Where the comments of a search stand, as `c`. */
const among = (search: string | undefined) => (search ? sql`found c` : sql`comments c`);

/**
 * Counts the comments of every view that match the search, and finds those of one page.
 * @param page `newestFirst`, and how many after how many
 */
export async function countAndFind(
  db: Db,
  filter: CommentFilter,
  { newestFirst, limit, offset }: { newestFirst: boolean; limit: number; offset: number },
): Promise<{ counts: CommentCounts; ids: string[] }> {
  const order = newestFirst ? sql`c.created_at desc, c.id desc` : sql`c.created_at, c.id`;
  const { rows } = await sql<CommentCounts & { ids: string[] }>`
    ${await finding(db, filter.search)}
    select counted.*, reported.n as reported, page.ids from (
      select count(*) filter (where ${isKept})::int as "all", count(*) filter (where status = 'pending')::int as pending,
        count(*) filter (where status = 'approved')::int as approved, count(*) filter (where status = 'rejected')::int as rejected,
        count(*) filter (where is_spam and ${isKept})::int as spam from ${among(filter.search)}
    ) counted, (
      select count(distinct c.id)::int as n from ${among(filter.search)} join comment_reports r on r.comment_id = c.id and r.settled_at is null
      where ${isKept}
    ) reported, (
      select array(select c.id from ${among(filter.search)} where ${inView(filter.view)} order by ${order} limit ${limit} offset ${offset}) as ids
    ) page`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("an aggregate has one row");
  const { ids, ...counts } = row;
  return { counts, ids };
}

/** The ids of all comments that a filter holds now, in the order in which they are locked. */
export async function idsOf(db: Db, filter: CommentFilter): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    ${await finding(db, filter.search)}
    select c.id from ${among(filter.search)} where ${inView(filter.view)} order by c.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** What the back office reads of a comment. */
export type AdminRow = {
  id: string;
  content: string;
  status: CommentStatus;
  is_spam: boolean;
  spam_reason: SpamReason | null;
  is_reply: boolean;
  created_at: Date;
  updated_at: Date;
  edited_at: Date | null;
  post: { id: string; title: string; slug: string; status: string };
  author: { id: string; full_name: string | null; email: string } | null;
  guest_name: string | null;
  parent: { id: string; content: string; author: { full_name: string | null } | null } | null;
};

/** Reads comments by id, in the order of the ids. */
export async function findForAdmin(db: Db, ids: string[]): Promise<AdminRow[]> {
  const { rows } = await sql<AdminRow>`
    select c.id, c.content, c.status, c.is_spam, c.spam_reason, c.is_reply, c.guest_name, c.created_at, c.updated_at, c.edited_at,
      json_build_object('id', p.id, 'title', p.title, 'slug', p.slug, 'status', p.status) as post,
      case when u.id is not null then json_build_object('id', u.id, 'full_name', u.full_name, 'email', u.email) end as author,
      case when a.id is not null then json_build_object('id', a.id, 'content', a.content, 'author',
        case when coalesce(au.id::text, a.guest_name) is not null
          then json_build_object('full_name', coalesce(au.full_name, a.guest_name)) end) end as parent
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place) join comments c on c.id = wanted.id
      join posts p on p.id = c.post_id left join users u on u.id = c.author_id
      left join comments a on a.id = c.reply_to_id left join users au on au.id = a.author_id
    where ${isKept} order by wanted.place`.execute(db);
  return rows;
}

/** A comment as moderation finds it. */
export type ModeratedRow = { id: string; content: string; status: CommentStatus; is_spam: boolean; open_reports: number };

/** Locks comments until the transaction ends, in the order of their ids, so that nobody waits in a circle; none of the trash. */
export async function lockComments(db: Db, ids: string[]): Promise<ModeratedRow[]> {
  const { rows } = await sql<ModeratedRow>`
    select c.id, c.content, c.status, c.is_spam,
      (select count(*)::int from comment_reports r where r.comment_id = c.id and r.settled_at is null) as open_reports
    from comments c where c.id = any(${ids}::uuid[]) and ${isKept} order by c.id for no key update of c`.execute(db);
  return rows;
}

/** Sets where comments stand. Approved ones are no spam; why one was taken for it stays, unless it isn't any more. */
export const setStanding = (
  db: Db,
  ids: string[],
  { status, isSpam, now }: { status: CommentStatus | undefined; isSpam: boolean | undefined; now: Date },
) =>
  db
    .updateTable("comments")
    .set({
      updated_at: now,
      ...(status && { status }),
      ...(isSpam !== undefined && {
        is_spam: isSpam,
        spam_reason: isSpam ? sql<string>`coalesce(spam_reason, 'marked_by_admin')` : null,
      }),
    })
    .where("id", "in", ids)
    .execute();
