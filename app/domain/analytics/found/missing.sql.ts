import { type Kysely, sql } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import type { Period } from "../../../platform/time/period.ts";

type Db = Kysely<DB>;
type Days = Pick<Period, "from" | "to">;

/** An address without a page, how often it was asked for, and the page that led there last. */
export type MissingRow = { path: string; hits: number; referrer: string | null };

/**
 * The addresses that were asked for most and that nothing stands at by now either (neither a redirect, which are left out by
 * name, nor an article), and how many there are in all. Where readers came from is looked up for those alone that are told.
 */
export async function missingRows(db: Db, { from, to }: Days, redirected: readonly string[], limit: number) {
  const during = sql`day between ${from}::date and ${to}::date`;
  const { rows } = await sql<MissingRow & { total: number }>`
    with most as materialized (
      select m.path, m.hits, count(*) over ()::integer as total
      from (select path, sum(hits)::integer as hits from analytics_missing where ${during} group by path) m
      where m.path <> all(${redirected}::text[]) and not exists (
        select from posts p where m.path like '/story/%' and p.slug = substr(m.path, 8) and p.status = 'published')
      order by m.hits desc, m.path limit ${limit}
    ), led as (
      select distinct on (path) path, referrer from analytics_missing
      where ${during} and referrer is not null and path in (select path from most) order by path, day desc
    )
    select most.path, most.hits, led.referrer, most.total from most left join led on led.path = most.path
    order by most.hits desc, most.path`.execute(db);
  return { items: rows.map(({ path, hits, referrer }): MissingRow => ({ path, hits, referrer })), total: rows[0]?.total ?? 0 };
}

/** An article's address that is like one that nothing stands at. */
export type NearRow = { name: string; slug: string; title: string; likeness: number };

/** For each name the published article whose slug is most like it, if any is like it at all (pg_trgm's similarity, 0 to 1). */
export async function nearestArticles(db: Db, names: readonly string[], least: number): Promise<NearRow[]> {
  const { rows } = await sql<NearRow>`
    select w.name, n.slug, n.title, n.likeness from unnest(${names}::text[]) w(name)
    cross join lateral (
      select p.slug, p.title, similarity(p.slug, w.name) as likeness from posts p
      where p.slug % w.name and p.status = 'published'
      order by likeness desc, p.published_at desc, p.id desc limit 1
    ) n where n.likeness >= ${least}`.execute(db);
  return rows;
}

/** The published articles that had one of these slugs, or have it. */
export async function articlesOnceAt(db: Db, slugs: readonly string[]): Promise<{ name: string; slug: string; title: string }[]> {
  const { rows } = await sql<{ name: string; slug: string; title: string }>`
    select slug as name, slug, title from posts where slug = any(${slugs}::text[]) and status = 'published'
    union all
    select s.slug, p.slug, p.title from post_slugs s join posts p on p.id = s.post_id
    where s.slug = any(${slugs}::text[]) and p.status = 'published'`.execute(db);
  return rows;
}
