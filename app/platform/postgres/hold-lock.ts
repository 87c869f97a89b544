import { randomUUID } from "node:crypto";
import { open, readFile, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { processBirth } from "./process.ts";
import { DatabaseStartError, explainSystemError } from "./start-error.ts";

type Holder = { pid: number; birth: string; since: string; host: string; command: string; token: string };
export type Lock = { release(): Promise<void>; isStillOurs(): Promise<boolean> };

/**
 * Makes this process the only one that works on a data folder. The lock dies with its process: a file left behind by a
 * killed process, or whose pid belongs to another process now, counts for nothing.
 * @param path the lock file. @param dataDir the folder it guards, for the message.
 * @throws DatabaseStartError 'in-use', naming the holder and since when; or what kept the file from being written.
 */
export async function holdLock(path: string, dataDir: string): Promise<Lock> {
  const token = randomUUID();
  const mine: Holder = {
    pid: process.pid,
    birth: (await processBirth(process.pid)) ?? "unknown",
    since: new Date().toISOString(),
    host: hostname(),
    command: process.argv.slice(1, 3).join(" "),
    token,
  };
  for (let tries = 0; tries < 200; tries++) {
    if (await createFile(path, JSON.stringify(mine))) {
      return {
        release: async () => {
          if ((await readHolder(path))?.token === token) await rm(path, { force: true });
        },
        isStillOurs: async () => (await readHolder(path))?.token === token,
      };
    }
    const holder = await readHolder(path);
    if (holder && (await processBirth(holder.pid)) === holder.birth) throw inUse(dataDir, holder);
    // A file without readable content is being written right now, unless it has been so for a while (a full disk, a power cut).
    if (holder || (await ageInMs(path)) > 2000) await rm(path, { force: true }).catch((error) => fail(error, path));
    else await pause(20);
  }
  throw new DatabaseStartError("in-use", `The lock file ${path} can't be taken; another process keeps writing it.`);
}

/** Whether a process that lives holds the lock at `path` now. */
export async function isHeld(path: string): Promise<boolean> {
  const holder = await readHolder(path);
  return holder !== null && (await processBirth(holder.pid)) === holder.birth;
}

/** The error for a data folder that another start holds. */
function inUse(dataDir: string, holder: Holder): DatabaseStartError {
  const who = holder.pid === process.pid ? "this process itself" : `process ${holder.pid} (${holder.command})`;
  return new DatabaseStartError(
    "in-use",
    `The database in ${dataDir} is in use by ${who} on ${holder.host} since ${holder.since}. ` +
      "Nothing was changed. Stop that process first, or choose another data folder for this one.",
  );
}

async function createFile(path: string, content: string): Promise<boolean> {
  try {
    const file = await open(path, "wx", 0o644);
    try {
      await file.writeFile(content);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    return fail(error, path);
  }
}

async function readHolder(path: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Holder;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return code === undefined || code === "ENOENT" ? null : fail(error, path);
  }
}

async function ageInMs(path: string): Promise<number> {
  return Date.now() - (await stat(path).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs;
}

function fail(error: unknown, path: string): never {
  throw explainSystemError(error, path);
}
