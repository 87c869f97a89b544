import type { Kysely } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import { addMissing, addSearches } from "../found/found.sql.ts";
import { type StoredHit, visitStartedAt } from "../model.ts";
import { makePartitions } from "../rollups/make-partitions.ts";
import { oncePerQuarter } from "../rollups/marks.ts";
import type { Occurrence } from "./counting-model.ts";
import { createDictionaries, type Dictionaries, type NumberedHit, number } from "./dictionaries.ts";
import { countStretches, markDirtyDays } from "./hits.sql.ts";
import { incoming } from "./incoming-hit.ts";
import { restoreRecords } from "./restore-records.ts";
import { groupIntoSegments, type VisitSegment } from "./visit-segments.ts";

type Db = Kysely<DB>;

export type CountingOptions = {
  /** IANA name of the site's timezone: where the days of searches and missing pages begin */
  timezone: string;
  /** what is at hand from earlier calls; only for those who don't call within a transaction of their own */
  dictionaries?: Dictionaries;
};

/** What became of a hit: counted, an address without a page, or a sign of life whose visit is over. */
export type Counted = "counted" | "missing" | "too_late";

/**
 * Counts hits, in one transaction (an open one is joined): the one way into the records. Hits of one session belong to one
 * visit as long as it goes on; each page of it has one record, which counts up.
 * @param hits in any order, of any time
 * @returns what became of each, in their order
 * @throws what the database throws; nothing is counted then
 */
export async function countHits(db: Db, hits: readonly StoredHit[], options: CountingOptions): Promise<Counted[]> {
  if (hits.length === 0) return [];
  const { timezone, dictionaries = createDictionaries() } = options;
  const numbered = await number(db, dictionaries, hits);
  const held = numbered.filter(({ hit }) => hit.record);
  const rounds = groupIntoSegments(numbered.filter(({ hit }) => !hit.record));
  await ensurePartitions(db, dictionaries, hits);

  const late = new Set<NumberedHit>();
  const met = metBy(numbered);
  const count = async (trx: Db) => {
    for (const round of rounds) await countRound(trx, round, late);
    const restored = await restoreRecords(trx, held);
    await markDirtyDays(trx, oncePerQuarter(restored.map(visitStartedAt)));
    await addSearches(trx, met.searches, timezone);
    await addMissing(trx, met.missing, timezone);
  };
  // What a blog gets nearly always is one round and nothing else: one statement, which is a transaction already.
  const isOneStatement = rounds.length <= 1 && held.length === 0 && met.searches.length === 0 && met.missing.length === 0;
  if (db.isTransaction || isOneStatement) await count(db);
  else await db.transaction().execute(count);
  return numbered.map((one) => (late.has(one) ? "too_late" : one.pathId === null ? "missing" : "counted"));
}

async function countRound(db: Db, stretches: VisitSegment[], late: Set<NumberedHit>): Promise<void> {
  const over = new Set(await countStretches(db, stretches.map(incoming)));
  for (const { session, hits } of stretches) {
    if (!over.has(session)) continue;
    for (const hit of hits) if (hit.hit.kind !== "view") late.add(hit);
  }
}

/** Makes the months' tables that aren't known to be there. A visit that goes on has its month already. */
async function ensurePartitions(db: Db, { months }: Dictionaries, hits: readonly StoredHit[]): Promise<void> {
  const begun = new Map<string, Date>();
  for (const { at, record } of hits) {
    const moment = record ? new Date(visitStartedAt(record.visit)).toISOString() : at;
    const month = moment.slice(0, 7);
    if (!months.has(month)) begun.set(month, new Date(moment));
  }
  if (begun.size === 0) return;
  await makePartitions(db, [...begun.values()]);
  for (const month of begun.keys()) months.add(month);
}

function metBy(numbered: readonly NumberedHit[]): { searches: Occurrence[]; missing: Occurrence[] } {
  const views = numbered.filter(({ hit }) => hit.kind === "view" && !hit.record);
  const met = ({ at, origin }: StoredHit, text: string): Occurrence => ({ at, text, referrer: origin.referrer_url });
  return {
    searches: views.flatMap(({ hit }) => (hit.search === null ? [] : [met(hit, hit.search)])),
    missing: views.flatMap(({ hit, pathId }) => (pathId === null ? [met(hit, hit.path)] : [])),
  };
}
