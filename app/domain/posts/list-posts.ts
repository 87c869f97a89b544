import { type RawBuilder, sql } from "kysely";
import { columnsOf } from "../../platform/database/columns.ts";
import type { Db } from "../../platform/database/db.ts";
import type { CategoryPage } from "../categories/category.ts";
import { CATEGORY_SLUG } from "../categories/category-rules.ts";
import { followCategorySlug } from "../categories/manage-categories.ts";
import type { Context } from "../context.ts";
import { snippetOf } from "../search/find-posts.ts";
import { prepareTerm } from "../search/prepare-term.ts";
import { type SearchChoice, searchArticles } from "../search/search-articles.ts";
import { SEARCH_TOTAL_CAP } from "../search/search-rules.ts";
import { DEFAULT_LANGUAGE } from "../settings/direction-rules.ts";
import { followTagSlug } from "../tags/manage-tags.ts";
import { TAG_SLUG } from "../tags/tag-rules.ts";
import { commentsAreOpen } from "./comments-open.sql.ts";
import { byPlace, featuredFirst } from "./featured/featured-first.ts";
import { listedPosts } from "./listed-posts.sql.ts";
import { type PublicPages, searchPages } from "./pages/public-pages.ts";
import { ARTICLE_FIELDS, CARD_FIELDS } from "./post.ts";
import { MAX_PAGE_SIZE, POST_ID, POST_SLUG } from "./post-rules.ts";
import type { Post, PostCard, PostPage } from "./post-shapes.ts";
import { authorColumns, authorWithPage } from "./present-author.ts";
import { type CardRow, type PostRow, presentCard, presentPost } from "./present-post.ts";

const RELATED = 3;

/** By slug. `featured`: true: only featured posts; "first": featured posts first. `language`: all versions in it, not one of each article. */
type Filters = { category?: string; tag?: string; featured?: boolean | "first"; language?: string };

/** `search`: of any kind; `page`: from 1; `limit`: 1 to 50. `ownPages`: searched as well. */
export type ListQuery = Filters & SearchChoice & { search?: string; page: number; limit: number; ownPages?: PublicPages };

/**
 * Newest first; a search has an order of its own (`searchArticles`). `moved_to`: the current slug where the query has a former one. At most
 * two SQL statements, one more for each category or tag without articles, and two more for a mistyped search.
 */
export async function listPosts(ctx: Context, query: ListQuery): Promise<PostPage> {
  const limit = Math.min(Math.max(1, Math.trunc(query.limit) || 1), MAX_PAGE_SIZE);
  const page = Math.max(1, Math.trunc(query.page) || 1);
  const { category, tag, featured, language } = query;
  if (category !== undefined && !CATEGORY_SLUG.test(category)) return pageOf([], 0, page, limit);
  if (tag !== undefined && !isTagSlug(tag)) return pageOf([], 0, page, limit);
  const filters = { category, tag, featured, language };
  const term = prepareTerm(query.search);
  const list = (narrowed: Filters) =>
    term ? searchPosts(ctx, query, narrowed, page, limit) : pageOfList(ctx, narrowed, page, limit);
  const found = await list(filters);
  const moved_to = found.total === 0 ? await movedTo(ctx, filters) : {};
  return Object.keys(moved_to).length > 0 ? { ...(await list({ ...filters, ...moved_to })), moved_to } : found;
}

const cardColumns = sql`
  p.id, ${columnsOf("p", CARD_FIELDS)}, p.featured_image, p.reading_time, p.views_count, p.likes_count,
  p.comments_count, p.published_at, p.updated_at, p.language, p.category_id, c.name as category_name, c.slug as category_slug,
  c.color as category_color, p.author_id, u.full_name as author_name, m.focus_x, m.focus_y`;

const EXTRA_FIELDS = ARTICLE_FIELDS.filter((field) => !(CARD_FIELDS as readonly string[]).includes(field));

const cardJoins = sql`
  left join categories c on c.id = p.category_id left join users u on u.id = p.author_id
  left join media m on m.id = media_id(p.featured_image)`;

const RELATED_PER_TAG = 100;

const RELATED_TAGS = 10;

/** By slug, id or former slug; the returned `slug` is the current one. At most two SQL statements. Null unless published. */
export async function readPost(ctx: Context, identifier: string): Promise<Post | null> {
  const id = POST_ID.test(identifier) ? identifier.toLowerCase() : null;
  if (id === null && !POST_SLUG.test(identifier)) return null;
  const row = await findPublished(ctx, identifier, id);
  if (!row) return null;
  return presentPost(row, row.listed ? await relatedCards(ctx.db, row, RELATED) : []);
}

const siteLanguage = sql`coalesce((select value ->> 'language' from settings), ${DEFAULT_LANGUAGE})`;

const isForeign = sql`p.language <> ${siteLanguage}`;

const isInSiteLanguage = (row: "n" | "d") => sql`coalesce(${sql.ref(`${row}.language`)} = ${siteLanguage}, true)`;

/** Of `p`, in its language. */
function neighbor(side: "older" | "newer"): RawBuilder<unknown> {
  const nearest =
    side === "older"
      ? sql`(n.published_at, n.post_id) < (p.published_at, p.id) order by n.published_at desc, n.post_id desc limit 1`
      : sql`(n.published_at, n.post_id) > (p.published_at, p.id) order by n.published_at, n.post_id limit 1`;
  return sql`(
    select json_build_object('title', o.title, 'slug', o.slug) from posts o where p.listed and o.id = case when ${isForeign} then (
      select n.post_id from published_posts n where n.language = p.language and ${nearest}
    ) else (
      select n.post_id from published_posts n where ${isInSiteLanguage("n")} and ${nearest}
    ) end)`;
}

/** A current slug takes precedence over an id, and an id over a former slug. @param id the identifier again if it is a UUID, else null */
async function findPublished({ db, clock }: Context, slug: string, id: string | null): Promise<PostRow | undefined> {
  const now = clock.now();
  const { rows } = await sql<PostRow>`
    with wanted as materialized (
      select post_id from (
        select id as post_id, 1 as rank from posts where slug = ${slug} and status = 'published'
        union all select id, 2 from posts where id = ${id}::uuid and status = 'published'
        union all select p.id, 3 from post_slugs o join posts p on p.id = o.post_id where o.slug = ${slug} and p.status = 'published'
      ) candidates order by rank limit 1
    )
    select ${cardColumns}, ${columnsOf("p", EXTRA_FIELDS)}, p.content_html, p.headings, p.first_published_at, ${commentsAreOpen(now)} as comments_open, p.listed, ${authorColumns},
      case when ${isForeign} then p.language end as foreign_language, (
        select coalesce(json_agg(json_build_object('name', t.name, 'slug', t.slug) order by t.name, t.slug), '[]')
        from posts_tags pt join tags t on t.id = pt.tag_id where pt.post_id = p.id
      ) as tags, ${neighbor("older")} as previous, ${neighbor("newer")} as next, (
        select json_agg(json_build_object('language', o.language, 'slug', o.slug) order by o.language)
        from posts o where o.translation_group = p.translation_group and o.id <> p.id and o.status = 'published'
      ) as translations
    from wanted join posts p on p.id = wanted.post_id ${cardJoins}
    left join ${authorWithPage}`.execute(db);
  return rows[0];
}

/** In the article's language: those that share the most tags, then those of the category, then the newest. */
async function relatedCards(
  db: Db,
  post: { id: string; category_id: string | null; foreign_language: string | null },
  limit: number,
): Promise<CardRow[]> {
  const newest = sql`order by published_at desc, post_id desc`;
  const isInLanguage = post.foreign_language === null ? isInSiteLanguage("d") : sql`d.language = ${post.foreign_language}`;
  const others = sql`select d.post_id, 0 from published_posts d where d.post_id <> ${post.id}::uuid and ${isInLanguage}`;
  // Links to tags have the dates of listed articles. Rows are looked up only if any article names its language.
  const tagged =
    post.foreign_language === null
      ? sql`select o.post_id from posts_tags o where o.tag_id = own.tag_id and o.published_at is not null and o.post_id <> ${post.id}::uuid
          and (not exists (select from published_posts where language is not null)
            or exists (select from published_posts d where d.post_id = o.post_id and ${isInLanguage}))`
      : sql`select d.post_id, d.published_at from posts_tags o join published_posts d on d.post_id = o.post_id
          where o.tag_id = own.tag_id and d.post_id <> ${post.id}::uuid and ${isInLanguage}`;
  const { rows } = await sql<CardRow>`
    with candidates as (
      select near.post_id, 1 as shared
      from (select tag_id from posts_tags where post_id = ${post.id}::uuid order by tag_id limit ${sql.lit(RELATED_TAGS)}) own
      cross join lateral (${tagged} ${newest} limit ${sql.lit(RELATED_PER_TAG)}) near
      union all
      (${others} and d.category_id = ${post.category_id}::uuid ${newest} limit ${limit})
      union all
      (${others} ${newest} limit ${limit})
    ), best as (
      select d.post_id, d.published_at, s.shared, coalesce(d.category_id = ${post.category_id}::uuid, false) as same_category
      from (select post_id, sum(shared) as shared from candidates group by post_id) s join published_posts d using (post_id)
      order by shared desc, same_category desc, published_at desc, post_id desc limit ${limit}
    )
    select ${cardColumns} from best join posts p on p.id = best.post_id ${cardJoins}
    order by best.shared desc, best.same_category desc, best.published_at desc, best.post_id desc`.execute(db);
  return rows;
}

async function movedTo(ctx: Context, { category, tag }: Filters): Promise<NonNullable<PostPage["moved_to"]>> {
  const currentCategory = category === undefined ? undefined : await followCategorySlug(ctx, category);
  const currentTag = tag === undefined ? undefined : await followTagSlug(ctx, tag);
  return { ...(currentCategory && { category: currentCategory }), ...(currentTag && { tag: currentTag }) };
}

type Measure = {
  total: number;
  category_id: string | null;
  tag_id: string | null;
  tag_name: string | null;
  /** null if the category's page shows nothing of its own */
  category_page: CategoryPage | null;
};

const categoryPage = sql`case when c.heading <> '' or c.intro <> '' or c.picture is not null then json_build_object(
  'heading', c.heading, 'intro', c.intro, 'picture', case when m.id is not null then json_strip_nulls(json_build_object(
    'url', c.picture, 'alt', c.picture_alt, 'width', m.width, 'height', m.height,
    'focus', case when (m.focus_x, m.focus_y) <> (0.5, 0.5) then json_build_object('x', m.focus_x, 'y', m.focus_y) end)) end) end`;

async function pageOfList(ctx: Context, filters: Filters, page: number, limit: number): Promise<PostPage> {
  const measure = await measureList(ctx.db, filters);
  const offset = (page - 1) * limit;
  const { tag_name, category_page } = measure;
  const named = { ...(tag_name !== null && { tag_name }), ...(category_page && { category_page }) };
  if (offset >= measure.total) return { ...pageOf([], measure.total, page, limit), ...named };
  const rows = await cardsOfPage(ctx.db, filters, measure, { limit, offset });
  const cards = rows.map((row) => presentCard(row));
  return { ...pageOf(cards, measure.total, page, limit), ...named };
}

const hasTag = (row: "d" | "p", tag: RawBuilder<unknown>) =>
  sql`exists (select from posts_tags own where own.post_id = ${sql.ref(`${row}.post_id`)} and own.tag_id = ${tag})`;

/** As `d`, with the columns that order them (published_at, post_id). */
function listed(filters: Filters, category: RawBuilder<unknown>, tag: RawBuilder<unknown>): RawBuilder<unknown> {
  const inCategory = filters.category === undefined ? sql`` : sql`and p.category_id = ${category}`;
  const featured = filters.featured === true ? sql`and p.featured` : sql``;
  if (filters.tag === undefined || filters.language !== undefined) {
    const tagged = filters.tag === undefined ? sql`` : sql`and ${hasTag("d", tag)}`;
    return sql`${listedPosts(filters.language)} d join lateral (select d.category_id, d.featured) p on true
      where true ${inCategory} ${featured} ${tagged}`;
  }
  const narrowed = filters.category !== undefined || filters.featured;
  return sql`posts_tags d ${narrowed ? sql`join published_posts p on p.post_id = d.post_id` : sql``}
    where d.tag_id = ${tag} and d.published_at is not null ${inCategory} ${featured}`;
}

/** A single filter has a stored counter; only combinations are counted. */
async function measureList(db: Db, filters: Filters): Promise<Measure> {
  const { category, tag, featured, language } = filters;
  const several = featured === true || language !== undefined || (category !== undefined && tag !== undefined);
  const total = several
    ? sql`(select count(*)::integer from ${listed(filters, sql`c.id`, sql`t.id`)})`
    : category !== undefined
      ? sql`coalesce(c.published_count, 0)`
      : tag !== undefined
        ? sql`coalesce(t.published_count, 0)`
        : sql`s.count`;
  const { rows } = await sql<Measure>`
    select ${total} as total, c.id as category_id, t.id as tag_id, t.name as tag_name, ${categoryPage} as category_page
    from site_counts s left join categories c on c.slug = ${category ?? null} left join tags t on t.slug = ${tag ?? null}
    left join media m on m.id = media_id(c.picture)
    where s.name = 'published'`.execute(db);
  return rows[0] ?? { total: 0, category_id: null, tag_id: null, tag_name: null, category_page: null };
}

/** Newest first. Finds the ids in an index, from the nearer end, and then reads their rows. */
async function cardsOfPage(
  db: Db,
  filters: Filters,
  measure: Measure,
  { limit, offset }: { limit: number; offset: number },
): Promise<CardRow[]> {
  if (filters.featured === "first") return cardsFeaturedFirst(db, filters, measure, { limit, offset });
  const found = listed(filters, sql`${measure.category_id}::uuid`, sql`${measure.tag_id}::uuid`);
  const count = Math.min(limit, measure.total - offset);
  const after = measure.total - offset - count;
  const nearest =
    offset <= after
      ? sql`order by d.published_at desc, d.post_id desc limit ${count} offset ${offset}`
      : sql`order by d.published_at, d.post_id limit ${count} offset ${after}`;
  const { rows } = await sql<CardRow>`
    select ${cardColumns} from (select d.post_id from ${found} ${nearest}) page join posts p on p.id = page.post_id ${cardJoins}
    order by p.published_at desc, p.id desc`.execute(db);
  return rows;
}

async function cardsFeaturedFirst(
  db: Db,
  { category, tag, language }: Filters,
  { category_id, tag_id }: Measure,
  { limit, offset }: { limit: number; offset: number },
): Promise<CardRow[]> {
  const among = sql`
    ${category === undefined ? sql`` : sql`and p.category_id = ${category_id}::uuid`}
    ${tag === undefined ? sql`` : sql`and ${hasTag("p", sql`${tag_id}::uuid`)}`}`;
  const { rows } = await sql<CardRow>`
    select ${cardColumns} from (
      select * from ${featuredFirst(offset + limit, among, language)} found order by ${byPlace("found")} limit ${limit} offset ${offset}
    ) page join posts p on p.id = page.post_id ${cardJoins}
    order by ${byPlace("page")}`.execute(db);
  return rows;
}

async function searchPosts(ctx: Context, query: ListQuery, filters: Filters, page: number, limit: number): Promise<PostPage> {
  const { search = "", order, exact, ownPages } = query;
  // A search ignores `featured: "first"`: it has its own order.
  const searched = { ...filters, featured: filters.featured === true };
  const slice = { limit, offset: (page - 1) * limit };
  const { total, finds, forms, corrected, words } = await searchArticles(ctx, search, searched, slice, { order, exact });
  const own_pages = ownPages && page === 1 ? searchPages(ownPages, words) : [];
  const extra = {
    ...(forms.length > 0 && { forms }),
    ...(corrected !== undefined && { corrected }),
    ...(own_pages.length > 0 && { own_pages }),
  };
  if (finds.length === 0) return { ...pageOf([], total, page, limit, SEARCH_TOTAL_CAP), ...extra };
  const inBody = finds.filter((match) => match.in_body).map(({ id }) => id);
  const ids = finds.map(({ id }) => id);
  const { rows } = await sql<CardRow & { text: string | null }>`
    select ${cardColumns}, case when p.id = any(${inBody}::uuid[]) then p.content_text end as text
    from posts p ${cardJoins} where p.id = any(${ids}::uuid[]) and p.status = 'published'`.execute(ctx.db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const marked = prepareTerm(corrected ?? search);
  const begun = [...(marked?.wanted.words ?? []), ...forms];
  // A post may have been unpublished between the two statements.
  const cards = finds.flatMap(({ id }) => {
    const row = byId.get(id);
    return row ? [presentCard(row, row.text === null ? undefined : snippetOf(row.text, begun, marked?.runs))] : [];
  });
  return { ...pageOf(cards, total, page, limit, SEARCH_TOTAL_CAP), ...extra };
}

/** As first author or a further one. */
const listedOf = (authorId: string) => sql`(
  select p.id as post_id, p.published_at from posts p join published_posts d on d.post_id = p.id and not d.shadowed
    where p.author_id = ${authorId}::uuid and p.status = 'published' and p.listed
  union all
  select d.post_id, d.published_at from post_coauthors o join published_posts d on d.post_id = o.post_id and not d.shadowed
    where o.user_id = ${authorId}::uuid)`;

/** Newest first. Two SQL statements, one if there are none. */
export async function listArticlesOf(
  { db }: Pick<Context, "db">,
  authorId: string,
  { page, limit }: { page: number; limit: number },
): Promise<PostPage> {
  const counted = await sql<{ total: number }>`select count(*)::int as total from ${listedOf(authorId)} written`.execute(db);
  const total = counted.rows[0]?.total ?? 0;
  const offset = (page - 1) * limit;
  if (offset >= total) return pageOf([], total, page, limit);
  const { rows } = await sql<CardRow>`
    select ${cardColumns} from (
      select post_id from ${listedOf(authorId)} written order by published_at desc, post_id desc limit ${limit} offset ${offset}
    ) page join posts p on p.id = page.post_id ${cardJoins} order by p.published_at desc, p.id desc`.execute(db);
  const cards = rows.map((row) => presentCard(row));
  return pageOf(cards, total, page, limit);
}

function pageOf(posts: PostCard[], found: number, page: number, limit: number, cap = Number.POSITIVE_INFINITY): PostPage {
  const total = Math.min(found, cap);
  return { posts, total, total_is_capped: found > cap, page, pages: Math.ceil(total / limit), limit };
}

/** White space is excluded by the pattern; NUL, which no text in the database can hold, is not. */
const isTagSlug = (slug: string) => TAG_SLUG.test(slug) && !slug.includes("\0");
