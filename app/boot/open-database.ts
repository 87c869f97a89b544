import cluster from "node:cluster";
import { join } from "node:path";
import type pg from "pg";
import type { Config } from "../platform/config/config.ts";
import { connectionOf } from "../platform/database/hosts.ts";
import type { Log } from "../platform/log.ts";
import { startEmbeddedPostgres } from "../platform/postgres/start.ts";
import { closeData } from "./close-data.ts";
import { createDowntime, type Downtime, noDowntime } from "./database-downtime.ts";
import { reportStep } from "./report-step.ts";

/** A worker finds here how to reach the database. */
export const CONNECTION = "SKYLARK_CONNECTION";

/** One of several processes that share the port. */
export const isWorker = (): boolean => cluster.isWorker;

/** The database that the first process opened for this worker. */
export const givenConnection = (): pg.PoolConfig | undefined =>
  cluster.isWorker ? (JSON.parse(process.env[CONNECTION] ?? "null") ?? undefined) : undefined;

export type OpenDatabase = { connection: pg.PoolConfig; close(): Promise<void>; downtime: Downtime };

export type DatabaseWatch = {
  /** Our own server has ended by itself (false), or is back (true). */
  onChange?: ((isUp: boolean) => void) | undefined;
  /** Our own server isn't started again: without the database there is no site. */
  onGivenUp?: ((error: Error) => void) | undefined;
};

/** The server named by DATABASE_URL, else our own in the data folder, which is then closed to other accounts. @throws DatabaseStartError */
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
  reportStep(log, { words: `PostgreSQL ${version} is ready`, begun, fields: { ...location, adopted } });
  return { connection: postgres.connection, close: () => postgres.stop(), downtime };
}
