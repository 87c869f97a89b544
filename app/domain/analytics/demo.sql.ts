import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import type { Occurrence } from "./collect/hits.sql.ts";

const metRows = (met: readonly Occurrence[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(met)}::jsonb) as row (at timestamptz, text text, referrer text)`;

/** Counts searches as the demo content's. @param timezone IANA name, where the day begins */
export async function addDemoSearches(db: Db, met: readonly Occurrence[], timezone: string): Promise<void> {
  await sql`
    insert into analytics_searches as s (day, term, searches, demo)
    select (at at time zone ${timezone}::text)::date, text, count(*), count(*) from ${metRows(met)} group by 1, 2
    on conflict (day, term) do update set searches = s.searches + excluded.searches, demo = s.demo + excluded.demo`.execute(db);
}

/** Counts addresses without a page as the demo content's. */
export async function addDemoMissing(db: Db, met: readonly Occurrence[], timezone: string): Promise<void> {
  await sql`
    insert into analytics_missing as m (day, path, hits, demo, referrer)
    select (at at time zone ${timezone}::text)::date, text, count(*), count(*), max(referrer) from ${metRows(met)} group by 1, 2
    on conflict (day, path) do update set hits = m.hits + excluded.hits, demo = m.demo + excluded.demo`.execute(db);
}

/** How many visits came with the demo content. */
export async function demoVisitCount(db: Db): Promise<number> {
  const { rows } = await sql<{ visits: number }>`
    select count(distinct visit)::integer as visits from analytics_records where is_demo`.execute(db);
  return rows[0]?.visits ?? 0;
}

/** Takes the demo content's visits, searches and missing pages away, and marks the days that they were counted on. */
export async function deleteDemoVisits(db: Db): Promise<void> {
  await sql`
    insert into analytics_marks (at)
    select distinct date_bin('15 minutes', visit_started_at(visit), 'epoch') from analytics_records where is_demo`.execute(db);
  await sql`delete from analytics_records where is_demo`.execute(db);
  await sql`delete from analytics_rejected where hit ->> 'is_demo' = 'true'`.execute(db);
  await sql`delete from analytics_searches where demo = searches`.execute(db);
  await sql`update analytics_searches set searches = searches - demo, demo = 0 where demo > 0`.execute(db);
  await sql`delete from analytics_missing where demo = hits`.execute(db);
  await sql`update analytics_missing set hits = hits - demo, demo = 0 where demo > 0`.execute(db);
}
