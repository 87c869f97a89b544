import { type Kysely, sql } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import type { Occurrence } from "../collecting/counting-model.ts";

type Db = Kysely<DB>;

/** Counts what readers searched for, by day and term. @param timezone IANA name, where the day begins */
export async function addSearches(db: Db, met: readonly Occurrence[], timezone: string): Promise<void> {
  if (met.length === 0) return;
  await sql`
    insert into analytics_searches as s (day, term, searches)
    select (at at time zone ${timezone}::text)::date as day, text, count(*)
    from jsonb_to_recordset(${JSON.stringify(met)}::jsonb) as row (at timestamptz, text text) group by 1, 2 order by 1, 2
    on conflict (day, term) do update set searches = s.searches + excluded.searches`.execute(db);
}

/** Counts addresses without a page, by day; the page that led there last is kept. */
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
