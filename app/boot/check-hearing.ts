import cluster from "node:cluster";
import type pg from "pg";
import { hearsNotifications } from "../platform/database/hear-notifications.ts";
import type { Log } from "../platform/log.ts";

/** What the operator reads if notifications don't arrive. */
const DEAF =
  "The database's notifications don't arrive, probably because DATABASE_URL leads through a pooler in transaction mode: other instances " +
  "show a change after 1 to 2 seconds, and jobs begin up to 2 seconds later. Connect directly, or in session mode, to be faster.";

/** Whether notifications reach this process. If not, that is logged, by one of several workers. @throws what the database throws */
export async function checkHearing(connection: pg.PoolConfig, pool: pg.Pool, log: Log): Promise<boolean> {
  const hears = await hearsNotifications(connection, pool);
  if (!hears && (!cluster.isWorker || cluster.worker?.id === 1)) log.warn(DEAF);
  return hears;
}
