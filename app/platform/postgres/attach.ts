import { readFile, realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import type pg from "pg";
import { homeOf } from "./choose-place.ts";
import { isHeld } from "./hold-lock.ts";
import { findRunning } from "./postmaster.ts";
import { explainSystemError } from "./start-error.ts";

/** What is at work on a data folder: nothing; a process whose server doesn't answer yet; or a server, and how to reach it. */
export type AtWork = "nothing" | "starting" | { connection: pg.PoolConfig };

/**
 * Finds the server that another process of ours runs on a data folder, for a program that works beside it. The folder's lock
 * says whether there is one, the server's own pid file where its socket is.
 * @throws DatabaseStartError when these files can't be read
 */
export async function findAtWork(dataDir: string): Promise<AtWork> {
  const path = resolve(dataDir);
  try {
    const folder = await realpath(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    if (folder === null || !(await isHeld(join(folder, "lock")))) return "nothing";
    const home = await homeOf(folder);
    const running = await findRunning(join(home, "cluster"));
    if (!running?.isReady) return "starting";
    const { port, socket } = running;
    const reached = socket
      ? { host: socket, port }
      : { host: "127.0.0.1", port, password: await readFile(join(home, "password"), "utf8") };
    return { connection: { ...reached, user: "skylark", database: "skylark", ssl: false } };
  } catch (error) {
    throw explainSystemError(error, path);
  }
}
