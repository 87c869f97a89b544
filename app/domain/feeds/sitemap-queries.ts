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
