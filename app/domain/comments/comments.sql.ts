import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { containsText, findsText } from "../../platform/database/text-search.ts";
import type { PolicyActor } from "../back-office.policy.ts";
import { type Reach, reachOf } from "../posts/reach.sql.ts";
import { userPolicy } from "../users/user.policy.ts";
import type { CommentStatus, CommentView, DecidedAs, SpamReason } from "./comment-rules.ts";
import { type Commenter, isWrittenBy } from "./commenter.ts";

/** `parent_id` is null if its parent isn't shown. */
export type ThreadRow = {
  id: string;
  parent_id: string | null;
  is_reply: boolean;
  author_id: string | null;
  author_name: string | null;
  by_author: boolean;
  is_staff: boolean;
  content: string;
  status: string;
  likes_count: number;
  created_at: Date;
  edited_at: Date | null;
};

export const columns = sql`
  c.id, shown.id as parent_id, c.is_reply, c.author_id, coalesce(u.full_name, c.guest_name) as author_name,
  coalesce(u.role = 'admin', false) as is_staff, c.content, c.status, c.likes_count, c.created_at, c.edited_at`;

/** @param first author of the article; it can have further ones */
export const byAuthor = (first: RawBuilder<unknown>) => sql`
  coalesce(c.author_id = ${first}, false)
    or exists (select from post_coauthors o where o.post_id = c.post_id and o.user_id = c.author_id) as by_author`;

/** The parent only if it is shown. */
export const joins = sql`
  left join users u on u.id = c.author_id
  left join comments shown on shown.id = c.parent_id and shown.status = 'approved'`;

export async function findOwn(db: Db, id: string, author: Commenter): Promise<ThreadRow | undefined> {
  const { rows } = await sql<ThreadRow>`
    select ${columns}, ${byAuthor(sql`p.author_id`)}
    from comments c join posts p on p.id = c.post_id and p.status = 'published' ${joins}
    where c.id = ${id} and ${isWrittenBy(author)} and c.status in ('pending', 'approved')`.execute(db);
  return rows[0];
}

/** Until the transaction ends, so that concurrent requests can't post the same twice. */
export const lockAuthor = (db: Db, { id }: Pick<Commenter, "id">) =>
  sql`select pg_advisory_xact_lock(hashtextextended('comments of ' || ${id}::text, 0))`.execute(db);

/** Nobody writes the same text of this length twice by chance. */
const LONG_TEXT = 100;

type Repeated = {
  author: Commenter;
  postId: string;
  replyTo: string | null;
  content: string;
  since: { here: Date; anywhere: Date };
  but: string | null;
};

/** As an answer to the same comment or article since `here`, or a long text anywhere since `anywhere`; ignores case and white space. */
export async function hasPosted(db: Db, { author, postId, replyTo, content, since, but }: Repeated): Promise<boolean> {
  const plain = (text: unknown) => sql`lower(regexp_replace(${text}, '\\s+', ' ', 'g'))`;
  const isLong = [...content].length >= LONG_TEXT;
  const { rows } = await sql<{ said: boolean }>`
    select exists (select from comments c
      where ${isWrittenBy(author)} and id is distinct from ${but}::uuid and status <> 'trashed'
        and (post_id = ${postId} and reply_to_id is not distinct from ${replyTo}::uuid and created_at >= ${since.here}
          or ${isLong} and created_at >= ${since.anywhere})
        and ${plain(sql.ref("content"))} = ${plain(sql.val(content))}) as said`.execute(db);
  return rows[0]?.said ?? false;
}

/** Whether a comment of theirs is approved. */
export async function hasApproved(db: Db, author: Commenter): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from comments c where ${isWrittenBy(author)} and c.status = 'approved') as known`.execute(db);
  return rows[0]?.known ?? false;
}

/** `search`: words in the text, the author or the article. */
export type CommentFilter = {
  view?: CommentView | undefined;
  search?: string | undefined;
  /** the id of a comment: this one, and those alike */
  alike?: string | undefined;
};

/** Up to this many texts, authors, guests and articles each are looked up first, and their comments found by an index. */
const FEW = 5000;

export const isNotTrashed = sql`c.status <> 'trashed'`;
const isReported = sql`exists (select from comment_reports r where r.comment_id = c.id and r.settled_at is null)`;

/** Trashed comments belong to none. */
export function inView(view: CommentView | undefined): RawBuilder<unknown> {
  if (view === undefined) return isNotTrashed;
  if (view === "spam") return sql`c.is_spam and ${isNotTrashed}`;
  return view === "reported" ? sql`${isNotTrashed} and ${isReported}` : sql`c.status = ${view}`;
}

/** What a comment `c` can have in common with `mine`: author, words, a host of its links. There is an index for each. */
export const SHARED = [
  sql`c.author_id = mine.author_id`,
  sql`c.guest_id = mine.guest_id`,
  sql`c.text_key = mine.text_key`,
  sql`c.hosts && mine.hosts`,
];
export const isAlike = sql`(${sql.join(SHARED, sql` or `)})`;

/** `all` for finding among all comments `c`, `each` for checking a few. */
export type MatchConditions = { all: RawBuilder<unknown>; each: RawBuilder<unknown> };

async function findsFew(db: Db, selects: RawBuilder<unknown>[]): Promise<boolean> {
  const few = selects.map((select) => sql`(select count(*) from (${select} limit ${FEW + 1}) found) <= ${FEW}`);
  const { rows } = await sql<{ few: boolean }>`select ${sql.join(few, sql` and `)} as few`.execute(db);
  return rows[0]?.few ?? false;
}

/** Authors and guests are found by their email addresses, and articles by their titles, if the actor may read these. The words of a comment have its guest's name. */
export async function matching(db: Db, search: string, actor: PolicyActor): Promise<MatchConditions> {
  const isTitled = sql`(d.status = 'published' or ${reachOf(actor)(sql`d.post_id`)})`;
  const readsAddresses = userPolicy.readAddresses.admits(actor);
  const named = readsAddresses ? sql`true` : containsText(sql`searchable(coalesce(u.full_name, ''))`, search);
  const authors = sql`select u.id from users u where ${findsText(sql`u.words`, search)} and ${named}`;
  const posts = sql`select d.post_id as id from post_catalog d where ${findsText(sql`d.heading`, search)} and ${isTitled}`;
  const texts = sql`select t.comment_id as id from comment_texts t where ${findsText(sql`t.words`, search)}`;
  const hasAddress = readsAddresses ? containsText(sql`searchable(g.email)`, search) : sql`false`;
  const guests = sql`select g.id from guests g where ${hasAddress}`;
  // With few, the planner uses an index for each. Next to a large set none helps, so every comment is read.
  const isFew = await findsFew(db, [texts, authors, guests, posts]);
  const oneOf = (select: RawBuilder<unknown>) => (isFew ? sql`= any(array(${select}))` : sql`in (${select})`);
  const words = sql`(select t.words from comment_texts t where t.comment_id = c.id)`;
  return {
    all: sql`(c.id ${oneOf(texts)} or c.author_id ${oneOf(authors)} or c.guest_id ${oneOf(guests)} or c.post_id ${oneOf(posts)})`,
    // Unlike a set, a scalar subquery is evaluated only for the comments that are checked.
    each: sql`(${containsText(words, search)} or ${containsText(sql`(select u.words from users u where u.id = c.author_id and ${named})`, search)}
      or exists (select from guests g where g.id = c.guest_id and ${hasAddress})
      or ${containsText(sql`(select d.heading from post_catalog d where d.post_id = c.post_id and ${isTitled})`, search)})`,
  };
}

/** What moderation changes. */
export type ModeratedState = {
  status: CommentStatus;
  is_spam: boolean;
  spam_reason: SpamReason | null;
  decided_as: DecidedAs | null;
};

export type ModeratedRow = ModeratedState & { id: string; content: string; open_reports: number };

/** Until the transaction ends, in the order of ids, so that transactions don't deadlock. Skips trashed ones and those out of reach. */
export async function lockComments(db: Db, ids: string[], reach: Reach): Promise<ModeratedRow[]> {
  const { rows } = await sql<ModeratedRow>`
    select c.id, c.content, c.status, c.is_spam, c.spam_reason, c.decided_as,
      (select count(*)::int from comment_reports r where r.comment_id = c.id and r.settled_at is null) as open_reports
    from comments c where c.id = any(${ids}::uuid[]) and ${isNotTrashed} and ${reach(sql`c.post_id`)}
    order by c.id for no key update of c`.execute(db);
  return rows;
}

/** The rows are locked. */
export async function storeStates(db: Db, rows: ({ id: string } & ModeratedState)[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  const column = (name: "id" | keyof ModeratedState) => rows.map((row) => row[name]);
  await sql`
    update comments c set status = s.status, is_spam = s.is_spam, spam_reason = s.spam_reason, decided_as = s.decided_as, updated_at = ${now}
    from unnest(${column("id")}::uuid[], ${column("status")}::text[], ${column("is_spam")}::boolean[], ${column("spam_reason")}::text[],
      ${column("decided_as")}::text[]) as s (id, status, is_spam, spam_reason, decided_as)
    where c.id = s.id`.execute(db);
}
