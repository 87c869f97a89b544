import { join } from "node:path";
import { ENCRYPTED_ENDING, ENDING } from "../domain/backups/archive/archive-format.ts";
import { type BackupTarget, describeBackup, readTarget } from "../domain/backups/archive/backup-target.ts";
import type { BackupPlace } from "../domain/backups/backup-rules.ts";
import { BackupFailed, type BackupProgress, type BackupTools } from "../domain/backups/backup-tools.ts";
import type { Config } from "../platform/config/config.ts";
import { type FlatStore, freeBytes, openFlatBucket, openFlatFolder } from "../platform/storage/flat-store.ts";
import { type ProgressLine, runJsonCommand } from "./run-json-command.ts";

export const backupsDir = (dataDir: string): string => join(dataDir, "backups");

type Opened = {
  config: Pick<Config, "dataDir"> & Partial<Pick<Config, "backupUrl" | "s3Url" | "backupPassphrase" | "databaseUrl">>;
  projectDir: string;
};

const progressOf = ({ step, done, files, total }: ProgressLine): BackupProgress => ({
  step,
  done: done ?? files ?? 0,
  total: total ?? 0,
});

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
  const started = ({ signal, onProgress }: Parameters<BackupTools["write"]>[2]) => ({
    ...own,
    signal,
    inBackground: true,
    onProgress: (line: ProgressLine) => onProgress(progressOf(line)),
  });
  const addressOf = (place: BackupPlace, name: string) => describeBackup((place === "external" && external) || disk, name);
  return {
    stores: { disk: storeOf(disk), external: external && storeOf(external) },
    ending: `${ENDING}${backupPassphrase === undefined ? "" : ENCRYPTED_ENDING}`,
    isEncrypted: backupPassphrase !== undefined,
    isEmbedded: config.databaseUrl === undefined,
    addressOf,
    freeBytes: () => freeBytes(dataDir),
    async write(place, name, options) {
      const result = await runJsonCommand("backup", [addressOf(place, name)], started(options));
      if (!result.ok) throw new BackupFailed(result.error ?? "The command that does it hasn't said why.");
      const { bytes, sha256, rows, files } = result as unknown as { bytes: number; sha256: string; rows: number; files: number };
      return { bytes, sha256, rows, files };
    },
    async verify(place, name, options) {
      const result = await runJsonCommand("restore", [addressOf(place, name), "--verify"], started(options));
      if (result.ok) return { isProven: true };
      if (result.differences) return { isProven: false, isBroken: true, message: result.differences.join(" ") };
      return { isProven: false, isBroken: result.damaged === true, message: result.error ?? "The command hasn't said why." };
    },
    wake,
  };
}
