import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { matchesOften } from "../../platform/database/text-search.ts";
import { authorize } from "../authorize.ts";
import type { PolicyActor } from "../back-office.policy.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { commentsAreOpen } from "../posts/comments-open.sql.ts";
import { POST_ID, POST_SLUG } from "../posts/post-rules.ts";
import { type Reach, reachOf, slugFor, titleFor } from "../posts/reach.sql.ts";
import { paged } from "../schema-fields.ts";
import { userPolicy } from "../users/user.policy.ts";
import { commentPolicy } from "./comment.policy.ts";
import type { AdminComment, AdminCommentPage, CommentCounts, OwnThread, ThreadPage } from "./comment.ts";
import { ALIKE_MAX, type CommentStatus, type CommentView, type SpamReason, THREAD_PAGE_SIZE } from "./comment-rules.ts";
import { issueFormToken, type Recipient } from "./comment-tokens.ts";
import { type Commenter, isWrittenBy } from "./commenter.ts";
import {
  byAuthor,
  type CommentFilter,
  columns,
  inView,
  isNotTrashed,
  joins,
  type MatchConditions,
  matching,
  SHARED,
  type ThreadRow,
} from "./comments.sql.ts";
import type { HeldReason } from "./filter/filter.ts";
import { presentComment, presentOwn } from "./present-comment.ts";

/** @throws DomainError PGRST116 when it can't be an identifier */
function identify(slug: string): { slug: string; id: string | null } {
  const id = POST_ID.test(slug) ? slug.toLowerCase() : null;
  if (id === null && !POST_SLUG.test(slug)) throw notFound("Post");
  return { slug, id };
}

const published = (slug: string, id: string | null, now: Date) => sql`
  select p.id, p.slug, p.title, p.author_id, p.comments_count, ${commentsAreOpen(now)} as comments_open from (
    select id as post_id, 1 as rank from posts where slug = ${slug} and status = 'published'
    union all select id, 2 from posts where id = ${id}::uuid and status = 'published'
    union all select p.id, 3 from post_slugs o join posts p on p.id = o.post_id where o.slug = ${slug} and p.status = 'published'
  ) candidates join posts p on p.id = candidates.post_id order by candidates.rank limit 1`;

const withDates = (row: ThreadRow): ThreadRow => ({
  ...row,
  created_at: new Date(row.created_at),
  edited_at: row.edited_at && new Date(row.edited_at),
});

/**
 * Oldest first, each followed by its replies. A page (from 1) beyond the end is empty but has the right totals. One SQL statement.
 * @param slug current, former, or the id @param byline the name of admins without a name @throws DomainError PGRST116
 */
export async function readThread(ctx: Context, slug: string, page: number, byline: string): Promise<ThreadPage> {
  const range = { limit: THREAD_PAGE_SIZE, offset: (page - 1) * THREAD_PAGE_SIZE };
  const found = await threadPage(ctx, identify(slug), range);
  if (!found) throw notFound("Post");
  const { total, rows } = found;
  return { comments: rows.map((row) => presentComment(row, byline)), total, page, pages: Math.ceil(total / THREAD_PAGE_SIZE) };
}

async function threadPage(
  { db, clock }: Context,
  { slug, id }: { slug: string; id: string | null },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; rows: ThreadRow[] } | undefined> {
  const { rows } = await sql<{ total: number; comments: ThreadRow[] }>`
    with post as materialized (${published(slug, id, clock.now())})
    select post.comments_count as total, coalesce(json_agg(c order by c.begun, c.thread, c.place, c.created_at, c.id)
      filter (where c.id is not null), '[]') as comments
    from post left join lateral (
      select ${columns}, ${byAuthor(sql`post.author_id`)},
        coalesce(shown.created_at, c.created_at) as begun, coalesce(shown.id, c.id) as thread, (shown.id is not null)::int as place
      from comments c ${joins}
      where c.post_id = post.id and c.status = 'approved'
      order by begun, thread, place, c.created_at, c.id limit ${limit} offset ${offset}
    ) c on true
    group by post.comments_count`.execute(db);
  const [page] = rows;
  return page && { total: page.total, rows: page.comments.map(withDates) };
}

type Article = { id: string; slug: string; title: string; comments_open: boolean; is_within: boolean };

/** By slug, former slug or id. @param reach `is_within` says whether the article is within it @throws DomainError PGRST116 */
export async function requireArticle(ctx: Context, identifier: string, reach?: Reach): Promise<Article> {
  const { slug, id } = identify(identifier);
  const post = (
    await sql<Article>`
    select a.*, ${reach ? reach(sql`a.id`) : sql`false`} as is_within from (${published(slug, id, ctx.clock.now())}) a`.execute(
      ctx.db,
    )
  ).rows[0];
  if (!post) throw notFound("Post");
  return post;
}

/** Own comments, pending ones included; reported comments; and a form token. @throws DomainError PGRST116 */
export async function readOwnThread(ctx: Context, slug: string, reader: Commenter, byline: string): Promise<OwnThread> {
  const post = await requireArticle(ctx, slug);
  const now = ctx.clock.now();
  const { rows } = await sql<ThreadRow>`
    select ${columns}, ${byAuthor(sql`p.author_id`)}
    from comments c join posts p on p.id = c.post_id ${joins}
    where c.post_id = ${post.id} and ${isWrittenBy(reader)} and c.status in ('pending', 'approved')
    order by c.created_at, c.id`.execute(ctx.db);
  return {
    comments: rows.map((row) => presentOwn(row, byline, now)),
    reported: reader.kind === "guest" ? [] : await reportedBy(ctx.db, post.id, reader.id),
    following: await isFollowed(ctx.db, reader, post.id),
    ticket: await issueFormToken(ctx, reader.id, post.id),
  };
}

export const isFollowed = async (db: Db, { kind, id }: Recipient, postId: string): Promise<boolean> =>
  (await db
    .selectFrom("followed_threads")
    .select("post_id")
    .where(kind === "guest" ? "guest_id" : "user_id", "=", id)
    .where("post_id", "=", postId)
    .executeTakeFirst()) !== undefined;

async function reportedBy(db: Db, postId: string, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("comment_reports")
    .innerJoin("comments", "comments.id", "comment_reports.comment_id")
    .select("comment_reports.comment_id")
    .where("comments.post_id", "=", postId)
    .where("comment_reports.user_id", "=", userId)
    .execute();
  return rows.map(({ comment_id }) => comment_id);
}

type Reports = AdminComment["reports"];

type AdminRow = {
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
  author: AdminComment["author"];
  guest_name: string | null;
  guest: AdminComment["guest"];
  parent: { id: string; content: string; author: { full_name: string | null } | null } | null;
  spam_score: number | null;
  held_because: HeldReason[] | null;
  alike: number | null;
};

/** PostgreSQL writes times in JSON in another way. */
const withEnd = <B extends { ends_at: string | null }>(ban: B): B => ({
  ...ban,
  ends_at: ban.ends_at && new Date(ban.ends_at).toISOString(),
});

const present = ({ created_at, updated_at, edited_at, author, guest, ...row }: AdminRow, reports: Reports): AdminComment => ({
  ...row,
  author: author && { ...author, ban: author.ban && withEnd(author.ban) },
  guest: guest && { ...guest, ban: guest.ban && withEnd(guest.ban) },
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
  edited_at: edited_at?.toISOString() ?? null,
  reports,
});

const openReports = (db: Db, commentIds: string[]) =>
  db
    .selectFrom("comment_reports")
    .select(["comment_id", "reason", "created_at"])
    .where("comment_id", "in", commentIds)
    .where("settled_at", "is", null)
    .orderBy("created_at")
    .execute();

async function reportsOf(ctx: Context, ids: string[]): Promise<Map<string, Reports>> {
  const byId = new Map<string, Reports>();
  const rows = ids.length > 0 ? await openReports(ctx.db, ids) : [];
  for (const { comment_id, reason, created_at } of rows) {
    byId.set(comment_id, [...(byId.get(comment_id) ?? []), { reason, created_at: created_at.toISOString() }]);
  }
  return byId;
}

/** In the order of the ids; skips those that don't exist or are out of reach. @param view in which those alike are counted */
export async function readForAdmin(
  ctx: Context,
  actor: PolicyActor,
  ids: string[],
  view?: CommentView | undefined,
): Promise<AdminComment[]> {
  if (ids.length === 0) return [];
  const [rows, reports] = await Promise.all([findForAdmin(ctx, actor, ids, view), reportsOf(ctx, ids)]);
  return rows.map((row) => present(row, reports.get(row.id) ?? []));
}

/** Of other comments in the view that are alike; null where they aren't counted. */
function alikeIn(view: CommentView | undefined, actor: PolicyActor): RawBuilder<unknown> {
  if (view !== "pending" && view !== "spam") return sql`null::integer`;
  const within = reachOf(actor, commentPolicy.readAny)(sql`c.post_id`);
  // One index for each, which the planner doesn't see for few rows if they are joined by "or". The inner `c` hides the outer one.
  const shared = SHARED.map(
    (shares) =>
      sql`(select c.id from comments c where ${shares} and ${inView(view)} and ${within} and c.id <> mine.id limit ${ALIKE_MAX})`,
  );
  return sql`(select least(count(*), ${ALIKE_MAX})::int from (select c.id, c.author_id, c.guest_id, c.text_key, c.hosts) mine,
    lateral (${sql.join(shared, sql` union `)}) found)`;
}

const BAN = sql`case when b.id is not null then json_build_object('id', b.id, 'ends_at', b.ends_at) end`;

async function findForAdmin(ctx: Context, actor: PolicyActor, ids: string[], view: CommentView | undefined): Promise<AdminRow[]> {
  const showsAddresses = sql.lit(userPolicy.readAddresses.admits(actor));
  const { rows } = await sql<AdminRow>`
    select c.id, c.content, c.status, c.is_spam, c.spam_reason, c.is_reply, c.guest_name, c.created_at, c.updated_at, c.edited_at,
      c.spam_score, c.held_because, ${alikeIn(view, actor)} as alike,
      case when c.guest_id is not null then json_build_object('id', c.guest_id, 'ban', ${BAN},
        'email', case when ${showsAddresses} then (select g.email from guests g where g.id = c.guest_id) end) end as guest,
      json_build_object('id', p.id, 'title', ${titleFor(actor)}, 'slug', ${slugFor(actor)}, 'status', p.status) as post,
      case when u.id is not null then json_build_object('id', u.id, 'full_name', u.full_name, 'email',
        case when ${showsAddresses} then u.email end, 'is_team', u.role = 'admin' or exists (select from grants g where g.user_id = u.id),
        'ban', ${BAN}) end as author,
      case when a.id is not null then json_build_object('id', a.id, 'content', a.content, 'author',
        case when coalesce(au.id::text, a.guest_name) is not null
          then json_build_object('full_name', coalesce(nullif(au.full_name, ''), a.guest_name, case when au.role = 'admin' and ${showsAddresses} then au.email end)) end) end as parent
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place) join comments c on c.id = wanted.id
      join posts p on p.id = c.post_id left join users u on u.id = c.author_id
      left join comment_bans b on (b.user_id = c.author_id or b.guest_id = c.guest_id) and (b.ends_at is null or b.ends_at > ${ctx.clock.now()})
      left join comments a on a.id = c.reply_to_id left join users au on au.id = a.author_id
    where ${isNotTrashed} and ${reachOf(actor, commentPolicy.readAny)(sql`c.post_id`)} order by wanted.place`.execute(ctx.db);
  return rows;
}

const sizeOf = (counts: CommentCounts, view: CommentView | undefined) => counts[view ?? "all"];

type CommentPage = { newestFirst: boolean; limit: number; offset: number };

/** Those within reach. A page (from 1) beyond the end is empty but has the right totals. @throws DomainError `forbidden` */
export async function listComments(
  ctx: Context,
  actor: PolicyActor,
  query: CommentFilter & { page: number; limit: number; newestFirst: boolean },
): Promise<AdminCommentPage> {
  authorize(actor, commentPolicy.readAny);
  const { page, limit, newestFirst } = query;
  const filter = { view: query.view, search: query.search?.trim() };
  const found = countAndFind(ctx.db, actor, filter, { newestFirst, limit, offset: (page - 1) * limit });
  const [counts, items] = await Promise.all([found.counts, found.ids.then((ids) => readForAdmin(ctx, actor, ids, query.view))]);
  const total = sizeOf(counts, filter.view);
  return { ...paged(items, total, page, limit), counts };
}

/** @param within a condition for comments `c` */
async function countAll(db: Db, within: RawBuilder<unknown>): Promise<CommentCounts> {
  const count = (view: CommentView | undefined) =>
    sql`(select count(*)::int from comments c where ${inView(view)} and ${within})`;
  const { rows } = await sql<CommentCounts>`
    select "all", pending, "all" - pending - rejected as approved, rejected, spam, reported from (
      select ${count(undefined)} as "all", ${count("pending")} as pending, ${count("rejected")} as rejected, ${count("spam")} as spam,
        (select count(distinct c.id)::int from comments c join comment_reports r on r.comment_id = c.id and r.settled_at is null
         where ${isNotTrashed} and ${within}) as reported
    ) counted`.execute(db);
  return rows[0] as CommentCounts;
}

/** One scan; there are few reported ones, so each is checked. */
async function countMatching(db: Db, { all, each }: MatchConditions, within: RawBuilder<unknown>): Promise<CommentCounts> {
  const { rows } = await sql<CommentCounts>`
    select counted.*, "all" - pending - rejected as approved, reported.n as reported from (
      select count(*)::int as "all", count(*) filter (where status = 'pending')::int as pending,
        count(*) filter (where status = 'rejected')::int as rejected, count(*) filter (where is_spam)::int as spam
      from comments c where ${isNotTrashed} and ${within} and ${all}
    ) counted, (
      select count(distinct c.id)::int as n from comments c join comment_reports r on r.comment_id = c.id and r.settled_at is null
      where ${isNotTrashed} and ${within} and ${each}
    ) reported`.execute(db);
  return rows[0] as CommentCounts;
}

async function idsOfPage(db: Db, view: CommentView | undefined, rule: RawBuilder<unknown>, page: CommentPage): Promise<string[]> {
  const order = page.newestFirst ? sql`c.created_at desc, c.id desc` : sql`c.created_at, c.id`;
  const { rows } = await sql<{ id: string }>`
    select c.id from comments c where ${inView(view)} and ${rule}
    order by ${order} limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Two promises: await both, because either may reject. */
function countAndFind(
  db: Db,
  actor: PolicyActor,
  { view, search }: CommentFilter,
  page: CommentPage,
): { counts: Promise<CommentCounts>; ids: Promise<string[]> } {
  const within = reachOf(actor, commentPolicy.readAny)(sql`c.post_id`);
  if (!search) return { counts: countAll(db, within), ids: idsOfPage(db, view, within, page) };
  const found = matching(db, search, actor);
  const counts = found.then((matched) => countMatching(db, matched, within));
  const idsAmong = async (): Promise<string[]> => {
    const [{ all, each }, { [view ?? "all"]: total }] = await Promise.all([found, counts]);
    if (page.offset >= total) return [];
    const rule = matchesOften(total, page.offset + page.limit) ? each : all;
    return idsOfPage(db, view, sql`${within} and ${rule}`, page);
  };
  return { counts, ids: idsAmong() };
}
