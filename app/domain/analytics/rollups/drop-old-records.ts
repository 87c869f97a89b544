import type { Context } from "../../context.ts";
import { hasMarksBefore, moveRawFrom, retentionMonths } from "../options.sql.ts";
import { dropDrillsBefore } from "./drill-rollup.sql.ts";
import { dropPartition, listPartitions, partitionNamed, retainedFrom } from "./partitions.sql.ts";

/** How long collecting may be held up for a table to go, in ms. */
const PATIENCE = 500;
const BUSY = "55P03";

/**
 * Drops the months of records whose time is over, as the retention option says, with all that is known about single visits in
 * them, and with what single pages, sources and countries had. What else was rolled up of them stays. A month that still has to be rolled up, or that somebody reads just now, waits for
 * the next time.
 * @returns the names of the tables that went
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
        await dropPartition(trx, name, PATIENCE);
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
