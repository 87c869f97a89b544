import { sql } from "kysely";
import { routes } from "../../routes.ts";
import type { Context } from "../context.ts";
import { alternatesOf, type PostKind } from "../posts/post-rules.ts";
import { DEFAULT_LANGUAGE } from "../settings/direction-rules.ts";
import type { Site } from "../settings/settings.ts";
import { element, textElement, xmlDocument } from "./xml.ts";

/** sitemaps.org */
const SITEMAP_LENGTH = 50_000;

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";
const PAGES: string[] = [routes.home(), routes.listing(), routes.about(), routes.privacy(), routes.storedKeys(), routes.terms()];

const pagesOf = ({ newsletter }: Pick<Site, "newsletter">): string[] => (newsletter ? [...PAGES, routes.newsletter()] : PAGES);

/** Declared where a file has versions of articles in other languages. */
const LINKS = { "xmlns:xhtml": "http://www.w3.org/1999/xhtml" };

function urlset(urls: string[]): string {
  const hasVersions = urls.some((url) => url.includes("<xhtml:link"));
  return xmlDocument(element("urlset", { xmlns: NAMESPACE, ...(hasVersions && LINKS) }, ...urls));
}

/** @param versions the slugs of the article in all its languages */
function address(site: Site, path: string, changed?: Date, versions: Version[] = []): string {
  const links = alternatesOf(versions, site.language ?? DEFAULT_LANGUAGE).map(({ hreflang, slug }) =>
    element("xhtml:link", { rel: "alternate", hreflang, href: site.url + routes.story(slug) }),
  );
  const lastmod = changed ? [textElement("lastmod", changed.toISOString())] : [];
  return element("url", {}, textElement("loc", site.url + path), ...lastmod, ...links);
}

type Version = { language: string; slug: string };
type SitemapRow = { slug: string; updated_at: Date };
type ArticleRow = SitemapRow & { versions: Version[] | null };

/** Of the article in `posts`, where there is more than one. */
const versions = sql<Version[] | null>`(
  select json_agg(json_build_object('language', o.language, 'slug', o.slug)) from posts o
  where o.translation_group = posts.translation_group and o.status = 'published' having count(*) > 1)`.as("versions");

async function addresses(
  ctx: Context,
  site: Site,
  { fixed, published, others }: Contents,
  offset: number,
  limit: number,
): Promise<string[]> {
  const pages = fixed.slice(offset, offset + limit).map((path) => address(site, path));
  const firstArticle = Math.max(0, offset - fixed.length);
  const articles = await publishedAddresses(
    ctx,
    firstArticle,
    Math.min(limit - pages.length, Math.max(0, published - firstArticle)),
  );
  const firstOther = Math.max(0, offset - fixed.length - published);
  const rest = limit - pages.length - articles.length;
  return [
    ...pages,
    ...articles.map(({ slug, updated_at, versions }) => address(site, routes.story(slug), updated_at, versions ?? [])),
    ...others
      .slice(firstOther, firstOther + rest)
      .map(({ path, updated_at, versions }) => address(site, path, updated_at, versions ?? [])),
  ];
}

/** Oldest first, so that new articles don't change the earlier files of a long sitemap. */
function publishedAddresses(ctx: Context, offset: number, limit: number): Promise<ArticleRow[]> {
  return ctx.db
    .selectFrom("published_posts")
    .innerJoin("posts", "posts.id", "published_posts.post_id")
    .select(["posts.slug", "posts.updated_at", versions])
    .where("published_posts.shadowed", "=", false)
    .orderBy("published_posts.published_at")
    .orderBy("published_posts.post_id")
    .offset(offset)
    .limit(limit)
    .execute();
}

/** `fixed`: pages of the product. */
type Contents = { fixed: string[]; published: number; others: { path: string; updated_at: Date; versions?: Version[] | null }[] };

type UnlistedRow = ArticleRow & { kind: PostKind };

const NOT_IN_LISTS = sql<string>`(
  select id from posts where not listed union all select post_id from published_posts where shadowed)`;

type TopicRow = SitemapRow & { kind: "category" | "tag" | "author" };

async function contentsOf(ctx: Context, site: Site): Promise<Contents> {
  const { rows: topics } = await sql<TopicRow>`
    select 'category' as kind, c.slug, max(p.updated_at) as updated_at
    from categories c
    join published_posts n on n.category_id = c.id and not n.shadowed
    join posts p on p.id = n.post_id
    group by c.id
    union all
    select 'tag', t.slug, max(p.updated_at)
    from tags t
    join posts_tags n on n.tag_id = t.id and n.published_at is not null
    join posts p on p.id = n.post_id
    group by t.id
    union all
    select 'author', a.slug, max(p.updated_at)
    from author_profiles a
    join (select author_id as user_id, id from posts union all select user_id, post_id from post_coauthors) w on w.user_id = a.user_id
    join posts p on p.id = w.id
    join published_posts n on n.post_id = p.id and not n.shadowed
    where has_author_page(a.user_id)
    group by a.user_id
    order by kind, slug`.execute(ctx.db);
  const unlisted = (await ctx.db
    .selectFrom("posts")
    .select(["slug", "kind", "updated_at", versions])
    .where("id", "in", NOT_IN_LISTS)
    .where("status", "=", "published")
    .orderBy("published_at")
    .orderBy("id")
    .execute()) as UnlistedRow[];
  const fixed = pagesOf(site);
  const others = [
    ...topics.map(({ kind, slug, updated_at }) => ({
      path: kind === "author" ? routes.author(slug) : routes.listing({ [kind]: slug }),
      updated_at,
    })),
    ...unlisted
      .filter(({ slug }) => !fixed.includes(routes.page(slug)))
      .map(({ kind, slug, ...row }) => ({ path: kind === "page" ? routes.page(slug) : routes.story(slug), ...row })),
  ];
  return { fixed, published: await countPublished(ctx), others };
}

async function countPublished(ctx: Context): Promise<number> {
  const row = await ctx.db.selectFrom("site_counts").select("count").where("name", "=", "published").executeTakeFirst();
  return row?.count ?? 0;
}

const lengthOf = ({ fixed, published, others }: Contents): number => fixed.length + published + others.length;

/** An index of files if one can't contain all URLs. @param length the most URLs in one file @returns XML */
export async function readSitemap(ctx: Context, site: Site, length = SITEMAP_LENGTH): Promise<string> {
  const contents = await contentsOf(ctx, site);
  const total = lengthOf(contents);
  if (total <= length) return urlset(await addresses(ctx, site, contents, 0, length));
  const files = Array.from({ length: Math.ceil(total / length) }, (_, index) =>
    element("sitemap", {}, textElement("loc", `${site.url}/sitemap-${index + 1}.xml`)),
  );
  return xmlDocument(element("sitemapindex", { xmlns: NAMESPACE }, ...files));
}

/** @param number from 1 @returns XML; null when there is no such file */
export async function readSitemapFile(ctx: Context, site: Site, number: number, length = SITEMAP_LENGTH): Promise<string | null> {
  const contents = await contentsOf(ctx, site);
  const total = lengthOf(contents);
  if (total <= length || number < 1 || number > Math.ceil(total / length)) return null;
  return urlset(await addresses(ctx, site, contents, (number - 1) * length, length));
}
