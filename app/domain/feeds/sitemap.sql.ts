import { sql } from "kysely";
import type { Context } from "../context.ts";

export type SitemapRow = { slug: string; updated_at: Date };

/** How many articles are published. */
export async function countPublished(ctx: Context): Promise<number> {
  const row = await ctx.db.selectFrom("site_counts").select("count").where("name", "=", "published").executeTakeFirst();
  return row?.count ?? 0;
}

/** Published articles by their date, oldest first, so that files of a long sitemap stay as they are. */
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

export type TopicRow = SitemapRow & { kind: "category" | "tag" };

/** Categories and tags with published articles, each with the date on which one of those changed last; by slug. */
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
