import cluster, { type Worker } from "node:cluster";
import { realpathSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { settleRestore } from "../domain/setup/restore-state.ts";
import { type Config, ConfigError, readConfig } from "../platform/config/config.ts";
import { createLog } from "../platform/log.ts";
import type { boot, boot as bootFunction } from "./boot.ts";
import type { BootOptions } from "./boot-options.ts";
import { checkPort } from "./check-port.ts";
import { createSite } from "./create-site.ts";
import { broadcastDowntime } from "./database-downtime.ts";
import { gatherFromWorkers } from "./gather-metrics.ts";
import { addressOf, greet } from "./greet.ts";
import { ignoreLostOutput } from "./ignore-lost-output.ts";
import { CONNECTION, isWorker, openDatabase } from "./open-database.ts";
import { openMetricsPort } from "./open-metrics-port.ts";
import { openPort } from "./open-port.ts";
import { restoreWanted } from "./open-restore.ts";
import { prepareDatabase } from "./prepare.ts";
import { restoreDir } from "./restore-uploaded.ts";

/** One that can't start doesn't loop. */
const REPLACE_AFTER_MS = 1000;

/**
 * The first process opens and prepares the database, and replaces workers that exit.
 * @returns how to stop: the workers, then the database
 */
const bootWorkers: typeof boot = async ({ config, projectDir, log, signal, leaving, fail, restore, isAgain }: BootOptions) => {
  const port = await freePort(config.host, config.port);
  const watch = { onChange: broadcastDowntime(), onGivenUp: fail };
  const database = await openDatabase(config, projectDir, log, signal, watch);
  let stopping = false;
  const closing: (() => Promise<void>)[] = [];
  const running = () => Object.values(cluster.workers ?? {}).filter((worker): worker is Worker => worker !== undefined);
  leaving?.addEventListener("abort", () => {
    stopping = true;
    for (const worker of running()) worker.process.kill("SIGTERM");
  });
  const stop = async () => {
    stopping = true;
    await Promise.all(
      running().map((worker) => {
        const ended = new Promise((resolve) => worker.once("exit", resolve));
        worker.process.kill("SIGINT");
        return ended;
      }),
    );
    for (const close of closing) await close();
    await database.close();
  };
  try {
    const prepared = await prepareDatabase(database.connection, config, { projectDir, log, signal, isAgain });
    const env = { [CONNECTION]: JSON.stringify(database.connection), PORT: String(port) };
    // Of this release, also when `build/current` leads to a later one.
    cluster.setupPrimary({ exec: realpathSync(process.argv[1] ?? "") });
    const fork = () => {
      const worker = cluster.fork(env);
      // The worker doesn't read messages any more. That it ended is noticed below.
      worker.on("error", (err) => log.debug({ err }, "a message did not reach a worker"));
      worker.on("message", (message) => {
        const wish = restoreWanted(message);
        if (wish) restore?.(wish);
      });
      worker.once("exit", (code, killed) => {
        if (stopping) return;
        log.error({ code, signal: killed }, "a worker ended by itself and is replaced");
        setTimeout(() => stopping || fork(), REPLACE_AFTER_MS);
      });
      return worker;
    };
    const closeMetrics = await openMetricsPort(config, gatherFromWorkers());
    closing.push(closeMetrics);
    await Promise.all(Array.from({ length: config.workers }, () => listening(fork())));
    greet(addressOf(config, port), prepared);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
};

/** If the worker exits before, it has printed why. */
function listening(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once("listening", () => resolve());
    worker.once("exit", (code) => reject(new Error(`A worker ended with code ${code} before it was up`)));
  });
}

/** The workers share it, so it is known before the first of them needs it. */
async function freePort(host: string, wanted: number): Promise<number> {
  if (wanted !== 0) {
    await checkPort(host, wanted);
    return wanted;
  }
  const { port, close } = await openPort(host, 0);
  await close();
  return port;
}

/** The longest time that stopping may take. */
const LAST_RESORT_MS = 25_000;

/**
 * For DRAIN_DELAY after SIGTERM or SIGHUP the site says that it isn't ready, and serves on. SIGINT (Ctrl-C) stops at once. Exit codes: 0
 * stopped on request, 1 could not start, lost its database server for good, or had an error that nobody handles.
 */
export async function runUntilSignalled(boot: typeof bootFunction, projectDir = process.cwd()): Promise<void> {
  ignoreLostOutput();
  const config = configOrExit();
  const log = createLog({ level: config.logLevel });
  const leaving = new AbortController();
  const hurry = new AbortController();
  const stopping = new AbortController();
  let exitCode = 0;
  const exit = () => process.exit(exitCode);

  const options = { config, projectDir, log, signal: stopping.signal, leaving: leaving.signal, fail };
  const site = createSite(upgrading(config.workers > 1 && !isWorker() ? bootWorkers : boot), { options, exit, failed });

  const end = () => {
    stopping.abort();
    setTimeout(() => process.exit(1), LAST_RESORT_MS).unref();
    void site.stop().finally(exit);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    if (signal === "SIGINT") hurry.abort();
    if (leaving.signal.aborted) return;
    const delay = site.isUp() && signal !== "SIGINT" ? config.drainDelay : 0;
    log.info({ signal, ...(delay > 0 && { seconds: delay }) }, delay > 0 ? "stopping after DRAIN_DELAY" : "stopping");
    leaving.abort();
    if (!site.isUp()) return stopping.abort();
    if (delay === 0) return end();
    void pause(delay * 1000, undefined, { signal: hurry.signal }).then(end, end);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, onSignal);
  /** Ends like a start that failed, so that a supervisor sees it. */
  function fail(error: Error): void {
    if (leaving.signal.aborted) return;
    complain(error, log);
    stopFailed();
  }
  function stopFailed(): void {
    exitCode = 1;
    leaving.abort();
    end();
  }
  function failed(error: unknown): void {
    if (leaving.signal.aborted) exit();
    complain(error, log);
    process.exit(1);
  }
  process.on("uncaughtException", (err) => {
    log.fatal({ err }, "an error that nobody handles; the process stops, so that it is started again");
    if (leaving.signal.aborted) exitCode = 1;
    else stopFailed();
  });
  for (const warning of config.warnings) log.warn(warning);

  try {
    await site.start();
    if (leaving.signal.aborted) await site.stop().then(exit);
    else if (!isWorker()) await settleRestore(restoreDir(config.dataDir));
  } catch (error) {
    failed(error);
  }
}

/** An argument of `npm start`, the same as UPGRADE_BACKUP=false. */
const NO_BACKUP = "--no-backup";

const upgrading =
  (start: typeof bootFunction): typeof bootFunction =>
  (options) =>
    start(options).catch((error: unknown) => startUpgraded(error, () => start(options), options));

/** Starts once more after an upgrade of the database, if the operator wants it. */
async function startUpgraded<T>(error: unknown, start: () => Promise<T>, { config, projectDir, log }: BootOptions): Promise<T> {
  if ((error as { code?: unknown }).code !== "older-data") throw error;
  const { upgradeDatabase, wantsUpgrade } = await import("./upgrade-database.ts");
  if (!(await wantsUpgrade(error, process.argv))) throw error;
  await upgradeDatabase({ config, projectDir, log, say: (line) => void process.stdout.write(`  ${line} …\n`) });
  return start();
}

function configOrExit(): Config {
  try {
    const env = process.argv.includes(NO_BACKUP) ? { ...process.env, UPGRADE_BACKUP: "false" } : process.env;
    return readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** One plain message for errors that the operator can act on; others are logged with their stack. */
function complain(error: unknown, log: ReturnType<typeof createLog>): void {
  const known =
    error instanceof Error &&
    ["DatabaseStartError", "MigrationError", "UpgradeBackupError", "SeedError", "PlacesError", "BackupError"].includes(
      error.name,
    );
  if (known) return void process.stderr.write(`\n${error.message}\n\n`);
  const { code, address, hostname, port } = error as { code?: string; address?: string; hostname?: string; port?: number };
  if (code === "42501") {
    return void process.stderr.write(
      `\nThe user of DATABASE_URL may not do what the site needs: ${(error as Error).message}. Make it the owner of the database ` +
        "(alter database … owner to …), or let it create in the schema public (grant create on schema public to …).\n\n",
    );
  }
  if (code === "EADDRINUSE") {
    return void process.stderr.write(
      `\nPort ${port} on ${address} is taken by another program. Stop that one, or set PORT to a free port.\n\n`,
    );
  }
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return void process.stderr.write(`\nHOST is ${address ?? hostname}, which is no address of this machine.\n\n`);
  }
  if (code === "EACCES" && port)
    return void process.stderr.write(`\nPort ${port} may not be used by this account. Set PORT to one above 1023.\n\n`);
  log.fatal({ err: error }, "could not start");
}
