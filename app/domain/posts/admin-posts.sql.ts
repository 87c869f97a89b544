import { type RawBuilder, sql } from "kysely";
import { columnsOf } from "../../platform/database/columns.ts";
import type { Db } from "../../platform/database/db.ts";
import { findsText, type TextCondition, textConditionForPage } from "../../platform/database/text-search.ts";
import type { CategoryRef } from "../categories/category.ts";
import type { AdminOrder, PlanKind } from "./edit-rules.ts";
import { EDITOR_FIELDS, type PostColumn, type PostFields, ROW_FIELDS } from "./post.ts";
import { POST_ID, type PostStatus } from "./post-rules.ts";
import type { Heading } from "./post-shapes.ts";

/** A row of the back office's list as the queries read it. */
export type AdminRow = Pick<PostFields, (typeof ROW_FIELDS)[number]> & {
  id: string;
  created_at: Date;
  updated_at: Date;
  published_at: Date | null;
  views_count: number;
  likes_count: number;
  comments_count: number;
  reading_time: number;
  version: number;
  category_id: string | null;
  category_name: string | null;
  category_slug: string | null;
  category_color: string | null;
  author_id: string | null;
  author_name: string | null;
  author_email: string | null;
  staged_at: Date | null;
  plan_kind: PlanKind | null;
  plan_at: Date | null;
  plan_failure: string | null;
};

/** The columns of such a row; they need `posts p` and the joins below. */
const adminColumns = sql`
  p.id, ${columnsOf("p", ROW_FIELDS)}, p.created_at, p.updated_at, p.published_at, p.views_count, p.likes_count,
  p.comments_count, p.reading_time, p.version, p.category_id, c.name as category_name, c.slug as category_slug,
  c.color as category_color, p.author_id, u.full_name as author_name, u.email as author_email, e.updated_at as staged_at,
  s.kind as plan_kind, s.at as plan_at, s.failure as plan_failure`;
const adminJoins = sql`
  left join categories c on c.id = p.category_id left join users u on u.id = p.author_id
  left join post_edits e on e.post_id = p.id left join post_schedules s on s.post_id = p.id`;

/** The filters of the back office's list. */
export type AdminFilters = {
  /** part of a title or slug */
  search?: string;
  status?: PostStatus;
  /** a category's id; "none": posts without one */
  category?: string;
  /** only posts with pictures on other sites than this host */
  picturesOutside?: string;
};

function narrowed(
  { search, status, category, picturesOutside }: AdminFilters,
  has: TextCondition = findsText,
): RawBuilder<unknown> {
  return sql`true
    ${search === undefined ? sql`` : sql`and ${has(sql`d.heading`, search)}`}
    ${status === undefined ? sql`` : sql`and d.status = ${status}`}
    ${category === undefined ? sql`` : category === "none" ? sql`and d.category_id is null` : sql`and d.category_id = ${category}::uuid`}
    ${picturesOutside === undefined ? sql`` : sql`and exists (select from post_picture_hosts h where h.post_id = d.post_id and h.host <> ${picturesOutside})`}`;
}

/** Counts the posts of each status that match the other filters. */
export async function countByStatus(db: Db, { status: _, ...filters }: AdminFilters): Promise<Record<PostStatus, number>> {
  const { rows } = await (filters.search === undefined ? countListed(filters) : countFound(filters)).execute(db);
  return rows[0] as Record<PostStatus, number>;
}

/** Each status is a range of an index, so the rows themselves are not read. */
function countListed(filters: AdminFilters) {
  const count = (status: PostStatus) => sql`(select count(*)::int from post_catalog d where ${narrowed({ ...filters, status })})`;
  return sql<Record<PostStatus, number>>`
    select ${count("draft")} as draft, ${count("published")} as published, ${count("archived")} as archived`;
}

/** A search reads its matches once. */
const countFound = (filters: AdminFilters) => sql<Record<PostStatus, number>>`
  select count(*) filter (where status = 'draft')::int as draft, count(*) filter (where status = 'published')::int as published,
    count(*) filter (where status = 'archived')::int as archived
  from post_catalog d where ${narrowed(filters)}`;

/**
 * The column of each sort order. The counters are in `post_figures`, without an index, because every view or like would have to
 * update it. A list sorted by a counter reads all of these narrow rows instead.
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
/** Every post with figures is in the catalog. PostgreSQL skips this join unless a column of the catalog is used. */
const COUNTED = { from: sql`post_figures f left join post_catalog d on d.post_id = f.post_id`, id: sql`f.post_id` };

/**
 * Reads one page of the back office's list. The id breaks ties, so that pages never overlap.
 * @param page `total`: the number of posts that match a search
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

/** A post as the queries read it for the editor. */
export type EditRow = AdminRow &
  Pick<PostFields, PostColumn> & {
    content_text: string;
    first_published_at: Date | null;
    comments_open: boolean;
    listed: boolean;
    tags: { id: string; name: string; slug: string }[];
  };

/** Reads a post of any status except `trashed`. `lock` prevents other changes until the transaction ends. */
export async function findForEditing(db: Db, id: string, { lock = false } = {}): Promise<EditRow | undefined> {
  const { rows } = await sql<EditRow>`
    select ${adminColumns}, ${columnsOf("p", EDITOR_FIELDS)}, p.content_text, p.first_published_at, p.comments_open, p.listed, (
        select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'slug', t.slug) order by t.name, t.slug), '[]')
        from posts_tags pt join tags t on t.id = pt.tag_id where pt.post_id = p.id
      ) as tags
    from posts p ${adminJoins} where p.id = ${id}::uuid and p.status <> 'trashed' ${lock ? sql`for update of p` : sql``}`.execute(
    db,
  );
  return rows[0];
}

const MAX_TITLES = 10;

type Titled = { id: string; title: string; slug: string; status: PostStatus };

/** Reads other posts with the same title, ignoring case, the newest first. @param id the post to leave out */
export async function postsWithTitle(db: Db, title: string, id: string | null): Promise<Titled[]> {
  const heading = `${title.replace(/[\\%_]/g, "\\$&")}\n%`;
  const { rows } = await sql<Titled>`
    select p.id, p.title, p.slug, p.status from post_catalog d join posts p on p.id = d.post_id
    where d.heading like lower(${heading}) and d.post_id is distinct from ${id}::uuid
    order by d.created_at desc, d.post_id limit ${sql.lit(MAX_TITLES)}`.execute(db);
  return rows;
}

/** `rank`: 1 found by its slug, 2 by its id, 3 by a former slug. */
type Target = { asked: string; slug: string; status: string; rank: number };

/** Finds the post behind each slug: published posts first, then in the order in which an article is looked up. */
export async function postsAtSlugs(db: Db, slugs: string[]): Promise<Target[]> {
  if (slugs.length === 0) return [];
  const ids = slugs.filter((slug) => POST_ID.test(slug));
  const { rows } = await sql<Target>`
    select distinct on (asked) asked, slug, status, rank from (
      select slug as asked, slug, status, 1 as rank from posts where slug = any(${slugs}::text[])
      union all select id::text, slug, status, 2 from posts where id = any(${ids}::uuid[])
      union all select o.slug, p.slug, p.status, 3 from post_slugs o join posts p on p.id = o.post_id where o.slug = any(${slugs}::text[])
    ) found order by asked, (status = 'published') desc, rank`.execute(db);
  return rows;
}

/** The title of a post that isn't in the trash. `hold` prevents its deletion until the transaction ends. */
export async function findTitle(db: Db, id: string, { hold = false } = {}): Promise<string | null> {
  const query = db.selectFrom("posts").select("title").where("id", "=", id).where("status", "<>", "trashed");
  return (await (hold ? query.forKeyShare() : query).executeTakeFirst())?.title ?? null;
}

/** The rendered content of a post, and its author's bio. */
export const findArticle = (db: Db, id: string) =>
  db
    .selectFrom("posts as p")
    .leftJoin("users as u", "u.id", "p.author_id")
    .select(["p.content_html", "p.headings", "u.bio"])
    .where("p.id", "=", id)
    .executeTakeFirst() as Promise<{ content_html: string; headings: Heading[]; bio: string | null } | undefined>;

/** A category as articles show it. */
export const findCategoryRef = async (db: Db, id: string): Promise<CategoryRef | null> =>
  (await db.selectFrom("categories").select(["id", "name", "slug", "color"]).where("id", "=", id).executeTakeFirst()) ?? null;
