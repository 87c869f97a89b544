import { type Kysely, sql } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";

type Db = Kysely<DB>;

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
 * Says that raw records begin at this moment. Days that are being rolled up are waited for, and later ones see it: so none is
 * worked out from records that are already gone.
 */
export const moveRawFrom = (db: Db, moment: Date) =>
  sql`update analytics_options set raw_from = greatest(raw_from, ${moment}::timestamptz)`.execute(db);
