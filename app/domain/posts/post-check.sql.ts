import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import { POST_ID, type PostStatus } from "./post-rules.ts";

type Db = Kysely<DB>;

const MAX_TITLES = 10;

type Titled = { id: string; title: string; slug: string; status: PostStatus };

/** Reads other posts whose title is the same but for case, the newest first. @param id the post that isn't meant */
export async function postsWithTitle(db: Db, title: string, id: string | null): Promise<Titled[]> {
  const heading = `${title.replace(/[\\%_]/g, "\\$&")}\n%`;
  const { rows } = await sql<Titled>`
    select p.id, p.title, p.slug, p.status from post_catalog d join posts p on p.id = d.post_id
    where d.heading like lower(${heading}) and d.post_id is distinct from ${id}::uuid
    order by d.created_at desc, d.post_id limit ${sql.lit(MAX_TITLES)}`.execute(db);
  return rows;
}

/** `rank` tells how it was found: 1 by its slug, 2 by its id, 3 by a slug that it once had. */
type Target = { asked: string; slug: string; status: string; rank: number };

/** Reads where addresses of posts lead, each to one post: published ones first, then as an article is looked up. */
export async function postsAtSlugs(db: Db, slugs: string[]): Promise<Target[]> {
  if (slugs.length === 0) return [];
  const ids = slugs.filter((slug) => POST_ID.test(slug));
  const { rows } = await sql<Target>`
    select distinct on (asked) asked, slug, status, rank from (
      select slug as asked, slug, status, 1 as rank from posts where slug = any(${slugs}::text[])
      union all select id::text, slug, status, 2 from posts where id = any(${ids}::uuid[])
      union all select o.slug, p.slug, p.status, 3 from post_slugs o join posts p on p.id = o.post_id where o.slug = any(${slugs}::text[])
    ) found order by asked, (status = 'published') desc, rank`.execute(db);
  return rows;
}
