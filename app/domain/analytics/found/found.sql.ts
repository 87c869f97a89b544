import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import type { Period } from "../../../platform/time/day.ts";
import type { SearchedTerm } from "../analytics.ts";
import type { Occurrence } from "../collect/hits.sql.ts";

/** The most frequent search terms with their latest number of results, and how many terms there are in all. */
export async function searchedRows(
  db: Db,
  { from, to }: Pick<Period, "from" | "to">,
  { isFutile, limit }: { isFutile: boolean; limit: number },
): Promise<{ items: SearchedTerm[]; total: number }> {
  const { rows } = await sql<SearchedTerm & { total: number }>`
    select term, searches, results, count(*) over ()::integer as total from (
      select term, sum(searches)::integer as searches,
        (array_agg(results order by looked_up desc) filter (where looked_up is not null))[1] as results
      from analytics_searches where day between ${from}::date and ${to}::date group by term
    ) terms where ${isFutile ? sql`results = 0` : sql`true`} order by searches desc, term limit ${limit}`.execute(db);
  return {
    items: rows.map(({ term, searches, results }): SearchedTerm => ({ term, searches, results })),
    total: rows[0]?.total ?? 0,
  };
}

/** Terms that were never looked up, then those that weren't since `before`. */
export async function dueTerms(db: Db, { before, most }: { before: Date; most: number }): Promise<string[]> {
  const { rows } = await sql<{ term: string }>`
    select term from (
      (select term, 1 as turn, null::timestamptz as looked_up from analytics_searches where looked_up is null order by term limit ${most * 4})
      union all
      (select term, 2, looked_up from analytics_searches
        where looked_up < ${before} and day > (${before}::timestamptz - interval '30 days')::date order by looked_up, term limit ${most * 4})
    ) due group by term order by min(turn), min(looked_up), term limit ${most}`.execute(db);
  return rows.map(({ term }) => term);
}

/** Stores the number of results of terms, on all of their days that weren't looked up since `before`. */
export async function noteResults(
  db: Db,
  found: readonly { term: string; results: number }[],
  { before, at }: { before: Date; at: Date },
): Promise<void> {
  await sql`
    with due as (
      select s.day, s.term, f.results from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) f(term text, results integer)
      join analytics_searches s on s.term = f.term and (s.looked_up is null or s.looked_up < ${before})
      order by s.day, s.term for update of s
    )
    update analytics_searches s set results = d.results, looked_up = ${at} from due d where s.day = d.day and s.term = d.term`.execute(
    db,
  );
}

type Days = Pick<Period, "from" | "to">;

/** A missing page, how often it was requested, and its latest referrer. */
type MissingRow = { path: string; hits: number; referrer: string | null };

/**
 * The missing pages that were requested most and that still don't exist (as a redirect, which are excluded by path, or as an
 * article), and how many there are in all. Referrers are only looked up for the returned rows.
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

/** An article whose slug is similar to the name of a missing page. */
type NearRow = { name: string; slug: string; title: string; likeness: number };

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

/** The published articles with one of these slugs, current or former. */
export async function articlesOnceAt(db: Db, slugs: readonly string[]): Promise<{ name: string; slug: string; title: string }[]> {
  const { rows } = await sql<{ name: string; slug: string; title: string }>`
    select slug as name, slug, title from posts where slug = any(${slugs}::text[]) and status = 'published'
    union all
    select s.slug, p.slug, p.title from post_slugs s join posts p on p.id = s.post_id
    where s.slug = any(${slugs}::text[]) and p.status = 'published'`.execute(db);
  return rows;
}

/** Counts what readers searched for, by day and term. @param timezone IANA name, where the day begins */
export async function addSearches(db: Db, met: readonly Occurrence[], timezone: string): Promise<void> {
  if (met.length === 0) return;
  await sql`
    insert into analytics_searches as s (day, term, searches)
    select (at at time zone ${timezone}::text)::date as day, text, count(*)
    from jsonb_to_recordset(${JSON.stringify(met)}::jsonb) as row (at timestamptz, text text) group by 1, 2 order by 1, 2
    on conflict (day, term) do update set searches = s.searches + excluded.searches`.execute(db);
}

/** Counts missing pages by day, with their latest referrer. */
export async function addMissing(db: Db, met: readonly Occurrence[], timezone: string): Promise<void> {
  if (met.length === 0) return;
  await sql`
    insert into analytics_missing as m (day, path, hits, referrer)
    select (at at time zone ${timezone}::text)::date as day, text, count(*), max(referrer)
    from jsonb_to_recordset(${JSON.stringify(met)}::jsonb) as row (at timestamptz, text text, referrer text)
    group by 1, 2 order by 1, 2
    on conflict (day, path) do update set hits = m.hits + excluded.hits, referrer = coalesce(excluded.referrer, m.referrer)`.execute(
    db,
  );
}
