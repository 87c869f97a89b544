import type { Db } from "../../../platform/database/db.ts";

/** One search for a term, or one request of a missing page. */
export type Occurrence = { at: string; text: string; referrer: string | null };

/** Marks the days of these moments (ms since 1970) to be rolled up again. */
export async function markDirtyDays(db: Db, moments: readonly number[]): Promise<void> {
  if (moments.length === 0) return;
  await db
    .insertInto("analytics_marks")
    .values(moments.map((moment) => ({ at: new Date(moment) })))
    .execute();
}
