import cluster, { type Worker } from "node:cluster";
import type { BootOptions, boot } from "./boot.ts";
import { CONNECTION } from "./given-connection.ts";
import { addressOf, greet } from "./greet.ts";
import { openDatabase } from "./open-database.ts";
import { openPort } from "./open-port.ts";
import { prepareDatabase } from "./prepare.ts";

/** A worker that ends by itself is replaced after so long, in ms; one that can't even start must not spin. */
const REPLACE_AFTER_MS = 1000;

/**
 * Starts WORKERS processes on one port and one database, which this process opens and prepares, and keeps them up.
 * @returns how to stop: the workers first, each finishing what runs, then the database
 * @throws what kept the database or the first workers from starting
 */
export const bootWorkers: typeof boot = async ({ config, projectDir, log, signal }: BootOptions) => {
  const port = await freePort(config.host, config.port);
  const database = await openDatabase(config, projectDir, log, signal);
  let stopping = false;
  const stop = async () => {
    stopping = true;
    const running = Object.values(cluster.workers ?? {}).filter((worker): worker is Worker => worker !== undefined);
    await Promise.all(
      running.map((worker) => {
        const ended = new Promise((resolve) => worker.once("exit", resolve));
        worker.process.kill("SIGTERM");
        return ended;
      }),
    );
    await database.close();
  };
  try {
    const firstAdmin = await prepareDatabase(database.connection, config, { projectDir, log, signal });
    const env = { [CONNECTION]: JSON.stringify(database.connection), PORT: String(port) };
    const fork = () => {
      const worker = cluster.fork(env);
      worker.once("exit", (code, killed) => {
        if (stopping) return;
        log.error({ code, signal: killed }, "a worker ended by itself and is replaced");
        setTimeout(() => stopping || fork(), REPLACE_AFTER_MS);
      });
      return worker;
    };
    await Promise.all(Array.from({ length: config.workers }, () => listening(fork())));
    greet(addressOf(config, port), firstAdmin);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
};

/** Resolves once a worker listens. Its own message has said why, if it ends before. */
function listening(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once("listening", () => resolve());
    worker.once("exit", (code) => reject(new Error(`A worker ended with code ${code} before it was up`)));
  });
}

/** The port that all workers will share, known before the first of them needs it, and known to be free. */
async function freePort(host: string, wanted: number): Promise<number> {
  const { port, close } = await openPort(host, wanted);
  await close();
  return port;
}
