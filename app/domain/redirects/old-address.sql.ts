import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";

type Db = Kysely<DB>;

/** A slug that an article had before, with the one that it has. */
export type OldSlugRow = {
  old_slug: string;
  slug: string;
  post_id: string;
  title: string;
  status: string;
  hits: number;
  last_hit_at: Date | null;
  created_at: Date;
};

/** Slugs of before that no other published article has by now; what is in the trash leads nowhere. */
const leading = sql`
  from post_slugs s join posts p on p.id = s.post_id and p.status <> 'trashed'
  where not exists (select from posts o where o.slug = s.slug and o.status = 'published')`;

const matching = (search: string | undefined) =>
  search === undefined ? sql`true` : sql`strpos(lower(s.slug || E'\n' || p.slug || E'\n' || p.title), lower(${search})) > 0`;

/** How many old addresses lead to articles. */
export async function countOldSlugs(db: Db, search: string | undefined): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n ${leading} and ${matching(search)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** One page of them: those that are followed most, then the newest. */
export async function oldSlugRows(
  db: Db,
  search: string | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<OldSlugRow[]> {
  const { rows } = await sql<OldSlugRow>`
    select s.slug as old_slug, p.slug, p.id as post_id, p.title, p.status, s.hits, s.last_hit_at, s.created_at
    ${leading} and ${matching(search)} order by s.hits desc, s.created_at desc, s.slug limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows;
}

/** Adds to how often each old slug was followed. In their order, so that two processes never wait for each other. */
export async function addOldHits(db: Db, hits: ReadonlyMap<string, number>, at: Date): Promise<void> {
  const slugs = [...hits.keys()].sort();
  await sql`
    with counted as (
      select s.slug, c.hits from unnest(${slugs}::text[], ${slugs.map((slug) => hits.get(slug) ?? 0)}::integer[]) c(slug, hits)
        join post_slugs s on s.slug = c.slug order by s.slug for update of s
    )
    update post_slugs s set hits = s.hits + c.hits, last_hit_at = greatest(s.last_hit_at, ${at}::timestamptz)
    from counted c where c.slug = s.slug`.execute(db);
}
