import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { DatabaseLog } from "../log.ts";
import { type Binaries, chooseBinaries } from "./choose-binaries.ts";
import { choosePlace, defaultRefuges, type Place, prepareDataDir } from "./choose-place.ts";
import { loopbackPassword, loopbackTransport, socketTransport, type Transport } from "./choose-transport.ts";
import { holdLock } from "./hold-lock.ts";
import { findRunning, readPidFile, spawnServer, stopServer } from "./postmaster.ts";
import { prepareCluster } from "./prepare-cluster.ts";
import { writeSettings } from "./settings.ts";
import { DatabaseStartError, explainOutput, explainSystemError } from "./start-error.ts";

type Patience = {
  /** Whether there is nothing left to wait for. */
  hasFailed(): boolean | Promise<boolean>;
  log: DatabaseLog;
  signal?: AbortSignal;
  /** How long a server that calls itself ready may turn clients away, in ms (default 30 s). */
  readyMs?: number;
};

// Recovery after a crash takes seconds with our settings; a slow disk may need longer.
const longestRecovery = 300_000;

/**
 * Connects as soon as the server lets us in, looking every 15 ms.
 * @returns a connection (the caller ends it), or null when the server has failed or time is up.
 * @throws DatabaseStartError 'aborted'; any refusal that waiting won't change.
 */
async function awaitServer(config: pg.ClientConfig, place: Place, patience: Patience): Promise<pg.Client | null> {
  const { hasFailed, log, signal, readyMs = 30_000 } = patience;
  const begun = performance.now();
  let readySince: number | null = null;
  let nextWord = 3000;
  for (;;) {
    if (signal?.aborted) throw new DatabaseStartError("aborted", "The start of the database was called off.");
    // Knocking before it is ready would only fill its log with refusals.
    if ((await readPidFile(place.cluster))?.isReady) {
      readySince ??= performance.now();
      const client = await tryToConnect(config);
      if (client) return client;
      if (performance.now() - readySince > readyMs) return null;
    }
    const waited = performance.now() - begun;
    if ((await hasFailed()) || waited > longestRecovery) return null;
    if (waited > nextWord) {
      log.info({ seconds: Math.round(waited / 1000) }, "Waiting for the database, which checks and recovers its files");
      nextWord *= 2;
    }
    await pause(15);
  }
}

async function tryToConnect(config: pg.ClientConfig): Promise<pg.Client | null> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 5000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    if (isTemporary(error)) return null;
    throw error;
  }
}

function isTemporary(error: unknown): boolean {
  const { code, message } = error as { code?: string; message: string };
  // 57P03: it is starting up, recovering or shutting down.
  return (
    ["ENOENT", "ECONNREFUSED", "ECONNRESET", "EPIPE", "57P03", "57P01"].includes(code ?? "") || /timeout|terminated/.test(message)
  );
}

/**
 * Makes the application's role and database if an interrupted first start left them out, and ends the connection.
 * @param client the superuser's connection. @param password the role's password, when connections need one.
 * @returns the server's release, "18.4".
 */
async function ensureDatabase(client: pg.Client, password?: string): Promise<string> {
  try {
    const found = await client.query<{ version: string; role: boolean; database: boolean }>(
      `select split_part(current_setting('server_version'), ' ', 1) as version,
              exists (select from pg_roles where rolname = 'skylark') as role,
              exists (select from pg_database where datname = 'skylark') as database`,
    );
    const { version = "", role, database } = found.rows[0] ?? {};
    if (!role) await client.query(`create role skylark login ${password ? `password ${pg.escapeLiteral(password)}` : ""}`);
    if (!database) await client.query("create database skylark owner skylark");
    return version;
  } finally {
    await client.end();
  }
}

export type EmbeddedPostgresOptions = {
  /** The folder that is ours: database files, lock, log; or the note where they are. Made if it isn't there. */
  dataDir: string;
  log: DatabaseLog;
  /** Calls the start off. */
  signal?: AbortSignal;
  /** The folder that holds node_modules; the working directory by default. */
  projectDir?: string;
  /** False only for data that may be lost: nothing is forced to disk. */
  durable?: boolean;
  /** Loopback TCP with a random password instead of a Unix socket; the default on Windows only. */
  overTcp?: boolean;
  /** Folders for what root's PostgreSQL user can't reach in the data folder. */
  refuges?: string[];
};

export type EmbeddedPostgres = {
  /** For the application: the owner of its own database, without rights over the server. */
  connection: pg.PoolConfig;
  /** For the server's own upkeep (making databases): its superuser. */
  admin: pg.PoolConfig;
  location: { data: string; binaries: string; socket: string };
  /** "18.4" */
  version: string;
  pid: number;
  /** Whether a server was found running that a killed process had left. */
  adopted: boolean;
  /** Fast shutdown, after 10 s an immediate one; then the data folder is free again. May be called twice. */
  stop(): Promise<void>;
};

/**
 * Starts the PostgreSQL of the npm packages on a data folder, or adopts the one that still runs there.
 * @returns once it answers, with the way to connect.
 * @throws DatabaseStartError, whose message is for a person.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = await prepareDataDir(options.dataDir);
  const lock = await holdLock(join(dataDir, "lock"), dataDir);
  try {
    const settled = await settle(dataDir, options);
    const server = (await adopt(settled, options)) ?? (await launch(settled, options));
    if (!(await lock.isStillOurs())) {
      throw new DatabaseStartError("in-use", `Another process took ${dataDir} over while this one was starting.`);
    }
    const { place, binaries, transport } = settled;
    let stopping: Promise<void> | null = null;
    const stop = () => {
      stopping ??= stopServer(server.pid, place, binaries).then(lock.release);
      return stopping;
    };
    server.onExit(() => {
      if (!stopping)
        options.log.warn({ pid: server.pid }, `PostgreSQL has ended by itself; see ${join(place.home, "postgres.log")}`);
    });
    return {
      connection: { ...transport.connection, user: "skylark", database: "skylark", ssl: false },
      admin: adminConfig(transport),
      location: { data: place.home, binaries: binaries.folder, socket: transport.connection.host },
      version: server.version,
      pid: server.pid,
      adopted: server.adopted,
      stop,
    };
  } catch (error) {
    await lock.release().catch(() => undefined);
    throw explainSystemError(error, dataDir);
  }
}

/** What a server needs to run, and whether its settings differ from those of a running server. */
type Settled = { place: Place; binaries: Binaries; transport: Transport; changed: boolean };
type Server = { pid: number; version: string; adopted: boolean; onExit(tell: () => void): void };

async function settle(dataDir: string, options: EmbeddedPostgresOptions): Promise<Settled> {
  const { log, durable = true, overTcp = process.platform === "win32", refuges = defaultRefuges } = options;
  const place = await choosePlace(dataDir, refuges, log);
  const binaries = await chooseBinaries(options.projectDir ?? process.cwd(), place.account, refuges, log);
  const passwordFile = overTcp ? join(place.home, "password") : null;
  if (passwordFile) await loopbackPassword(place);
  await prepareCluster(place, binaries, { durable, passwordFile, log });
  const transport = overTcp
    ? await loopbackTransport(place, (await findRunning(place.cluster))?.port ?? null)
    : await socketTransport(place);
  const changed = await writeSettings(place, transport, durable);
  return { place, binaries, transport, changed };
}

/** Takes over a server that runs on our files with our settings and release; stops any other, so that a new one can start. */
async function adopt({ place, binaries, transport, changed }: Settled, options: EmbeddedPostgresOptions): Promise<Server | null> {
  const running = await findRunning(place.cluster);
  if (!running) return null;
  const { pid } = running;
  const hasFailed = async () => (await findRunning(place.cluster))?.pid !== pid;
  const { log, signal } = options;
  const client = changed ? null : await awaitServer(adminConfig(transport), place, { hasFailed, log, signal, readyMs: 500 });
  if (client) {
    const version = await ensureDatabase(client, transport.connection.password);
    if (version === binaries.version) {
      log.info({ pid, data: place.home }, `Adopted the PostgreSQL ${version} that an earlier process left running`);
      return { pid, version, adopted: true, onExit: () => undefined };
    }
  }
  log.info({ pid, data: place.home }, "Stopping the PostgreSQL that an earlier process left running, to start a new one");
  await stopServer(pid, place, binaries);
  return null;
}

async function launch({ place, binaries, transport }: Settled, options: EmbeddedPostgresOptions): Promise<Server> {
  const { log, signal, overTcp = process.platform === "win32" } = options;
  const deadline = performance.now() + 10_000;
  for (;;) {
    const { child, hasFailed, output } = await spawnServer(place, binaries, overTcp ? null : transport.connection.host);
    try {
      const client = await awaitServer(adminConfig(transport), place, { hasFailed, log, signal });
      if (client) {
        const version = await ensureDatabase(client, transport.connection.password);
        const pid = (await findRunning(place.cluster))?.pid ?? child.pid ?? 0;
        log.info({ pid, data: place.home, socket: transport.connection.host }, `PostgreSQL ${version} is ready`);
        return { pid, version, adopted: false, onExit: (tell) => child.once("exit", tell) };
      }
    } catch (error) {
      if (child.pid && child.exitCode === null) await stopServer(child.pid, place, binaries);
      throw error;
    }
    const said = await output();
    // Processes of a server that was killed need a moment to notice; until then their shared memory is in use.
    const lingering = /shared memory block .* is still in use/.test(said) && performance.now() < deadline;
    if (!lingering) throw explainOutput(said, place.home);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function adminConfig({ connection }: Transport): pg.PoolConfig {
  return { ...connection, user: "postgres", database: "postgres", ssl: false };
}
