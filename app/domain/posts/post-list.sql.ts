import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import { findsText, type TextCondition, textConditionForPage } from "../../platform/database/text-search.ts";
import type { AdminOrder } from "./edit-rules.ts";
import { type AdminRow, adminColumns, adminJoins } from "./post-edit.sql.ts";
import type { PostStatus } from "./post-rules.ts";

type Db = Kysely<DB>;

/** What the back office's list is narrowed to. */
export type AdminFilters = {
  /** part of a title or slug */
  search?: string;
  status?: PostStatus;
  /** a category's id; "none": posts without one */
  category?: string;
};

function narrowed({ search, status, category }: AdminFilters, has: TextCondition = findsText): RawBuilder<unknown> {
  return sql`true
    ${search === undefined ? sql`` : sql`and ${has(sql`d.heading`, search)}`}
    ${status === undefined ? sql`` : sql`and d.status = ${status}`}
    ${category === undefined ? sql`` : category === "none" ? sql`and d.category_id is null` : sql`and d.category_id = ${category}::uuid`}`;
}

/** How many posts of each status there are within the other filters. */
export async function countByStatus(db: Db, { status: _, ...filters }: AdminFilters): Promise<Record<PostStatus, number>> {
  const { rows } = await (filters.search === undefined ? countListed(filters) : countFound(filters)).execute(db);
  return rows[0] as Record<PostStatus, number>;
}

/** Each status is a stretch of an index, where they are counted without being read. */
function countListed(filters: AdminFilters) {
  const count = (status: PostStatus) => sql`(select count(*)::int from post_catalog d where ${narrowed({ ...filters, status })})`;
  return sql<Record<PostStatus, number>>`
    select ${count("draft")} as draft, ${count("published")} as published, ${count("archived")} as archived`;
}

/** Those that a search finds are read once. */
const countFound = (filters: AdminFilters) => sql<Record<PostStatus, number>>`
  select count(*) filter (where status = 'draft')::int as draft, count(*) filter (where status = 'published')::int as published,
    count(*) filter (where status = 'archived')::int as archived
  from post_catalog d where ${narrowed(filters)}`;

/**
 * What each order is read from. The counters stand in `post_figures`, without an index: a view or a like would have to move
 * its entry each time. A list by counters reads all of these narrow rows instead.
 */
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
/** Whatever has figures is in the catalog; PostgreSQL leaves that out as long as nothing of it is asked for. */
const COUNTED = { from: sql`post_figures f left join post_catalog d on d.post_id = f.post_id`, id: sql`f.post_id` };

/**
 * Reads one page of the back office's list. Ties are broken by the id, so that pages never overlap.
 * @param page `total`: how many match a search
 */
export async function adminRows(
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
