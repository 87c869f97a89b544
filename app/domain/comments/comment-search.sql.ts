import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { containsText, findsText } from "../../platform/database/text-search.ts";
import type { CommentView } from "./comment-rules.ts";

/** The filter of the back office's list; `search`: words in the text, the author or the article. */
export type CommentFilter = { view?: CommentView | undefined; search?: string | undefined };

/** Up to this many authors or articles are looked up first, and their comments found by an index. */
const NAMED_MAX = 5000;

export const isKept = sql`c.status <> 'trashed'`;
const isReported = sql`exists (select from comment_reports r where r.comment_id = c.id and r.settled_at is null)`;

/** Whether `comments c` belongs to a view; trashed comments belong to none. */
export function inView(view: CommentView | undefined): RawBuilder<unknown> {
  if (view === undefined) return isKept;
  if (view === "spam") return sql`c.is_spam and ${isKept}`;
  return view === "reported" ? sql`${isKept} and ${isReported}` : sql`c.status = ${view}`;
}

/** Conditions for `comments c` to match a search: `all` for finding them among all comments, `each` for checking a few. */
export type MatchConditions = { all: RawBuilder<unknown>; each: RawBuilder<unknown> };

/** Whether a select has few results. */
async function findsFew(db: Db, select: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (${select} limit ${NAMED_MAX + 1}) found`.execute(db);
  return (rows[0]?.n ?? 0) <= NAMED_MAX;
}

/** A condition for one of a select's results. With few, the planner uses an index for each; with many, it reads the rows. */
const oneOf = (select: RawBuilder<unknown>, isFew: boolean) => (isFew ? sql`= any(array(${select}))` : sql`in (${select})`);

/** Finds comments that contain the words, or whose author or article does. */
export async function matching(db: Db, search: string): Promise<MatchConditions> {
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
