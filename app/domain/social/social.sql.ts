import { sql } from "kysely";
import type { Context } from "../context.ts";

export type SocialRow = {
  id: string;
  title: string;
  reading_time: number;
  featured_image: string | null;
  focus_x: number | null;
  focus_y: number | null;
  author: string | null;
  category_name: string | null;
  category_slug: string | null;
  category_color: string | null;
};

/** Reads the content of the social image of a published article; undefined for other slugs. */
export function findPublished(ctx: Context, slug: string): Promise<SocialRow | undefined> {
  return ctx.db
    .selectFrom("posts")
    .leftJoin("users", "users.id", "posts.author_id")
    .leftJoin("categories", "categories.id", "posts.category_id")
    .leftJoin("media", (join) => join.on("media.id", "=", sql<string>`media_id(posts.featured_image)`))
    .select([
      "posts.id",
      "posts.title",
      "posts.reading_time",
      "posts.featured_image",
      "media.focus_x",
      "media.focus_y",
      "users.full_name as author",
      "categories.name as category_name",
      "categories.slug as category_slug",
      "categories.color as category_color",
    ])
    .where("posts.slug", "=", slug)
    .where("posts.status", "=", "published")
    .executeTakeFirst();
}
