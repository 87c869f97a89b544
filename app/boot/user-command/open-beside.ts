import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Config } from "../../platform/config/config.ts";
import { findAtWork } from "../../platform/postgres/attach.ts";
import type { DatabaseLog } from "../../platform/postgres/log.ts";
import { startEmbeddedPostgres } from "../../platform/postgres/start.ts";
import { DatabaseStartError } from "../../platform/postgres/start-error.ts";

/** How long a site that is starting may take until its database answers, in ms. */
const PATIENCE = 30_000;
/** How long another command that came meanwhile may go on using the database that this one has started, in ms. */
const OTHERS_FINISH = 10_000;

export type OpenBeside = {
  connection: pg.PoolConfig;
  /** Whether a site of this installation is running on it. */
  shared: boolean;
  close(): Promise<void>;
};

/**
 * Opens the database for a command: the server of DATABASE_URL; the one that the running site has started; or, while the
 * site doesn't run, our own, until `close`.
 * @throws DatabaseStartError with a message for a person
 */
export async function openBeside(config: Config, projectDir: string, log: DatabaseLog): Promise<OpenBeside> {
  const nothing = async () => {};
  if (config.databaseUrl) return { connection: { connectionString: config.databaseUrl }, shared: false, close: nothing };
  const dataDir = join(config.dataDir, "postgres");
  for (const deadline = performance.now() + PATIENCE; ; await pause(100)) {
    const found = await findAtWork(dataDir);
    if (typeof found === "object") return { ...found, shared: true, close: nothing };
    try {
      // While somebody holds the folder this says so in words for a person.
      const { connection, stop } = await startEmbeddedPostgres({ dataDir, projectDir, log });
      return { connection, shared: false, close: () => othersFinished(connection).then(stop, stop) };
    } catch (error) {
      const held = error instanceof DatabaseStartError && error.code === "in-use";
      if (!held || performance.now() > deadline) throw error;
    }
  }
}

/** Waits until nobody but us is connected. */
async function othersFinished(connection: pg.PoolConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const others = "select from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()";
    for (const deadline = performance.now() + OTHERS_FINISH; performance.now() < deadline; await pause(50)) {
      if ((await client.query(others)).rowCount === 0) return;
    }
  } finally {
    await client.end();
  }
}
