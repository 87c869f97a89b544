import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { connectDatabase } from "../../app/platform/database/connect.ts";
import { migrate } from "../../app/platform/database/migrate.ts";
import type { DatabaseLog } from "../../app/platform/log.ts";
import { findRunning } from "../../app/platform/postgres/postmaster.ts";
import { processBirth } from "../../app/platform/postgres/process.ts";
import { startEmbeddedPostgres } from "../../app/platform/postgres/start.ts";

/** A server for tests: who may create databases on it, who owns them, and the migrated one they are copied from. */
export type TestPostgres = { admin: pg.PoolConfig; owner: pg.PoolConfig; template: string };

export type TestDatabase = { name: string; config: pg.PoolConfig; drop(): Promise<void> };

/** Prints nothing; what matters in a test is thrown. */
export const silent: DatabaseLog = { info: () => undefined, warn: () => undefined };

const prefix = "skylark-test-";

/** The prefix of the temporary folders of this process. The next run removes those of a process that was killed. */
export const scratchFolder = (parent = tmpdir()): string => join(parent, `${prefix}${process.pid}-`);

/**
 * Starts one server for a whole test run (or uses the one at TEST_DATABASE_URL, whose user must be allowed to create
 * databases) and migrates a template there. It doesn't sync to disk, and is in memory if the run has a folder there (TEST_MEMORY).
 * @param projectDir the folder with node_modules. @param migrationsDir the numbered SQL files.
 */
export async function startTestPostgres(options: {
  projectDir: string;
  migrationsDir: string;
}): Promise<TestPostgres & { stop(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) {
    const config = { connectionString: url };
    const template = `skylark_template_${randomBytes(4).toString("hex")}`;
    await onServer(config, `create database ${template}`);
    await migrateTemplate(config, template, options.migrationsDir);
    return { admin: config, owner: config, template, stop: () => onServer(config, `drop database ${template}`) };
  }
  await sweep();
  const dataDir = await mkdtemp(scratchFolder(process.env.TEST_MEMORY));
  // Under root the server runs as another user, who needs access.
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, projectDir: options.projectDir, log: silent, durable: false });
  const template = "skylark_template";
  await onServer(server.admin, `create database ${template} owner ${server.connection.user}`);
  await migrateTemplate(server.connection, template, options.migrationsDir);
  const stop = async () => {
    await server.stop();
    const folders = [dataDir, server.location.data, ...(server.location.socket.startsWith("/") ? [server.location.socket] : [])];
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  };
  return { admin: server.admin, owner: server.connection, template, stop };
}

/** Copies the migrated template: an empty database with the schema, for one test file (about 20 ms). */
export async function copyTemplate({ admin, owner, template }: TestPostgres): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  const ownedBy = owner.user ? `owner ${pg.escapeIdentifier(owner.user)}` : "";
  await onServer(admin, `create database ${name} ${ownedBy} template ${template} strategy file_copy`);
  return { name, config: within(owner, name), drop: () => onServer(admin, `drop database if exists ${name} with (force)`) };
}

/** The connection as a URL for DATABASE_URL. */
export function urlOf({ connectionString, host = "", port, user = "", password, database = "" }: pg.PoolConfig): string {
  if (connectionString) return connectionString;
  const url = new URL("postgres://localhost");
  url.username = user;
  if (typeof password === "string") url.password = password;
  url.pathname = `/${database}`;
  if (port) url.port = String(port);
  if (host.startsWith("/")) url.searchParams.set("host", host);
  else url.hostname = host;
  return url.href;
}

/** The same connection, to another database of the server. */
function within(config: pg.PoolConfig, database: string): pg.PoolConfig {
  if (!config.connectionString) return { ...config, database };
  const url = new URL(config.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

async function onServer(config: pg.PoolConfig, sql: string): Promise<void> {
  const client = new pg.Client(config);
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

async function migrateTemplate(config: pg.PoolConfig, template: string, dir: string): Promise<void> {
  const { pool, close } = connectDatabase(within(config, template), { log: silent, max: 1 });
  await migrate({ pool, dir, log: silent }).finally(close);
}

/** Stops and removes what killed test runs have left; what belongs to another user is left to that user. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    if (!Number.isNaN(pid) && (await processBirth(pid)) === null) await remove(join(tmpdir(), name)).catch(() => undefined);
  }
}

async function remove(folder: string): Promise<void> {
  const running = await findRunning(join(folder, "cluster"));
  // Its files are deleted, so it may be killed.
  if (running) process.kill(running.pid, "SIGQUIT");
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
