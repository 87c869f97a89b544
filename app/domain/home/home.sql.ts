import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";

/** Facts about the site that Home and About show in addition to the owner's texts. */
export type Facts = {
  /** whether demo articles are published, so that the example figures are shown, too */
  isDemo: boolean;
  /** the current slug of the published article that has, or once had, the configured slug */
  heroSlug: string | null;
  articles: number;
  views: number;
  likes: number;
};

/** Reads the facts. @param slug of the article that the button in the hero leads to */
export async function readFacts(db: Kysely<DB>, slug: string): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select
      exists (select from demo_content where removed_at is null)
        and exists (select from posts where is_demo and status = 'published') as "isDemo",
      (select p.slug from (
        select id as post_id, 1 as rank from posts where slug = ${slug} and status = 'published'
        union all select p.id, 2 from post_slugs o join posts p on p.id = o.post_id where o.slug = ${slug} and p.status = 'published'
      ) found join posts p on p.id = found.post_id order by rank limit 1) as "heroSlug",
      coalesce(count(*), 0)::integer as articles,
      coalesce(sum(p.views_count), 0)::integer as views,
      coalesce(sum(p.likes_count), 0)::integer as likes
    from published_posts n join posts p on p.id = n.post_id`.execute(db);
  return rows[0] ?? { isDemo: false, heroSlug: null, articles: 0, views: 0, likes: 0 };
}
