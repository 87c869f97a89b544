import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { containsText, findsText, matchesOften } from "../../platform/database/text-search.ts";
import type { CommentCounts } from "./comment.ts";
import type { CommentView } from "./comment-rules.ts";

/** The filter of the back office's list; `search`: words in the text, the author or the article. */
export type CommentFilter = { view?: CommentView | undefined; search?: string | undefined };

export type CommentPage = { newestFirst: boolean; limit: number; offset: number };

/** Up to this many authors or articles are looked up first, and their comments found by an index. */
const NAMED_MAX = 5000;

const isKept = sql`c.status <> 'trashed'`;
const isReported = sql`exists (select from comment_reports r where r.comment_id = c.id and r.settled_at is null)`;

/** Whether `comments c` belongs to a view; trashed comments belong to none. */
function inView(view: CommentView | undefined): RawBuilder<unknown> {
  if (view === undefined) return isKept;
  if (view === "spam") return sql`c.is_spam and ${isKept}`;
  return view === "reported" ? sql`${isKept} and ${isReported}` : sql`c.status = ${view}`;
}

/** Conditions for `comments c` to match a search: `all` for finding them among all comments, `each` for checking a few. */
type MatchConditions = { all: RawBuilder<unknown>; each: RawBuilder<unknown> };

/** Whether a select has few results. */
async function findsFew(db: Db, select: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (${select} limit ${NAMED_MAX + 1}) found`.execute(db);
  return (rows[0]?.n ?? 0) <= NAMED_MAX;
}

/** A condition for one of a select's results. With few, the planner uses an index for each; with many, it reads the rows. */
const oneOf = (select: RawBuilder<unknown>, isFew: boolean) => (isFew ? sql`= any(array(${select}))` : sql`in (${select})`);

/** Finds comments that contain the words, or whose author or article does. */
async function matching(db: Db, search: string): Promise<MatchConditions> {
  const authors = sql`select id from users where ${findsText(sql`words`, search)}`;
  const posts = sql`select post_id as id from post_catalog where ${findsText(sql`heading`, search)}`;
  const [fewAuthors, fewPosts] = await Promise.all([findsFew(db, authors), findsFew(db, posts)]);
  // Next to large sets no index helps, so every comment is read.
  const words = (fewAuthors && fewPosts ? findsText : containsText)(sql`c.words`, search);
  return {
    all: sql`(${words} or c.author_id ${oneOf(authors, fewAuthors)} or c.post_id ${oneOf(posts, fewPosts)})`,
    // Unlike a set, a scalar subquery is evaluated only for the comments that are checked.
    each: sql`(${containsText(sql`c.words`, search)} or ${containsText(sql`(select u.words from users u where u.id = c.author_id)`, search)}
      or ${containsText(sql`(select d.heading from post_catalog d where d.post_id = c.post_id)`, search)})`,
  };
}

/** Counts the comments of each view. Most are approved, so their number is the difference. */
async function countAll(db: Db): Promise<CommentCounts> {
  const count = (view: CommentView | undefined) => sql`(select count(*)::int from comments c where ${inView(view)})`;
  const { rows } = await sql<CommentCounts>`
    select "all", pending, "all" - pending - rejected as approved, rejected, spam, reported from (
      select ${count(undefined)} as "all", ${count("pending")} as pending, ${count("rejected")} as rejected, ${count("spam")} as spam,
        (select count(distinct c.id)::int from comments c join comment_reports r on r.comment_id = c.id and r.settled_at is null
         where ${isKept}) as reported
    ) counted`.execute(db);
  return rows[0] as CommentCounts;
}

/** Counts the matching comments of each view in one scan; there are few reported ones, so each is checked. */
async function countMatching(db: Db, { all, each }: MatchConditions): Promise<CommentCounts> {
  const { rows } = await sql<CommentCounts>`
    select counted.*, "all" - pending - rejected as approved, reported.n as reported from (
      select count(*)::int as "all", count(*) filter (where status = 'pending')::int as pending,
        count(*) filter (where status = 'rejected')::int as rejected, count(*) filter (where is_spam)::int as spam
      from comments c where ${isKept} and ${all}
    ) counted, (
      select count(distinct c.id)::int as n from comments c join comment_reports r on r.comment_id = c.id and r.settled_at is null
      where ${isKept} and ${each}
    ) reported`.execute(db);
  return rows[0] as CommentCounts;
}

/** The ids of one page of a view, of the comments that match a condition. */
async function idsOfPage(db: Db, view: CommentView | undefined, rule: RawBuilder<unknown>, page: CommentPage): Promise<string[]> {
  const order = page.newestFirst ? sql`c.created_at desc, c.id desc` : sql`c.created_at, c.id`;
  const { rows } = await sql<{ id: string }>`
    select c.id from comments c where ${inView(view)} and ${rule}
    order by ${order} limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Counts the matching comments of every view, and finds one page of them.
 * @param page `newestFirst`, `limit` and `offset`
 * @returns two promises; await both, because either may reject
 */
export function countAndFind(
  db: Db,
  { view, search }: CommentFilter,
  page: CommentPage,
): { counts: Promise<CommentCounts>; ids: Promise<string[]> } {
  if (!search) return { counts: countAll(db), ids: idsOfPage(db, view, sql`true`, page) };
  const found = matching(db, search);
  const counts = found.then((matched) => countMatching(db, matched));
  const idsAmong = async (): Promise<string[]> => {
    const [{ all, each }, { [view ?? "all"]: total }] = await Promise.all([found, counts]);
    if (page.offset >= total) return [];
    return idsOfPage(db, view, matchesOften(total, page.offset + page.limit) ? each : all, page);
  };
  return { counts, ids: idsAmong() };
}

/** The ids of all comments that match a filter now, in the order in which they are locked. */
export async function idsOf(db: Db, { view, search }: CommentFilter): Promise<string[]> {
  const rule = search ? (await matching(db, search)).all : sql`true`;
  const { rows } = await sql<{ id: string }>`
    select c.id from comments c where ${inView(view)} and ${rule} order by c.id`.execute(db);
  return rows.map(({ id }) => id);
}
