import { sql } from "kysely";
import type { Context } from "../context.ts";

/** What is told of an article as Markdown. */
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

/** The published article of a slug, as it was written. */
export function findWriting(ctx: Context, slug: string): Promise<WritingRow | undefined> {
  return ctx.db
    .selectFrom("posts")
    .innerJoin("published_posts", "published_posts.post_id", "posts.id")
    .leftJoin("users", "users.id", "posts.author_id")
    .select(["posts.title", "posts.slug", "posts.description", "posts.content", "posts.content_format"])
    .select(["published_posts.published_at", "posts.updated_at", "users.full_name as author"])
    .where("posts.slug", "=", slug)
    .where("posts.status", "=", "published")
    .executeTakeFirst();
}

/** An article as a list for machines names it. */
export type ListedRow = { slug: string; title: string; summary: string; category: string | null };

/** The newest published articles, by category: those by name, then those without one; in each the newest first. */
export async function articlesByCategory(ctx: Context, limit: number): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select p.slug, p.title, coalesce(nullif(p.description, ''), p.excerpt) as summary, c.name as category
    from (select post_id, published_at from published_posts order by published_at desc, post_id desc limit ${limit}) n
    join posts p on p.id = n.post_id and p.status = 'published' left join categories c on c.id = p.category_id
    order by c.name is null, lower(c.name), c.slug, n.published_at desc, n.post_id desc`.execute(ctx.db);
  return rows;
}
