import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { AdminRow } from "./admin-presenting.ts";
import type { AdminOrder } from "./editing-model.ts";
import { adminColumns, adminJoins } from "./editing-queries.ts";
import type { PostStatus } from "./model.ts";

type Db = Kysely<DB>;

/** What the back office's list is narrowed to. */
export type AdminFilters = {
  /** part of a title or slug */
  search?: string;
  status?: PostStatus;
  /** a category's id; "none": posts without one */
  category?: string;
};

/** A piece of text as `like` takes it: found wherever it stands, every character as it is. */
const anywhere = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

function narrowed({ search, status, category }: AdminFilters): RawBuilder<unknown> {
  return sql`true
    ${search === undefined ? sql`` : sql`and d.heading like lower(${anywhere(search)})`}
    ${status === undefined ? sql`` : sql`and d.status = ${status}`}
    ${category === undefined ? sql`` : category === "none" ? sql`and d.category_id is null` : sql`and d.category_id = ${category}::uuid`}`;
}

/** How many posts of each status there are within the other filters; a status without any is left out. */
export async function countByStatus(
  db: Db,
  { status: _, ...filters }: AdminFilters,
): Promise<{ status: PostStatus; n: number }[]> {
  const { rows } = await sql<{ status: PostStatus; n: number }>`
    select d.status, count(*)::integer as n from post_catalog d where ${narrowed(filters)} group by d.status`.execute(db);
  return rows;
}

/**
 * What each order is read from. Counters stand in `posts` alone and have no index there: a view or a like would have to
 * rewrite the row's entries in every index of the table instead of none. A list by counters reads all rows instead; the
 * articles' texts stand apart from them (TOAST), so a hundred thousand are some forty megabytes.
 */
const ORDERS: Record<AdminOrder, RawBuilder<unknown>> = {
  created_at: sql`d.created_at`,
  updated_at: sql`d.updated_at`,
  published_at: sql`d.published_at`,
  title: sql`d.heading`,
  views: sql`d.views_count`,
  likes: sql`d.likes_count`,
  comments: sql`d.comments_count`,
};

/** The catalog's columns beside the counters, from the posts themselves. */
const COUNTED = sql`(
  select id as post_id, status, category_id, lower(title || E'\n' || slug) as heading, views_count, likes_count, comments_count from posts
  where status <> 'trashed'
)`;

/** Reads one page of the back office's list. Ties are broken by the id, so that pages never overlap. */
export async function adminRows(
  db: Db,
  filters: AdminFilters,
  { sort, descending }: { sort: AdminOrder; descending: boolean },
  { limit, offset }: { limit: number; offset: number },
): Promise<AdminRow[]> {
  const counted = sort === "views" || sort === "likes" || sort === "comments";
  const order = descending
    ? sql`${ORDERS[sort]} desc ${sort === "published_at" ? sql`nulls last` : sql``}, d.post_id desc`
    : sql`${ORDERS[sort]}, d.post_id`;
  const { rows } = await sql<AdminRow>`
    with found as materialized (
      select d.post_id from ${counted ? COUNTED : sql`post_catalog`} d
      where ${narrowed(filters)} order by ${order} limit ${limit} offset ${offset}
    ), numbered as (select post_id, row_number() over () as at from found)
    select ${adminColumns} from numbered n join posts p on p.id = n.post_id ${adminJoins} order by n.at`.execute(db);
  return rows;
}
