import type { Kysely } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import { withAdvisoryLock } from "../../../platform/database/advisory-lock.ts";
import { attachPartition, listPartitions, type Partition, partitionAt } from "./partitions.sql.ts";

/**
 * Sees to it that the months of these moments have their tables, before records with them are stored. Those who read and
 * write other months meanwhile don't wait. To be called outside of a transaction: an open one would hold its locks.
 * @param moments when visits began
 * @returns the names of the tables, so that a caller can remember what is there
 */
export async function makePartitions(db: Kysely<DB>, moments: readonly Date[]): Promise<string[]> {
  const wanted = new Map(moments.map((at) => partitionAt(at)).map((partition) => [partition.name, partition] as const));
  const missing = await whatIsMissing(db, wanted);
  if (missing.length > 0) {
    await withAdvisoryLock(db, "analytics partitions", async (trx) => {
      for (const partition of await whatIsMissing(trx, wanted)) await attachPartition(trx, partition);
    });
  }
  return [...wanted.keys()];
}

async function whatIsMissing(db: Kysely<DB>, wanted: ReadonlyMap<string, Partition>): Promise<Partition[]> {
  const there = new Set(await listPartitions(db));
  return [...wanted.values()].filter(({ name }) => !there.has(name));
}
