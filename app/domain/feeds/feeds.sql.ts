import { sql } from "kysely";
import { summaryOf } from "../categories/category-rules.ts";
import type { Context } from "../context.ts";
import type { PostKind } from "../posts/post-rules.ts";

type SitemapRow = { slug: string; updated_at: Date };
type UnlistedRow = SitemapRow & { kind: PostKind };

/** The number of published articles in lists. */
export async function countPublished(ctx: Context): Promise<number> {
  const row = await ctx.db.selectFrom("site_counts").select("count").where("name", "=", "published").executeTakeFirst();
  return row?.count ?? 0;
}

/** Published articles in lists, oldest first, so that new articles don't change the earlier files of a long sitemap. */
export function publishedAddresses(ctx: Context, offset: number, limit: number): Promise<SitemapRow[]> {
  return ctx.db
    .selectFrom("published_posts")
    .innerJoin("posts", "posts.id", "published_posts.post_id")
    .select(["posts.slug", "posts.updated_at"])
    .orderBy("published_posts.published_at")
    .orderBy("published_posts.post_id")
    .offset(offset)
    .limit(limit)
    .execute();
}

/** Published articles outside lists and own pages, oldest first. */
export function unlistedAddresses(ctx: Context): Promise<UnlistedRow[]> {
  return ctx.db
    .selectFrom("posts")
    .select(["slug", "kind", "updated_at"])
    .where("listed", "=", false)
    .where("status", "=", "published")
    .orderBy("published_at")
    .orderBy("id")
    .execute() as Promise<UnlistedRow[]>;
}

export type TopicRow = SitemapRow & { kind: "category" | "tag" };

/** Categories and tags with published articles, ordered by slug, each with the date of the last change of its articles. */
export async function topicAddresses(ctx: Context): Promise<TopicRow[]> {
  const { rows } = await sql<TopicRow>`
    select 'category' as kind, c.slug, max(p.updated_at) as updated_at
    from categories c
    join published_posts n on n.category_id = c.id
    join posts p on p.id = n.post_id
    group by c.id
    union all
    select 'tag', t.slug, max(p.updated_at)
    from tags t
    join posts_tags n on n.tag_id = t.id and n.published_at is not null
    join posts p on p.id = n.post_id
    group by t.id
    order by kind, slug`.execute(ctx.db);
  return rows;
}

/** An article for its Markdown version. */
export type WritingRow = {
  title: string;
  slug: string;
  description: string;
  content: string;
  content_format: string;
  published_at: Date;
  updated_at: Date;
  author: string | null;
};

/** The published article with this slug, with its original content. */
export function findWriting(ctx: Context, slug: string): Promise<WritingRow | undefined> {
  return ctx.db
    .selectFrom("posts")
    .leftJoin("users", "users.id", "posts.author_id")
    .select(["posts.title", "posts.slug", "posts.description", "posts.content", "posts.content_format"])
    .select((eb) => eb.ref("posts.published_at").$notNull().as("published_at"))
    .select(["posts.updated_at", "users.full_name as author"])
    .where("posts.slug", "=", slug)
    .where("posts.status", "=", "published")
    .executeTakeFirst();
}

/** An article in `llms.txt`. */
export type ListedRow = { slug: string; title: string; summary: string; category: string | null };

/** The newest published articles, grouped by category in the order of their names, then those without one; newest first in each group. */
export async function articlesByCategory(ctx: Context, limit: number): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select p.slug, p.title, coalesce(nullif(p.description, ''), p.excerpt) as summary, c.name as category
    from (select post_id, published_at from published_posts order by published_at desc, post_id desc limit ${limit}) n
    join posts p on p.id = n.post_id and p.status = 'published' left join categories c on c.id = p.category_id
    order by c.name is null, lower(c.name), c.slug, n.published_at desc, n.post_id desc`.execute(ctx.db);
  return rows;
}

/** The category or tag of a feed. */
export type FeedTopic = { id: string; name: string; slug: string; description: string; created_at: Date };

export type FeedRow = {
  id: string;
  slug: string;
  title: string;
  summary: string;
  content_html: string;
  /** of the first recording of the library, null if there is none */
  audio_bytes: number | null;
  featured_image: string | null;
  /** of the featured image, null if there is none */
  image_width: number | null;
  image_height: number | null;
  image_bytes: number | null;
  published_at: Date;
  updated_at: Date;
  author: string | null;
  category: string | null;
  tags: string[];
};

/** The category or tag with this slug. */
export async function findTopic(ctx: Context, kind: "category" | "tag", slug: string): Promise<FeedTopic | undefined> {
  if (kind === "category") {
    const columns = ["id", "name", "slug", "description", "intro", "created_at"] as const;
    const category = await ctx.db.selectFrom("categories").select(columns).where("slug", "=", slug).executeTakeFirst();
    if (!category) return undefined;
    const { intro, ...topic } = category;
    return { ...topic, description: topic.description || summaryOf(intro) };
  }
  const tag = await ctx.db
    .selectFrom("tags")
    .select(["id", "name", "slug", "created_at"])
    .where("slug", "=", slug)
    .executeTakeFirst();
  return tag && { ...tag, description: "" };
}

/** When the settings were last changed: the date of the feed of a site without articles. */
export async function settingsChangedAt(ctx: Context): Promise<Date> {
  const { updated_at } = await ctx.db.selectFrom("settings").select("updated_at").executeTakeFirstOrThrow();
  return updated_at;
}

const newest = {
  site: () => sql`select post_id, published_at from published_posts`,
  category: (id: string) => sql`select post_id, published_at from published_posts where category_id = ${id}`,
  tag: (id: string) => sql`select post_id, published_at from posts_tags where tag_id = ${id} and published_at is not null`,
};

/** The newest published articles of the site, or of a topic. */
export async function newestPosts(
  ctx: Context,
  about: { kind: "category" | "tag"; id: string } | null,
  limit: number,
): Promise<FeedRow[]> {
  const source = about ? newest[about.kind](about.id) : newest.site();
  const { rows } = await sql<FeedRow>`
    select p.id, p.slug, p.title, coalesce(nullif(p.description, ''), p.excerpt) as summary, p.content_html,
      (select m.bytes from media m where m.id = media_id(substring(p.content_html from '<audio src="([^"]+)"'))) as audio_bytes,
      p.featured_image, m.width as image_width, m.height as image_height, m.bytes as image_bytes,
      p.published_at, greatest(p.updated_at, p.published_at) as updated_at, u.full_name as author, c.name as category,
      coalesce((select array_agg(t.name order by t.name) from posts_tags pt join tags t on t.id = pt.tag_id where pt.post_id = p.id), '{}') as tags
    from (${source} order by published_at desc, post_id desc limit ${limit}) n
    join posts p on p.id = n.post_id and p.status = 'published'
    left join users u on u.id = p.author_id
    left join categories c on c.id = p.category_id
    left join media m on m.id = media_id(p.featured_image)
    order by n.published_at desc, n.post_id desc`.execute(ctx.db);
  return rows;
}
