import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { byPlace, featuredFirst } from "../posts/featured/featured-first.ts";
import { FEATURED_LIMIT } from "../posts/post-rules.ts";
import type { ButtonTarget } from "../settings/button-rules.ts";

/** An article in a list of lines; `published_at` is in ISO 8601, UTC. */
export type PostLine = {
  title: string;
  slug: string;
  published_at: string;
  read_time: number;
  category: { name: string; slug: string } | null;
};

/** Facts about the site that Home and About show in addition to the owner's texts. */
export type Facts = {
  /** whether demo articles are published, so that the example figures are shown, too */
  isDemo: boolean;
  /** the current slug of the published article that has, or once had, the configured slug */
  heroSlug: string | null;
  /** the current slug of the page, category or tag that the hero's button leads to in its place */
  buttonSlug: string | null;
  articles: number;
  /** the unique visitors of each day, added up */
  readers: number;
  likes: number;
  /** the newest articles that aren't among the featured stories */
  newest: PostLine[];
  /** the articles that were viewed most often, for readers who found nothing */
  popular: PostLine[];
};

/** How many of the newest articles Home lists, and how many popular ones are offered. */
const NEWEST = 5;
const POPULAR = 3;

/** The articles of a subquery with `post_id`, as JSON. @param order of the rows, with `p` for the post */
const linesOf = (found: string, order: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(json_build_object(
    'title', p.title, 'slug', p.slug, 'published_at', p.published_at, 'read_time', p.reading_time,
    'category', case when c.id is not null then json_build_object('name', c.name, 'slug', c.slug) end
  ) order by ${order}), '[]')
  from ${sql.table(found)} n join posts p on p.id = n.post_id left join categories c on c.id = p.category_id)`;

/** The slug that a page, category or tag has now, by one that it has or once had; null if readers can't open it. */
function slugNow(target: ButtonTarget | null) {
  const slug = target?.to;
  switch (target?.kind) {
    case "page":
      return sql`(select p.slug from (
        select id as post_id, 1 as rank from posts where slug = ${slug}
        union all
        select post_id, 2 from post_slugs where slug = ${slug}
      ) found join posts p on p.id = found.post_id and p.kind = 'page' and p.status = 'published' order by rank limit 1)`;
    case "category":
      return sql`coalesce((select slug from categories where slug = ${slug}),
        (select c.slug from category_slugs o join categories c on c.id = o.category_id where o.slug = ${slug}))`;
    case "tag":
      return sql`coalesce((select slug from tags where slug = ${slug}),
        (select t.slug from tag_slugs o join tags t on t.id = o.tag_id where o.slug = ${slug}))`;
    default:
      return sql`null::text`;
  }
}

/**
 * Reads the facts. One statement.
 * @param options `heroSlug`: of the article that the button in the hero leads to; `target`: what it leads to in its place; `since`: the
 *   first day whose visitors count, `YYYY-MM-DD` in the site's time zone
 */
export async function readFacts(
  db: Db,
  { heroSlug, target, since }: { heroSlug: string; target: ButtonTarget | null; since: string },
): Promise<Facts> {
  const { rows } = await sql<Facts>`
    with featured as (
      select post_id from ${featuredFirst(FEATURED_LIMIT)} found order by ${byPlace("found")} limit ${FEATURED_LIMIT}
    ), newest as (
      select post_id, published_at from published_posts where post_id not in (select post_id from featured)
      order by published_at desc, post_id desc limit ${NEWEST}
    ), popular as (
      select p.id as post_id from published_posts n join posts p on p.id = n.post_id
      order by p.views_count desc, p.published_at desc, p.id limit ${POPULAR}
    )
    select
      exists (select from demo_content where removed_at is null)
        and exists (select from posts where is_demo and status = 'published') as "isDemo",
      (select p.slug from (
        select id as post_id, 1 as rank from posts where slug = ${heroSlug} and status = 'published'
        union all
        select p.id, 2 from post_slugs o join posts p on p.id = o.post_id where o.slug = ${heroSlug} and p.status = 'published'
      ) found join posts p on p.id = found.post_id order by rank limit 1) as "heroSlug",
      ${slugNow(target)} as "buttonSlug",
      count(*)::integer as articles,
      (select coalesce(sum(visitors), 0)::integer from analytics_days where day >= ${since}::date) as readers,
      coalesce(sum(p.likes_count), 0)::integer as likes,
      ${linesOf("newest", sql`p.published_at desc, p.id desc`)} as newest,
      ${linesOf("popular", sql`p.views_count desc, p.published_at desc, p.id`)} as popular
    from published_posts n join posts p on p.id = n.post_id`.execute(db);
  const [
    facts = { isDemo: false, heroSlug: null, buttonSlug: null, articles: 0, readers: 0, likes: 0, newest: [], popular: [] },
  ] = rows;
  // PostgreSQL writes the zone of a time in JSON in its own way.
  const dated = (line: PostLine) => ({ ...line, published_at: new Date(line.published_at).toISOString() });
  return { ...facts, newest: facts.newest.map(dated), popular: facts.popular.map(dated) };
}
