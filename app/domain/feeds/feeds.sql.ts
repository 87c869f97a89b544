import { sql } from "kysely";
import type { Context } from "../context.ts";

/** What a feed is about, beside the whole site. */
export type FeedTopic = { id: string; name: string; slug: string; description: string; created_at: Date };

export type FeedRow = {
  id: string;
  slug: string;
  title: string;
  summary: string;
  content_html: string;
  published_at: Date;
  updated_at: Date;
  author: string | null;
  category: string | null;
  tags: string[];
};

/** The category or tag of that slug. */
export async function findTopic(ctx: Context, kind: "category" | "tag", slug: string): Promise<FeedTopic | undefined> {
  if (kind === "category") {
    const columns = ["id", "name", "slug", "description", "created_at"] as const;
    return ctx.db.selectFrom("categories").select(columns).where("slug", "=", slug).executeTakeFirst();
  }
  const tag = await ctx.db
    .selectFrom("tags")
    .select(["id", "name", "slug", "created_at"])
    .where("slug", "=", slug)
    .executeTakeFirst();
  return tag && { ...tag, description: "" };
}

/** When the settings were last changed: the date of a site without articles. */
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
      p.published_at, greatest(p.updated_at, p.published_at) as updated_at, u.full_name as author, c.name as category,
      coalesce((select array_agg(t.name order by t.name) from posts_tags pt join tags t on t.id = pt.tag_id where pt.post_id = p.id), '{}') as tags
    from (${source} order by published_at desc, post_id desc limit ${limit}) n
    join posts p on p.id = n.post_id and p.status = 'published'
    left join users u on u.id = p.author_id
    left join categories c on c.id = p.category_id
    order by n.published_at desc, n.post_id desc`.execute(ctx.db);
  return rows;
}
