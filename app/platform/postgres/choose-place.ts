import { createHash } from "node:crypto";
import { chmod, mkdir, readFile, realpath, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { DatabaseLog } from "../log.ts";
import { chooseAccount } from "./choose-account.ts";
import { type Account, runProgram } from "./process.ts";
import { DatabaseStartError, explainSystemError } from "./start-error.ts";

/** All users can pass through new folders, also with a strict umask. (Node's own `recursive` reports a read-only disk as "no such file".) */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdirOnTheWay(path);
    await chmod(path, 0o755);
  } catch (error) {
    const found = await stat(path).catch(() => null);
    if (found?.isDirectory()) return;
    throw found ? Object.assign(new Error("a file stands there"), { code: "ENOTDIR" }) : error;
  }
}

/** Tries twice. Where that makes no difference, as in /proc, nothing ever will. */
async function mkdirOnTheWay(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await mkdir(path);
  }
}

/** `home` holds the cluster, its log and its socket. */
export type Place = { home: string; cluster: string; account: Account | null };

/** Files that PostgreSQL's user can't reach in the project go to the first usable one. All survive a reboot. */
export const defaultRefuges =
  process.platform === "darwin"
    ? ["/usr/local/var/skylark", "/opt/skylark"]
    : ["/var/lib/skylark", "/var/local/skylark", "/opt/skylark"];

/** @returns the real path, so that two names of one folder count as one */
export async function prepareDataDir(dataDir: string): Promise<string> {
  const path = resolve(dataDir);
  try {
    await makeFolder(path);
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw noFolder(path, error);
    throw explainSystemError(error, path);
  }
}

const noFolder = (path: string, cause: unknown) =>
  new DatabaseStartError(
    "no-folder",
    `The data folder ${path} can't be made: its file system takes no folders there. Nothing was changed. Choose another data folder.`,
    { cause },
  );

/**
 * The data folder, or a refuge when PostgreSQL's user can't get there (root's project in a folder of mode 700), noted in `location.json`.
 * @param dataDir real path, locked by this process
 * @throws DatabaseStartError 'unreachable', 'data-missing', 'data-shared', or what chooseAccount throws
 */
export async function choosePlace(dataDir: string, refuges: string[], log: DatabaseLog): Promise<Place> {
  const pointer = join(dataDir, "location.json");
  try {
    const remembered = await readPointer(pointer);
    if (remembered) return await returnTo(remembered, dataDir, pointer);

    const account = await chooseAccount(join(dataDir, "cluster"));
    if (!account || (await canEnter(account, dataDir))) return place(dataDir, account);
    if (await exists(join(dataDir, "cluster"))) throw unreachable(dataDir, account);

    const home = await openRefuge(dataDir, account, refuges);
    await writeFile(pointer, `${JSON.stringify({ data: home, why: `the user ${account.name} can't enter this folder` })}\n`);
    log.info({ data: home }, `PostgreSQL's user ${account.name} can't enter ${dataDir}: the database lives in ${home}`);
    return place(home, account);
  } catch (error) {
    throw explainSystemError(error, dataDir);
  }
}

/** Asked of the system itself, which knows about every ancestor, ACL and mount. */
export async function canEnter(account: Account, folder: string): Promise<boolean> {
  return (await runProgram("/bin/sh", ["-c", 'cd "$1"', "sh", folder], account)).ok;
}

async function returnTo(home: string, dataDir: string, pointer: string): Promise<Place> {
  const origin = await readFile(join(home, "origin"), "utf8").catch(() => null);
  if (origin === null) {
    throw new DatabaseStartError(
      "data-missing",
      `The database of ${dataDir} lives in ${home}, and nothing is there now. Put that folder back (from a backup, or the disk it ` +
        `was on); or, to begin with an empty database, delete ${pointer}.`,
    );
  }
  if (origin !== dataDir && (await readPointer(join(origin, "location.json"))) === home) {
    throw new DatabaseStartError(
      "data-shared",
      `${dataDir} is a copy of ${origin}: both name ${home} as their database, which belongs to the latter. Nothing was changed. ` +
        `To begin with an empty database here, delete ${pointer}.`,
    );
  }
  if (origin !== dataDir) await writeFile(join(home, "origin"), dataDir);
  const account = await chooseAccount(join(home, "cluster"));
  if (account && !(await canEnter(account, home))) throw unreachable(home, account);
  return place(home, account);
}

async function openRefuge(dataDir: string, account: Account, refuges: string[]): Promise<string> {
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  let problem: unknown;
  for (const refuge of refuges) {
    const home = join(refuge, name);
    try {
      await makeFolder(refuge);
      await makeFolder(home);
      await writeFile(join(home, "origin"), dataDir);
      if (await canEnter(account, home)) return home;
    } catch (error) {
      problem = error;
    }
  }
  if (problem) throw explainSystemError(problem, refuges.join(", "));
  throw unreachable(dataDir, account);
}

function unreachable(folder: string, account: Account): DatabaseStartError {
  return new DatabaseStartError(
    "unreachable",
    `PostgreSQL runs as the user ${account.name}, who can't enter ${folder}: a folder on the way there is closed to other users. ` +
      "Nothing was changed. Open it for passing through (chmod o+x), or start as the user who owns it.",
  );
}

function place(home: string, account: Account | null): Place {
  return { home, cluster: join(home, "cluster"), account };
}

export async function homeOf(dataDir: string): Promise<string> {
  return (await readPointer(join(dataDir, "location.json"))) ?? dataDir;
}

async function readPointer(pointer: string): Promise<string | null> {
  try {
    return (JSON.parse(await readFile(pointer, "utf8")) as { data: string }).data;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
