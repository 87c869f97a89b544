import { type Kysely, sql } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";

type Db = Kysely<DB>;

/** How many readers each page has: visits of which something was heard since then, by the page that they saw last. */
export async function readersNow(db: Db, since: Date): Promise<{ path: string; title: string; readers: number }[]> {
  const { rows } = await sql<{ path: string; title: string; readers: number }>`
    select p.path, coalesce(posts.title, nullif(p.title, ''), p.path) as title, count(*) as readers
    from (select distinct visit from analytics_sessions where last_at >= ${since}) s
      cross join lateral (
        select path_id from analytics_records r where r.visit = s.visit order by last_seconds desc, first_seconds desc limit 1
      ) page
      join analytics_paths p on p.id = page.path_id left join posts on posts.id = p.post_id
    group by p.id, posts.id order by readers desc, p.path`.execute(db);
  return rows;
}
