import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ENCRYPTED_ENDING, ENDING } from "../domain/backups/archive/archive-format.ts";
import { type BackupTarget, describeBackup, readTarget } from "../domain/backups/archive/backup-target.ts";
import type { BackupPlace, BackupStep } from "../domain/backups/backup-rules.ts";
import { BackupFailed, type BackupProgress, type BackupTools } from "../domain/backups/backup-tools.ts";
import type { Config } from "../platform/config/config.ts";
import { type FlatStore, freeBytes, openFlatBucket, openFlatFolder } from "../platform/storage/flat-store.ts";
import { COMMAND_FLAGS, commandFile } from "./command-file.ts";

export const backupsDir = (dataDir: string): string => join(dataDir, "backups");

/** Printed by `npm run backup` or `npm run restore`. */
type ProgressLine = { step: BackupStep; done?: number; total?: number; files?: number };

type Result = { ok: boolean; error?: string; damaged?: boolean; differences?: string[] } & Record<string, unknown>;

type RunOptions = {
  projectDir: string;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  onProgress(progress: BackupProgress): void;
};

function parsed<T>(line: string): T | null {
  try {
    return JSON.parse(line) as T;
  } catch {
    return null;
  }
}

const COMPLAINT_MAX = 1000;

/** @returns its last line @throws BackupFailed when it ends without one; what `signal` was aborted with */
async function runJsonCommand(
  name: "backup" | "restore",
  args: string[],
  { projectDir, env, signal, onProgress }: RunOptions,
): Promise<Result> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, [...COMMAND_FLAGS, commandFile(name), ...args, "--json"], {
    cwd: projectDir,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = () => void child.kill("SIGTERM");
  signal.addEventListener("abort", stop, { once: true });
  try {
    // Readers come first.
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Some systems don't allow it, which is fine.
  }
  let last = "";
  let complaint = "";
  createInterface({ input: child.stdout }).on("line", (line) => {
    last = line;
  });
  createInterface({ input: child.stderr }).on("line", (line) => {
    const progress = parsed<ProgressLine>(line);
    if (!progress?.step) complaint = `${complaint}${line}\n`.slice(-COMPLAINT_MAX);
    else onProgress({ step: progress.step, done: progress.done ?? progress.files ?? 0, total: progress.total ?? 0 });
  });
  const ending = await new Promise<string>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, killed) => resolve(killed ? `it was ended by ${killed}` : `its exit code was ${code}`));
  }).finally(() => signal.removeEventListener("abort", stop));
  signal.throwIfAborted();
  const result = parsed<Result>(last);
  if (result) return result;
  throw new BackupFailed(`The command that does it has said nothing: ${ending}.${complaint && ` ${complaint.trim()}`}`);
}

type Opened = {
  config: Pick<Config, "dataDir"> & Partial<Pick<Config, "backupUrl" | "s3Url" | "backupPassphrase" | "databaseUrl">>;
  projectDir: string;
};

const storeOf = (target: BackupTarget): FlatStore =>
  "folder" in target ? openFlatFolder(target.folder) : openFlatBucket(target.s3);

/** @param wake has somebody look soon whether there is something to do @throws BackupError when BACKUP_URL can't be read */
export async function openBackups(
  { config, projectDir }: Opened,
  { env = process.env, wake = () => {} }: { env?: NodeJS.ProcessEnv; wake?(): void } = {},
): Promise<BackupTools> {
  const { dataDir, backupUrl, s3Url, backupPassphrase } = config;
  // The commands run in the folder of the release, so what is relative to the operator's own is given whole, or not at all.
  const own = { projectDir, env: { ...env, DATA_DIR: dataDir, GEOIP_DB: "" } };
  const disk = { folder: backupsDir(dataDir) };
  const external = backupUrl === undefined ? null : await readTarget(backupUrl, s3Url);
  const addressOf = (place: BackupPlace, name: string) => describeBackup((place === "external" && external) || disk, name);
  return {
    stores: { disk: storeOf(disk), external: external && storeOf(external) },
    ending: `${ENDING}${backupPassphrase === undefined ? "" : ENCRYPTED_ENDING}`,
    isEncrypted: backupPassphrase !== undefined,
    isEmbedded: config.databaseUrl === undefined,
    addressOf,
    freeBytes: () => freeBytes(dataDir),
    async write(place, name, options) {
      const result = await runJsonCommand("backup", [addressOf(place, name)], { ...own, ...options });
      if (!result.ok) throw new BackupFailed(result.error ?? "The command that does it hasn't said why.");
      const { bytes, sha256, rows, files } = result as unknown as { bytes: number; sha256: string; rows: number; files: number };
      return { bytes, sha256, rows, files };
    },
    async verify(place, name, options) {
      const result = await runJsonCommand("restore", [addressOf(place, name), "--verify"], { ...own, ...options });
      if (result.ok) return { isProven: true };
      if (result.differences) return { isProven: false, isBroken: true, message: result.differences.join(" ") };
      return { isProven: false, isBroken: result.damaged === true, message: result.error ?? "The command hasn't said why." };
    },
    wake,
  };
}
