import { randomUUID } from "node:crypto";
import { open, readFile, readlink, rename, rm, stat, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { DatabaseLog } from "../log.ts";
import { processBirth } from "./process.ts";
import { DatabaseStartError, explainSystemError } from "./start-error.ts";

type Holder = {
  pid: number;
  birth: string;
  /** Where `pid` means this process; absent in files of earlier versions. */
  space?: string;
  since: string;
  host: string;
  command: string;
  /** Ends by itself, so that a site that is started meanwhile waits for it. */
  isCommand?: boolean;
  token: string;
};
export type Lock = { release(): Promise<void>; isStillOurs(): Promise<boolean> };

const BEAT_MS = 5000;
/** A file that nobody has touched for this long belongs to nobody. */
const SILENCE_MS = 20_000;
const LOOK_MS = 250;

type LockOptions = {
  dataDir: string;
  log: DatabaseLog;
  signal?: AbortSignal | undefined;
  isCommand?: boolean | undefined;
  /** Another process has taken the lock although this one lives: it was halted for too long. */
  onLost?: ((error: DatabaseStartError) => void) | undefined;
};

/**
 * The lock dies with its process. Where the pid says nothing, as it comes from another container or machine, the file counts until nobody
 * has touched it for 20 s.
 * @throws DatabaseStartError 'in-use', 'aborted', or what kept the file from being written
 */
export async function holdLock(path: string, options: LockOptions): Promise<Lock> {
  const { dataDir, log, signal, isCommand = false } = options;
  const mine: Holder = {
    pid: process.pid,
    birth: (await processBirth(process.pid)) ?? "unknown",
    space: await processSpace(),
    since: new Date().toISOString(),
    host: hostname(),
    command: process.argv.slice(1, 3).join(" "),
    ...(isCommand && { isCommand }),
    token: randomUUID(),
  };
  let awaited = "";
  for (let tries = 0; tries < 200; ) {
    if (signal?.aborted) throw new DatabaseStartError("aborted", "Starting the database was canceled.");
    if (await createFile(path, JSON.stringify(mine))) return keepLock(path, mine, options);
    const holder = await readHolder(path);
    if (holder && (await holds(holder, path, options))) {
      if (isCommand || !holder.isCommand || holder.pid === process.pid) throw inUse(dataDir, holder);
      if (awaited !== holder.token)
        log.info({ data: dataDir }, `Waiting for ${nameOf(holder)}, which uses the database until it is done`);
      awaited = holder.token;
      await pause(LOOK_MS);
      continue;
    }
    tries++;
    // A file without readable content is being written right now, unless it has been so for a while (a full disk, a power cut).
    if (holder || (await ageInMs(path)) > 2000) await clear(path, holder).catch((error) => fail(error, path));
    else await pause(20);
  }
  throw new DatabaseStartError("in-use", `The lock file ${path} can't be taken; another process keeps writing it.`);
}

function keepLock(path: string, mine: Holder, { dataDir, onLost }: LockOptions): Lock {
  const isOurs = async () => (await readHolder(path))?.token === mine.token;
  let isReleased = false;
  const beat = async () => {
    const holder = await readHolder(path);
    if (isReleased) return;
    if (holder?.token === mine.token) await utimes(path, new Date(), new Date());
    else if (!holder) await createFile(path, JSON.stringify(mine));
    else {
      clearInterval(beating);
      onLost?.(inUse(dataDir, holder));
    }
  };
  const beating = setInterval(() => void beat().catch(() => undefined), BEAT_MS).unref();
  return {
    release: async () => {
      isReleased = true;
      clearInterval(beating);
      if (await isOurs()) await rm(path, { force: true });
    },
    isStillOurs: isOurs,
  };
}

/** One in another container or on another machine isn't seen. */
export async function isHeld(path: string): Promise<boolean> {
  const holder = await readHolder(path);
  return holder !== null && (await isHere(holder)) && (await processBirth(holder.pid)) === holder.birth;
}

async function holds(holder: Holder, path: string, { dataDir, log, signal }: LockOptions): Promise<boolean> {
  if (await isHere(holder)) return (await processBirth(holder.pid)) === holder.birth;
  const touched = await touchOf(path);
  const seconds = SILENCE_MS / 1000;
  log.info(
    { data: dataDir },
    `Waiting up to ${seconds} seconds to see whether ${nameOf(holder)}, in another container or on another machine, still uses the database`,
  );
  for (const end = performance.now() + SILENCE_MS; performance.now() < end && !signal?.aborted; await pause(LOOK_MS)) {
    const now = await touchOf(path);
    if (now !== touched) return now !== null;
  }
  return signal?.aborted ?? false;
}

/** Opening the file makes network file systems ask their server. */
async function touchOf(path: string): Promise<number | null> {
  const file = await open(path, "r").catch(() => null);
  try {
    return (await file?.stat())?.mtimeMs ?? null;
  } finally {
    await file?.close();
  }
}

async function isHere({ space, host }: Holder): Promise<boolean> {
  return space === undefined ? host === hostname() : space === (await processSpace());
}

/** Where process ids mean the same as here: this container, or this machine since its last start. */
async function processSpace(): Promise<string> {
  try {
    const [boot, ids] = await Promise.all([readFile("/proc/sys/kernel/random/boot_id", "utf8"), readlink("/proc/self/ns/pid")]);
    return `${boot.trim()} ${ids}`;
  } catch {
    return hostname();
  }
}

const nameOf = ({ pid, command, host }: Holder) => `process ${pid} (${command}) on ${host}`;

function inUse(dataDir: string, holder: Holder): DatabaseStartError {
  const isMe = holder.pid === process.pid && holder.host === hostname();
  const who = isMe ? `this process itself on ${holder.host}` : nameOf(holder);
  return new DatabaseStartError(
    "in-use",
    `The database in ${dataDir} is in use by ${who} since ${holder.since}. ` +
      "Nothing was changed. Stop that process first, or choose another data folder for this one.",
  );
}

/** Leaves the file of another start that has removed it in the meantime. */
async function clear(path: string, gone: Holder | null): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  const moved = await readHolder(aside);
  if (moved?.token === gone?.token) await rm(aside, { force: true });
  else await rename(aside, path);
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
