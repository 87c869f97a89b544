import { type ChildProcess, spawn } from "node:child_process";
import { chown, open, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { type Binaries, program } from "./choose-binaries.ts";
import { homeOf, type Place } from "./choose-place.ts";
import { isHeld } from "./hold-lock.ts";
import { isAlive, isPostmaster, quietEnvironment, runProgram } from "./process.ts";
import { explainSystemError } from "./start-error.ts";

/** `starting`: a process whose server doesn't answer yet. */
type AtWork = "nothing" | "starting" | { connection: pg.PoolConfig };

/** The server that another process of ours runs on a data folder. @throws DatabaseStartError when its lock or pid file can't be read */
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

/** `socket`: "" for none. `isReady`: whether it lets clients in. */
export type PidFile = { pid: number; port: number; socket: string; isReady: boolean };

/** Null when there is none. The server may no longer be running. */
export async function readPidFile(cluster: string): Promise<PidFile | null> {
  const content = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => null);
  if (content === null) return null;
  const [pid = "", , , port = "", socket = "", , , status = ""] = content.split("\n");
  return { pid: Number(pid), port: Number(port), socket: socket.trim(), isReady: status.trim() === "ready" };
}

export async function findRunning(cluster: string): Promise<PidFile | null> {
  const file = await readPidFile(cluster);
  return file && (await isPostmaster(file.pid, cluster)) ? file : null;
}

export type SpawnedServer = { child: ChildProcess; hasFailed(): boolean; output(): Promise<string> };

/** The server outlives us if we are killed. @param socket its folder, where the files of a dead server are deleted; null if it has none */
export async function spawnServer(place: Place, binaries: Binaries, socket: string | null): Promise<SpawnedServer> {
  const logFile = join(place.home, "postgres.log");
  await keepSmall(logFile);
  if (socket) {
    await Promise.all([".s.PGSQL.5432", ".s.PGSQL.5432.lock"].map((name) => rm(join(socket, name), { force: true })));
  }
  // A pid file whose pid belongs to another process now would stop PostgreSQL; it overlooks what it takes for its grandparent. That is said
  // only of a process that can be seen here and is no server. From the file PostgreSQL learns whether processes of the dead server are
  // still at work.
  const stale = await readPidFile(place.cluster);
  const isReused = stale !== null && isAlive(stale.pid) && !(await isPostmaster(stale.pid, place.cluster));
  const env = quietEnvironment(isReused ? { PG_GRANDPARENT_PID: String(stale.pid) } : {});

  const log = await open(logFile, "a", 0o600);
  try {
    if (place.account) await chown(logFile, place.account.uid, place.account.gid);
    const start = (await log.stat()).size;
    const windows = process.platform === "win32";
    // On Windows only pg_ctl can shed an administrator's rights, which PostgreSQL refuses to run with.
    const command = windows ? program(binaries, "pg_ctl") : program(binaries, "postgres");
    const args = windows ? ["start", "-W", "-D", place.cluster, "-l", logFile] : ["-D", place.cluster];
    const identity = place.account ? { uid: place.account.uid, gid: place.account.gid } : {};
    const child = spawn(command, args, {
      ...identity,
      env,
      // Its own session: Ctrl-C in the terminal reaches Node alone, which stops the database after its last request.
      detached: true,
      cwd: windows ? place.home : "/",
      stdio: windows ? "ignore" : ["ignore", log.fd, log.fd],
      windowsHide: true,
    });
    let failure: Error | null = null;
    child.once("error", (error) => {
      failure = error;
    });
    child.unref();
    return {
      child,
      hasFailed: () =>
        failure !== null || child.signalCode !== null || (child.exitCode !== null && !(windows && child.exitCode === 0)),
      output: async () => failure?.message ?? (await readFile(logFile)).subarray(start).toString("utf8"),
    };
  } finally {
    await log.close();
  }
}

/** Writes everything out (at most 10 s); a server that doesn't manage that is cut off, which its next start recovers from. */
export async function stopServer(pid: number, place: Place, binaries: Binaries): Promise<void> {
  const ask = async (mode: "fast" | "immediate", signal: NodeJS.Signals) => {
    if (process.platform === "win32") {
      await runProgram(program(binaries, "pg_ctl"), ["stop", "-W", "-D", place.cluster, "-m", mode]);
    } else {
      send(pid, signal);
    }
  };
  await ask("fast", "SIGINT");
  if (await isGone(pid, place.cluster, 10_000)) return;
  await ask("immediate", "SIGQUIT");
  if (await isGone(pid, place.cluster, 5_000)) return;
  send(pid, "SIGKILL");
  await isGone(pid, place.cluster, 5_000);
}

async function isGone(pid: number, cluster: string, patience: number): Promise<boolean> {
  const end = performance.now() + patience;
  while (await isPostmaster(pid, cluster)) {
    if (performance.now() > end) return false;
    await pause(10);
  }
  return true;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended in the meantime, as intended.
  }
}

async function keepSmall(logFile: string): Promise<void> {
  const { size } = await stat(logFile).catch(() => ({ size: 0 }));
  if (size > 5_000_000) await rename(logFile, `${logFile}.1`);
}
