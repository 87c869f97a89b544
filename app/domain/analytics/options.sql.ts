import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import type { TrafficOptions } from "./traffic/traffic.ts";

/** How long raw records are kept. */
export async function retentionMonths(db: Db): Promise<number> {
  const options = await db.selectFrom("analytics_options").select("retention_months").executeTakeFirstOrThrow();
  return options.retention_months;
}

/** Whether something of the time before a moment waits to be rolled up. A day of margin is left for timezones. */
export async function hasMarksBefore(db: Db, moment: Date): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from analytics_marks where at < ${moment}::timestamptz + interval '1 day') as waits`.execute(db);
  return rows[0]?.waits ?? false;
}

/**
 * Stores from when raw records exist. It waits for days that are being rolled up, and later roll-ups see it, so that none uses
 * records that are already gone.
 */
export const moveRawFrom = (db: Db, moment: Date) =>
  sql`update analytics_options set raw_from = greatest(raw_from, ${moment}::timestamptz)`.execute(db);

/** The options in force. */
export const storedOptions = (db: Db): Promise<TrafficOptions> =>
  db.selectFrom("analytics_options").select(["retention_months", "count_admins"]).executeTakeFirstOrThrow();

/** Stores the options. */
export async function storeOptions(db: Db, { retention_months, count_admins }: TrafficOptions, at: Date): Promise<void> {
  await db.updateTable("analytics_options").set({ retention_months, count_admins, updated_at: at }).execute();
}
