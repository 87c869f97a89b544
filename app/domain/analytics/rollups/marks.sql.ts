import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";

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
