import { withAdvisoryLock } from "../../../platform/database/advisory-lock.ts";
import type { Db } from "../../../platform/database/db.ts";
import type { Context } from "../../context.ts";
import { hasMarksBefore, moveRawFrom, retentionMonths } from "../options.sql.ts";
import { dropDrillsBefore } from "./drills.sql.ts";
import {
  attachPartition,
  dropPartition,
  listPartitions,
  type Partition,
  partitionAt,
  partitionNamed,
  retainedFrom,
} from "./partitions.sql.ts";

/**
 * Creates the partitions of these moments before their records are stored. Reads and writes of other months don't wait for
 * it. Call it outside a transaction, which would hold its locks.
 * @param moments when visits began
 * @returns the names of the tables, so that callers can cache them
 */
export async function makePartitions(db: Db, moments: readonly Date[]): Promise<string[]> {
  const wanted = new Map(moments.map((at) => partitionAt(at)).map((partition) => [partition.name, partition] as const));
  const missing = await whatIsMissing(db, wanted);
  if (missing.length > 0) {
    await withAdvisoryLock(db, "analytics partitions", async (trx) => {
      for (const partition of await whatIsMissing(trx, wanted)) await attachPartition(trx, partition);
    });
  }
  return [...wanted.keys()];
}

async function whatIsMissing(db: Db, wanted: ReadonlyMap<string, Partition>): Promise<Partition[]> {
  const there = new Set(await listPartitions(db));
  return [...wanted.values()].filter(({ name }) => !there.has(name));
}

/** How long dropping a table may block collecting, in ms. */
const LOCK_PATIENCE = 500;
const BUSY = "55P03";

/** For how many months single visits are kept. */
export const readRetention = ({ db }: Context): Promise<number> => retentionMonths(db);

/**
 * Drops the months of records that are older than the retention option allows, with the drill-downs of single pages, sources and
 * countries. Other rollups of these months stay. A month that still has to be rolled up, or that is being read, waits for the next
 * time.
 * @returns the names of the dropped tables
 */
export async function dropOldRecords({ db, clock }: Context): Promise<string[]> {
  const kept = retainedFrom(clock.now(), await retentionMonths(db));
  const dropped: string[] = [];
  for (const name of await listPartitions(db)) {
    const partition = partitionNamed(name);
    if (!partition || partition.endsAt > kept || (await hasMarksBefore(db, partition.endsAt))) break;
    const isGone = await db
      .transaction()
      .execute(async (trx) => {
        await moveRawFrom(trx, partition.endsAt);
        await dropDrillsBefore(trx, partition.endsAt);
        await dropPartition(trx, name, LOCK_PATIENCE);
        return true;
      })
      .catch((error: { code?: string }) => {
        if (error.code === BUSY) return false;
        throw error;
      });
    if (!isGone) break;
    dropped.push(name);
  }
  return dropped;
}
