import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import type { LocalDay } from "./rollup.sql.ts";

/** No timezone's day begins anywhere else than on a quarter of an hour. */
const QUARTER_MS = 15 * 60_000;

/** One of the moments (ms since 1970) in each quarter of an hour, which is enough to mark all their days in any timezone. */
export const oncePerQuarter = (moments: readonly number[]): number[] => [
  ...new Map(moments.map((moment) => [Math.floor(moment / QUARTER_MS), moment])).values(),
];

/** The days on which something has changed since they were rolled up, the newest first. */
export async function waitingDays(db: Db, timezone: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct (at at time zone ${timezone})::date::text as day from analytics_marks order by day desc`.execute(db);
  return rows.map(({ day }) => day);
}

/** Whether no day was ever rolled up, as on a site that has just been set up. */
export async function hasNoRollups(db: Db): Promise<boolean> {
  const { rows } = await sql<{ none: boolean }>`select not exists (select from analytics_days) as none`.execute(db);
  return rows[0]?.none ?? false;
}

/** The ids of a day's marks, in decimal: those that are visible now, since others may be added meanwhile. */
export async function marksOf(db: Db, { day, timezone }: LocalDay): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text from analytics_marks where (at at time zone ${timezone})::date = ${day}::date`.execute(db);
  return rows.map(({ id }) => id);
}

/** The time that marks are made by, and up to when nothing waits. */
export async function freshness(db: Db): Promise<{ now: Date; asOf: Date }> {
  const { rows } = await sql<{ now: Date; asOf: Date }>`
    select now(), coalesce((select min(marked_at) from analytics_marks), now()) as "asOf"`.execute(db);
  return rows[0] as { now: Date; asOf: Date };
}

/** Takes marks away, given their numbers. */
export const removeMarks = (db: Db, ids: readonly string[]) =>
  sql`delete from analytics_marks where id = any (${[...ids]}::bigint[])`.execute(db);

/** Stores the timezone of the rollups. @returns whether it has changed */
export async function setRolledTimezone(db: Db, timezone: string): Promise<boolean> {
  const changed = await db
    .updateTable("analytics_options")
    .set({ rolled_timezone: timezone })
    .where("rolled_timezone", "is distinct from", timezone)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/**
 * Marks each day between the first and the last one with anything to count, or with something rolled up. A day is marked at
 * its noon, which no change of clocks moves.
 */
export const markEveryDay = (db: Db, timezone: string) =>
  sql`
  with edges (day) as (
    select (visit_started_at(edge) at time zone ${timezone})::date
    from (select min(visit), max(visit) from analytics_records) r (first, last), lateral (values (first), (last)) e (edge)
    union all
    select (edge at time zone ${timezone})::date
    from (select min(created_at), max(created_at) from article_likes
      union all select min(created_at), max(created_at) from comments) r (first, last), lateral (values (first), (last)) e (edge)
    union all select min(day) from analytics_days union all select max(day) from analytics_days
    union all select min(starts_on) from analytics_posts where not is_month
    union all select max(starts_on) from analytics_posts where not is_month
  )
  insert into analytics_marks (at)
  select (day::date + time '12:00') at time zone ${timezone}
  from generate_series((select min(day) from edges)::timestamp, (select max(day) from edges)::timestamp, interval '1 day') day`.execute(
    db,
  );
