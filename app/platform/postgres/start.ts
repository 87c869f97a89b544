import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { DatabaseLog } from "../log.ts";
import { awaitServer, ensureDatabase } from "./await-server.ts";
import { type Binaries, chooseBinaries } from "./choose-binaries.ts";
import { choosePlace, defaultRefuges, type Place, prepareDataDir } from "./choose-place.ts";
import { loopbackPassword, loopbackTransport, socketTransport, type Transport } from "./choose-transport.ts";
import { holdLock } from "./hold-lock.ts";
import { keepRunning, type RunningServer } from "./keep-running.ts";
import { findRunning, spawnServer, stopServer } from "./postmaster.ts";
import { prepareCluster } from "./prepare-cluster.ts";
import { writeSettings } from "./settings.ts";
import { DatabaseStartError, explainOutput, explainSystemError } from "./start-error.ts";

export type EmbeddedPostgresOptions = {
  /** Database files, lock, log; or the note where they are. Made if it isn't there. */
  dataDir: string;
  log: DatabaseLog;
  /** A command ends by itself: a site that is started meanwhile waits for it. */
  isCommand?: boolean;
  signal?: AbortSignal;
  projectDir?: string;
  /** False only for data that may be lost: nothing is forced to disk. */
  durable?: boolean;
  /** Instead of a Unix socket; default: on Windows only. */
  overTcp?: boolean;
  /** An npm package with another release of PostgreSQL; default: that of `projectDir`. */
  packageDir?: string;
  clusterName?: string;
  /** Used for what root's PostgreSQL user can't reach in the data folder. */
  refuges?: string[];
  restarts?: number;
  /** The server has ended by itself (false), or answers again (true). */
  onChange?(isUp: boolean): void;
  onGivenUp?(error: DatabaseStartError): void;
};

export type EmbeddedPostgres = {
  /** The owner of its own database, without rights over the server. */
  connection: pg.PoolConfig;
  admin: pg.PoolConfig;
  location: { data: string; binaries: string; socket: string };
  version: string;
  readonly pid: number;
  /** A killed process had left the server running. */
  adopted: boolean;
  /** Fast shutdown, after 10 s an immediate one; then the data folder is free again. May be called twice. */
  stop(): Promise<void>;
};

/** Adopts a server that still runs there. Either is started again when it ends by itself. @throws DatabaseStartError */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = await prepareDataDir(options.dataDir);
  const { log, signal, isCommand, onGivenUp } = options;
  const lock = await holdLock(join(dataDir, "lock"), { dataDir, log, signal, isCommand, onLost: onGivenUp });
  try {
    const settled = await settle(dataDir, options);
    const server = (await adopt(settled, options)) ?? (await launch(settled, options));
    if (!(await lock.isStillOurs())) {
      throw new DatabaseStartError("in-use", `Another process took ${dataDir} over while this one was starting.`);
    }
    const { place, binaries, transport } = settled;
    const keeper = keepRunning(server, { ...options, place, restart: (signal) => restart(settled, { ...options, signal }) });
    let stopping: Promise<void> | null = null;
    const stop = () => {
      stopping ??= keeper
        .end()
        .then(() => stopServer(keeper.server().pid, place, binaries))
        .then(lock.release);
      return stopping;
    };
    return {
      connection: { ...transport.connection, user: "skylark", database: "skylark", ssl: false },
      admin: adminConfig(transport),
      location: { data: place.home, binaries: binaries.folder, socket: transport.connection.host },
      version: server.version,
      get pid() {
        return keeper.server().pid;
      },
      adopted: server.adopted,
      stop,
    };
  } catch (error) {
    await lock.release().catch(() => undefined);
    throw explainSystemError(error, dataDir);
  }
}

type Settled = { place: Place; binaries: Binaries; transport: Transport; changed: boolean };

async function settle(dataDir: string, options: EmbeddedPostgresOptions): Promise<Settled> {
  const { log, durable = true, overTcp = process.platform === "win32", refuges = defaultRefuges } = options;
  const { projectDir = process.cwd(), packageDir, clusterName } = options;
  const chosen = await choosePlace(dataDir, refuges, log);
  const place = clusterName === undefined ? chosen : { ...chosen, cluster: join(chosen.home, clusterName) };
  const binaries = await chooseBinaries(packageDir === undefined ? { projectDir } : { packageDir }, place.account, refuges, log);
  const passwordFile = overTcp ? join(place.home, "password") : null;
  if (passwordFile) await loopbackPassword(place);
  await prepareCluster(place, binaries, { durable, passwordFile, log });
  const transport = overTcp
    ? await loopbackTransport(place, (await findRunning(place.cluster))?.port ?? null)
    : await socketTransport(place);
  const changed = await writeSettings(place, transport, { durable, major: binaries.major });
  return { place, binaries, transport, changed };
}

/** Adopts a server with our settings and release; stops any other. */
async function adopt(
  { place, binaries, transport, changed }: Settled,
  options: EmbeddedPostgresOptions,
): Promise<RunningServer | null> {
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
      return { pid, version, adopted: true };
    }
  }
  log.info({ pid, data: place.home }, "Stopping the PostgreSQL that an earlier process left running, to start a new one");
  await stopServer(pid, place, binaries);
  return null;
}

async function restart(settled: Settled, options: EmbeddedPostgresOptions): Promise<RunningServer> {
  return (await adopt({ ...settled, changed: false }, options)) ?? (await launch(settled, options));
}

async function launch({ place, binaries, transport }: Settled, options: EmbeddedPostgresOptions): Promise<RunningServer> {
  const { log, signal, overTcp = process.platform === "win32" } = options;
  const deadline = performance.now() + 10_000;
  const socket = overTcp ? null : transport.connection.host;
  // Two servers on the same files destroy them, and the process of one in another container can't be seen.
  if (socket && (await answers(socket))) throw strangerAt(place.home);
  for (;;) {
    const { child, hasFailed, output } = await spawnServer(place, binaries, socket);
    try {
      const client = await awaitServer(adminConfig(transport), place, { hasFailed, log, signal });
      if (client) {
        const version = await ensureDatabase(client, transport.connection.password);
        const pid = (await findRunning(place.cluster))?.pid ?? child.pid ?? 0;
        return { pid, version, adopted: false };
      }
    } catch (error) {
      if (child.pid && child.exitCode === null) await stopServer(child.pid, place, binaries);
      throw error;
    }
    const said = await output();
    // Processes of a server that was killed need a moment to notice; until then their shared memory is in use.
    const lingering = /shared memory block .* is still in use/.test(said) && performance.now() < deadline;
    if (!lingering) throw explainOutput(said, place.home);
    await pause(50);
  }
}

function answers(folder: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(join(folder, ".s.PGSQL.5432"));
    connection.once("connect", () => resolve(true)).once("error", () => resolve(false));
    connection.once("connect", () => connection.destroy());
  });
}

const strangerAt = (home: string) =>
  new DatabaseStartError(
    "in-use",
    `The database in ${home} is in use by a PostgreSQL server that was started elsewhere, probably in another container. ` +
      "Nothing was changed. Stop that one first, or choose another data folder for this one.",
  );

function adminConfig({ connection }: Transport): pg.PoolConfig {
  return { ...connection, user: "postgres", database: "postgres", ssl: false };
}
