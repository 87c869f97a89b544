import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";

/** No timezone's day begins anywhere else than on a quarter of an hour. */
const QUARTER_MS = 15 * 60_000;

/** One moment (ms since 1970) in each quarter of an hour, enough to mark all their days in any timezone. */
export const oncePerQuarter = (moments: readonly number[]): number[] => [
  ...new Map(moments.map((moment) => [Math.floor(moment / QUARTER_MS), moment])).values(),
];

/** The newest first. */
export async function waitingDays(db: Db, timezone: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct (at at time zone ${timezone})::date::text as day from analytics_marks order by day desc`.execute(db);
  return rows.map(({ day }) => day);
}

export async function hasNoRollups(db: Db): Promise<boolean> {
  const { rows } = await sql<{ none: boolean }>`select not exists (select from analytics_days) as none`.execute(db);
  return rows[0]?.none ?? false;
}

export type Occurrence = { at: string; text: string; referrer: string | null };

/** @param moments ms since 1970 */
export async function markDirtyDays(db: Db, moments: readonly number[]): Promise<void> {
  if (moments.length === 0) return;
  await db
    .insertInto("analytics_marks")
    .values(moments.map((moment) => ({ at: new Date(moment) })))
    .execute();
}

/** `day`: `2026-01-31`; `timezone`: IANA name. */
export type LocalDay = { day: string; timezone: string };

/** 23 or 25 hours lie between where clocks change. */
export const beginning = ({ day, timezone }: LocalDay) => sql<Date>`(${day}::date::timestamp at time zone ${timezone})`;

/** `timezone`: whose days the rollups hold (IANA). `isWhole`: all raw records of the day are still there. */
export type Ground = { timezone: string | null; isWhole: boolean };

/**
 * Fixed until the end of the transaction. No compiling (which would take longer than the work) and no nested loops: PostgreSQL has no
 * statistics of a new day and expects one row, where there may be thousands.
 */
export async function groundOf(db: Db, day: LocalDay): Promise<Ground> {
  const { rows } = await sql<Ground>`
    select rolled_timezone as timezone, ${beginning(day)} >= coalesce(raw_from, '-infinity') as "isWhole",
      set_config('work_mem', '32MB', true), set_config('jit', 'off', true), set_config('enable_nestloop', 'off', true)
    from analytics_options for share`.execute(db);
  return { timezone: rows[0]?.timezone ?? null, isWhole: rows[0]?.isWhole ?? true };
}
