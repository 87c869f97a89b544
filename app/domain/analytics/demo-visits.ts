import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import type { Context } from "../context.ts";
import { countHits } from "./collect/count-hits.ts";
import type { StoredHit } from "./hit-rules.ts";
import type { Occurrence } from "./rollups/rollups.sql.ts";

/** Each hit has its `record` and `is_demo`. */
export type DemoVisits = { hits: StoredHit[]; searches: Occurrence[]; missing: Occurrence[] };

const occurrenceRows = (occurrences: readonly Occurrence[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(occurrences)}::jsonb) as row (at timestamptz, text text, referrer text)`;

/** Joins an open transaction. @param options `timezone` (IANA) of the site */
export async function addDemoVisits(
  { db }: Pick<Context, "db">,
  visits: DemoVisits,
  { timezone }: { timezone: string },
): Promise<void> {
  await countHits(db, visits.hits, { timezone });
  await sql`
    insert into analytics_searches as s (day, term, searches, demo)
    select (at at time zone ${timezone}::text)::date, text, count(*), count(*) from ${occurrenceRows(visits.searches)} group by 1, 2
    on conflict (day, term) do update set searches = s.searches + excluded.searches, demo = s.demo + excluded.demo`.execute(db);
  await sql`
    insert into analytics_missing as m (day, path, hits, demo, referrer)
    select (at at time zone ${timezone}::text)::date, text, count(*), count(*), max(referrer) from ${occurrenceRows(visits.missing)} group by 1, 2
    on conflict (day, path) do update set hits = m.hits + excluded.hits, demo = m.demo + excluded.demo`.execute(db);
}

export const countDemoVisits = ({ db }: Pick<Context, "db">): Promise<number> => demoVisitCount(db);

async function demoVisitCount(db: Db): Promise<number> {
  const { rows } = await sql<{ visits: number }>`
    select count(distinct visit)::integer as visits from analytics_records where is_demo`.execute(db);
  return rows[0]?.visits ?? 0;
}

/** Figures of these days are computed again. Dictionary rows stay: they aren't personal, and other processes may have cached their ids. */
export const removeDemoVisits = ({ db }: Pick<Context, "db">): Promise<void> => deleteDemoVisits(db);

async function deleteDemoVisits(db: Db): Promise<void> {
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
