import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { findsText, type TextCondition, textConditionForPage } from "../../platform/database/text-search.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { paged } from "../schema-fields.ts";
import type { Language } from "../settings/language-rules.ts";
import { type AdminRow, adminColumns, adminJoins, findForEditing } from "./admin-posts.sql.ts";
import type { AdminOrder, AdminSort } from "./edit-rules.ts";
import { postPolicy } from "./post.policy.ts";
import { missingPost } from "./post-references.ts";
import type { PostStatus } from "./post-rules.ts";
import type { AdminPost, AdminPostPage } from "./post-shapes.ts";
import { presentAdminRow, presentForEditing } from "./present-post.ts";
import { type Reach, reachOf } from "./reach.sql.ts";

type AdminFilters = {
  reach: Reach;
  search?: string;
  status?: PostStatus;
  /** a category's id; "none": posts without one */
  category?: string;
  /** `isSites`: posts without one of their own are in it, too */
  language?: { code: Language; isSites: boolean };
  /** only posts with pictures on other sites than this host */
  picturesOutside?: string;
  /** only posts that wait for an editor */
  handedIn?: boolean;
  /** only posts that API tokens have written */
  byTokens?: boolean;
};

/** `sort`: a leading `-` means descending; `page`: from 1. */
type AdminListQuery = Omit<AdminFilters, "reach"> & { sort: AdminSort; page: number; limit: number };

type Counted = Record<PostStatus | "handed_in" | "by_tokens", number> & { languages: Language[] };

/** Those that posts have of their own; found in an index. */
const languagesInUse = (reach: Reach) =>
  sql`array(select distinct language from posts where language is not null and status <> 'trashed' and ${reach(sql`posts.id`)} order by language) as languages`;

const isHandedIn = sql`d.post_id in (select h.post_id from hand_ins h)`;

const isByToken = sql`d.post_id in (select t.post_id from posts_by_tokens t)`;

const countFound = (filters: AdminFilters) => sql<Counted>`
  select ${languagesInUse(filters.reach)}, count(*) filter (where status = 'draft')::int as draft, count(*) filter (where status = 'published')::int as published,
    count(*) filter (where status = 'archived')::int as archived, count(*) filter (where ${isHandedIn})::int as handed_in,
    count(*) filter (where ${isByToken})::int as by_tokens
  from post_catalog d where ${narrowed(filters)}`;

/** Counters are in `post_figures`, without an index, which every view would have to update; sorting by one reads these narrow rows. */
const ORDERS: Record<AdminOrder, RawBuilder<unknown>> = {
  created_at: sql`d.created_at`,
  updated_at: sql`d.updated_at`,
  published_at: sql`d.published_at`,
  title: sql`d.heading`,
  views: sql`f.views_count`,
  likes: sql`f.likes_count`,
  comments: sql`f.comments_count`,
};

const CATALOG = { from: sql`post_catalog d`, id: sql`d.post_id` };

/** Every post with figures is in the catalog. PostgreSQL skips this join unless a column of the catalog is used. */
const COUNTED = { from: sql`post_figures f left join post_catalog d on d.post_id = f.post_id`, id: sql`f.post_id` };

/** Totals are exact; a page beyond the end is empty. Two SQL statements. @throws DomainError `forbidden` */
export async function listAllPosts(
  ctx: Context,
  actor: Actor,
  { sort, page, limit, ...query }: AdminListQuery,
): Promise<AdminPostPage> {
  authorize(actor, postPolicy.readAny);
  const search = query.search?.trim().replace(/\s+/g, " ");
  const filters = { ...query, search: search || undefined, reach: reachOf(actor) };
  const offset = (page - 1) * limit;
  const descending = sort.startsWith("-");
  const order = { sort: (descending ? sort.slice(1) : sort) as AdminOrder, descending };
  const find = (among?: number) => adminRows(ctx.db, filters, order, { limit, offset, total: among });
  // A search is counted first, because its plan depends on the total. Without a search both run at once.
  const [found, early] = await Promise.all([countByStatus(ctx.db, filters), filters.search === undefined ? find() : undefined]);
  const { languages, handed_in, by_tokens, ...byStatus } = found;
  const counts = { all: found.draft + found.published + found.archived, ...byStatus };
  const total = counts[filters.status ?? "all"];
  const rows = early ?? (offset < total ? await find(total) : []);
  return {
    ...paged(
      rows.map((row) => presentAdminRow(row, actor)),
      total,
      page,
      limit,
    ),
    counts: { ...counts, handed_in, ...(by_tokens > 0 && { by_tokens }) },
    languages,
  };
}

function narrowed(
  { reach, search, status, category, language, picturesOutside, handedIn, byTokens }: AdminFilters,
  has: TextCondition = findsText,
): RawBuilder<unknown> {
  return sql`${reach(sql`d.post_id`)}
    ${search === undefined ? sql`` : sql`and ${has(sql`d.heading`, search)}`}
    ${status === undefined ? sql`` : sql`and d.status = ${status}`}
    ${category === undefined ? sql`` : category === "none" ? sql`and d.category_id is null` : sql`and d.category_id = ${category}::uuid`}
    ${language === undefined ? sql`` : language.isSites ? sql`and d.post_id not in (select id from posts where language <> ${language.code})` : sql`and d.post_id in (select id from posts where language = ${language.code})`}
    ${handedIn ? sql`and ${isHandedIn}` : sql``}
    ${byTokens ? sql`and ${isByToken}` : sql``}
    ${picturesOutside === undefined ? sql`` : sql`and exists (select from post_picture_hosts h where h.post_id = d.post_id and h.host <> ${picturesOutside})`}`;
}

async function countByStatus(db: Db, { status: _, ...filters }: AdminFilters): Promise<Counted> {
  const { rows } = await (filters.search === undefined ? countListed(filters) : countFound(filters)).execute(db);
  return rows[0] as Counted;
}

function countListed(filters: AdminFilters) {
  const count = (status: PostStatus) => sql`(select count(*)::int from post_catalog d where ${narrowed({ ...filters, status })})`;
  return sql<Counted>`
    select ${languagesInUse(filters.reach)}, ${count("draft")} as draft, ${count("published")} as published, ${count("archived")} as archived,
      (select count(*)::int from post_catalog d where ${narrowed({ ...filters, handedIn: true })}) as handed_in,
      (select count(*)::int from post_catalog d where ${narrowed({ ...filters, byTokens: true })}) as by_tokens`;
}

/** The id breaks ties, so that pages never overlap. @param page `total`: matches of a search */
async function adminRows(
  db: Db,
  filters: AdminFilters,
  { sort, descending }: { sort: AdminOrder; descending: boolean },
  { limit, offset, total = 0 }: { limit: number; offset: number; total?: number },
): Promise<AdminRow[]> {
  const { from, id } = sort === "views" || sort === "likes" || sort === "comments" ? COUNTED : CATALOG;
  const order = descending
    ? sql`${ORDERS[sort]} desc ${sort === "published_at" ? sql`nulls last` : sql``}, ${id} desc`
    : sql`${ORDERS[sort]}, ${id}`;
  const { rows } = await sql<AdminRow>`
    with found as materialized (
      select ${id} as post_id from ${from} where ${narrowed(filters, textConditionForPage(total, offset + limit))} order by ${order} limit ${limit} offset ${offset}
    ), numbered as (select post_id, row_number() over () as at from found)
    select ${adminColumns} from numbered n join posts p on p.id = n.post_id ${adminJoins} order by n.at`.execute(db);
  return rows;
}

/** @throws DomainError `forbidden`; PGRST116 without such a post */
export async function readForEditing(ctx: Context, actor: Actor, id: string): Promise<AdminPost> {
  authorize(actor, postPolicy.readAny);
  const reach = reachOf(actor);
  const row = await findForEditing(ctx.db, id, reach);
  if (!row) throw await missingPost(ctx.db, id, reach);
  return presentForEditing(row, actor);
}
