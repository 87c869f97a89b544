import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { DB } from "../../db/schema.gen.ts";
import type { Context } from "../domain/context.ts";
import { DomainError } from "../domain/errors.ts";
import { systemClock, systemRandom } from "../platform/clock.ts";
import { type Config, ConfigError, readConfig } from "../platform/config/config.ts";
import { connectDatabase, describeFailure, describeTarget } from "../platform/database/connect.ts";
import { clientOf, connectionOf } from "../platform/database/hosts.ts";
import { migrate, pendingMigrations } from "../platform/database/migrate.ts";
import { createLog, type DatabaseLog } from "../platform/log.ts";
import { tryToConnect } from "../platform/postgres/await-server.ts";
import { findAtWork } from "../platform/postgres/postmaster.ts";
import { startEmbeddedPostgres } from "../platform/postgres/start.ts";
import { DatabaseStartError } from "../platform/postgres/start-error.ts";
import { isDiskFull } from "../platform/storage/disk.ts";
import { ignoreLostOutput } from "./ignore-lost-output.ts";
import { migrationsDir } from "./prepare.ts";

const DISK_FULL = "The disk is full. Free up space, then run the command again. It continues where it stopped.";

const isMisuse = (error: unknown) => String((error as { code?: unknown }).code).startsWith("ERR_PARSE_ARGS");

/** Exit codes: 0 done, 1 refused or failed, 2 invalid arguments. @param work returns the lines to print, or null for invalid arguments */
export async function runCommand(
  work: (args: string[], projectDir: string) => Promise<string[] | null>,
  usage: string,
): Promise<number> {
  ignoreLostOutput();
  try {
    const lines = await work(process.argv.slice(2), process.cwd());
    if (lines) process.stdout.write(`${lines.join("\n")}\n`);
    else process.stderr.write(usage);
    return lines ? 0 : 2;
  } catch (error) {
    if (isMisuse(error)) {
      process.stderr.write(`${(error as Error).message.split(". ")[0]}.\n\n${usage}`);
      return 2;
    }
    const sentence = error instanceof DomainError ? error.message : isDiskFull(error) ? DISK_FULL : plainSentence(error);
    process.stderr.write(`${sentence ?? (error instanceof Error ? error.stack : String(error))}\n`);
    return 1;
  }
}

/** Waits for the database of a site that is starting. */
const START_PATIENCE = 30_000;
/** A command that started later may use the database that this one has started. */
const OTHERS_FINISH = 10_000;

type OpenBeside = {
  connection: pg.PoolConfig;
  /** A site of this installation is running on it. */
  shared: boolean;
  close(): Promise<void>;
};

/** The server of DATABASE_URL; the one that the running site has started; or our own, until `close`. @throws DatabaseStartError */
export async function openBeside(config: Config, projectDir: string, log: DatabaseLog): Promise<OpenBeside> {
  const nothing = async () => {};
  if (config.databaseUrl) return { connection: connectionOf(config.databaseUrl), shared: false, close: nothing };
  const dataDir = join(config.dataDir, "postgres");
  for (const deadline = performance.now() + START_PATIENCE; ; await pause(100)) {
    const found = await findAtWork(dataDir);
    if (typeof found === "object") {
      // While it is connected, no other command stops the server. Other errors than of a server that is stopping come back when it is used.
      const client = await tryToConnect(found.connection).catch(() => undefined);
      if (client !== null) return { ...found, shared: true, close: async () => client?.end() };
      if (performance.now() < deadline) continue;
    }
    try {
      // Fails with a plain message while another process holds the folder.
      const { connection, stop } = await startEmbeddedPostgres({ dataDir, projectDir, log, isCommand: true });
      return { connection, shared: false, close: () => othersFinished(connection).then(stop, stop) };
    } catch (error) {
      const isInUse = error instanceof DatabaseStartError && error.code === "in-use";
      if (!isInUse || performance.now() > deadline) throw error;
    }
  }
}

async function othersFinished(connection: pg.PoolConfig): Promise<void> {
  const client = clientOf(connection);
  client.on("error", () => undefined);
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

/** Waits for the migrations of a site that is starting. */
const MIGRATION_PATIENCE = 10_000;

/** The operator can act on it. One sentence. */
export class Refusal extends Error {}

const KNOWN = ["DatabaseStartError", "MigrationError", "BackupError", "StorageError"];

/** The sentence is for the operator; null for unexpected errors. */
export function plainSentence(error: unknown): string | null {
  if (error instanceof ConfigError || error instanceof Refusal) return error.message;
  const known = error instanceof Error && KNOWN.includes(error.name);
  return known ? error.message : null;
}

/** A site that is starting migrates; commands don't. */
async function migrated(schema: Parameters<typeof pendingMigrations>[0]): Promise<void> {
  for (const deadline = performance.now() + MIGRATION_PATIENCE; (await pendingMigrations(schema)).length > 0; await pause(100)) {
    if (performance.now() > deadline)
      throw new Refusal("The running site is older than this command. Restart the site, then try again.");
  }
}

/** Works whether or not the site is running. Nothing is migrated. @throws ConfigError, DatabaseStartError; errors of `work` */
export async function withConnection<Result>(
  projectDir: string,
  work: (connection: pg.PoolConfig, config: Config, shared: boolean) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(process.env);
  const { connection, shared, close } = await openBeside(config, projectDir, createLog({ level: "silent" }));
  try {
    return await work(connection, config, shared);
  } finally {
    await close();
  }
}

/** The context that `work` gets has no jobs. @param name of the connections, for PostgreSQL @throws Refusal, ConfigError, DatabaseStartError; errors of `work` */
export async function withDatabase<Result>(
  projectDir: string,
  work: (ctx: Context, config: Config) => Promise<Result>,
  name = "skylark",
): Promise<Result> {
  const config = readConfig(process.env);
  const log = createLog({ level: "silent" });
  const { connection, shared, close } = await openBeside(config, projectDir, log);
  try {
    const { pool, db, close: disconnect } = connectDatabase<DB>({ ...connection, application_name: name }, { log, max: 4 });
    try {
      await pool.query("select 1").catch((error: unknown) => {
        const { host } = describeTarget(connection);
        throw new Refusal(`The database at ${host} can't be used: ${describeFailure(error, connection)}.`);
      });
      const schema = { pool, dir: migrationsDir(projectDir), log };
      if (shared) await migrated(schema);
      else await migrate(schema);
      return await work({ db, clock: systemClock, random: systemRandom, log }, config);
    } finally {
      await disconnect();
    }
  } finally {
    await close();
  }
}
