import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";

/** A day of the site, `2026-01-31`, and its IANA timezone. */
export type LocalDay = { day: string; timezone: string };

/** When a day begins where the site is, and when the next one does; 23 or 25 hours lie between where clocks change. */
export const beginning = ({ day, timezone }: LocalDay) => sql<Date>`(${day}::date::timestamp at time zone ${timezone})`;

/** `timezone`: whose days the rollups hold (IANA). `isWhole`: all raw records of the day are still there. */
export type Ground = { timezone: string | null; isWhole: boolean };

/**
 * What a day's roll-up depends on; it doesn't change until the end of the transaction. Until then, a busy day also fits into
 * memory, and nothing is compiled, which would take longer than the work itself. Nor are rows compared each with each: of a day
 * that has just come PostgreSQL has no statistics and expects one row, where there may be thousands.
 */
export async function groundOf(db: Db, day: LocalDay): Promise<Ground> {
  const { rows } = await sql<Ground>`
    select rolled_timezone as timezone, ${beginning(day)} >= coalesce(raw_from, '-infinity') as "isWhole",
      set_config('work_mem', '32MB', true), set_config('jit', 'off', true), set_config('enable_nestloop', 'off', true)
    from analytics_options for share`.execute(db);
  return { timezone: rows[0]?.timezone ?? null, isWhole: rows[0]?.isWhole ?? true };
}
