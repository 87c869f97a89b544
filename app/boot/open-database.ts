import cluster from "node:cluster";
import { join } from "node:path";
import type pg from "pg";
import type { Config } from "../platform/config/config.ts";
import { connectionOf } from "../platform/database/hosts.ts";
import type { Log } from "../platform/log.ts";
import { startEmbeddedPostgres } from "../platform/postgres/start.ts";
import { closeData } from "./close-data.ts";
import { createDowntime, type Downtime, noDowntime } from "./database-downtime.ts";
import { tellStep } from "./tell-step.ts";

/** How a worker is told where the database is. */
export const CONNECTION = "SKYLARK_CONNECTION";

/** Whether this process is one of several that share the port. */
export const isWorker = (): boolean => cluster.isWorker;

/** In a worker: the database that the first process opened. */
export const givenConnection = (): pg.PoolConfig | undefined =>
  cluster.isWorker ? (JSON.parse(process.env[CONNECTION] ?? "null") ?? undefined) : undefined;

/** How to reach the database, and how to let go of it. */
export type OpenDatabase = { connection: pg.PoolConfig; close(): Promise<void>; downtime: Downtime };

export type DatabaseWatch = {
  /** called when our own server has ended by itself (false) and when it is back (true) */
  onChange?: ((isUp: boolean) => void) | undefined;
  /** called when our own server is given up, with a message for a person; without the database there is no site */
  onGivenUp?: ((error: Error) => void) | undefined;
};

/**
 * The database of the configuration: the server named by DATABASE_URL, else our own in the data folder, which is then closed to the
 * machine's other accounts.
 * @throws DatabaseStartError with a message for a person
 */
export async function openDatabase(
  config: Config,
  projectDir: string,
  log: Log,
  signal: AbortSignal,
  { onChange, onGivenUp }: DatabaseWatch = {},
): Promise<OpenDatabase> {
  if (config.databaseUrl) {
    await closeData(config, log);
    return { connection: connectionOf(config.databaseUrl), close: async () => {}, downtime: noDowntime };
  }
  const begun = performance.now();
  const dataDir = join(config.dataDir, "postgres");
  const downtime = createDowntime();
  const noted = (isUp: boolean) => {
    downtime.note(isUp);
    onChange?.(isUp);
  };
  const watch = { onChange: noted, ...(onGivenUp && { onGivenUp }) };
  const postgres = await startEmbeddedPostgres({ dataDir, projectDir, log, signal, ...watch });
  // Only now: until here the folder may not have been there, and PostgreSQL's account has found its way in.
  await closeData(config, log);
  const { location, version, adopted } = postgres;
  tellStep(log, { words: `PostgreSQL ${version} is ready`, begun, fields: { ...location, adopted } });
  return { connection: postgres.connection, close: () => postgres.stop(), downtime };
}
