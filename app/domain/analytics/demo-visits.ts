import type { Context } from "../context.ts";
import { countHits } from "./collect/count-hits.ts";
import type { Occurrence } from "./collect/hits.sql.ts";
import { addDemoMissing, addDemoSearches, deleteDemoVisits, demoVisitCount } from "./demo.sql.ts";
import type { StoredHit } from "./hit-rules.ts";

/** Invented visits for a first look at the screens: each hit has its `record` and `is_demo`. */
export type DemoVisits = { hits: StoredHit[]; searches: Occurrence[]; missing: Occurrence[] };

/**
 * Stores visits of the demo content, marked as such. Joins an open transaction.
 * @param options `timezone` (IANA) of the site
 * @throws what the database throws
 */
export async function addDemoVisits(
  { db }: Pick<Context, "db">,
  visits: DemoVisits,
  { timezone }: { timezone: string },
): Promise<void> {
  await countHits(db, visits.hits, { timezone });
  await addDemoSearches(db, visits.searches, timezone);
  await addDemoMissing(db, visits.missing, timezone);
}

/** How many visits of the demo content are there. */
export const countDemoVisits = ({ db }: Pick<Context, "db">): Promise<number> => demoVisitCount(db);

/**
 * Deletes all visits of the demo content. What real readers did on the same days stays, and the figures
 * of these days are computed again. The dictionary rows that they added stay: they aren't personal, and other processes may have
 * cached their ids.
 */
export const removeDemoVisits = ({ db }: Pick<Context, "db">): Promise<void> => deleteDemoVisits(db);
