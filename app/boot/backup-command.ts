import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type BackupTarget, readTarget } from "../domain/backups/archive/backup-target.ts";
import { type BackupResult, type WriteProgress, writeBackup } from "../domain/backups/archive/write-backup.ts";
import type { Config } from "../platform/config/config.ts";
import { askPassphrase } from "./ask-passphrase.ts";
import { backupsDir } from "./open-backups.ts";
import { importsDir } from "./open-imports.ts";
import { mediaStore } from "./open-media.ts";
import { inMegabytes, reportProgress, runBackupCommand } from "./run-backup-command.ts";
import { withConnection } from "./run-command.ts";

const BACKUP_USAGE = `Writes a backup of everything that the site keeps to one file, whether or not the site is running.

  npm run backup                                a dated file in DATA_DIR/backups
  npm run backup -- <file | folder>             a file, or a dated file in a folder
  npm run backup -- s3://<bucket>/<folder>      a bucket at the service of BACKUP_URL or S3_URL, with its key; also as https://key:secret@host/bucket

  --encrypt    asks for a passphrase (or takes BACKUP_PASSPHRASE, with which backups are always encrypted)
  --json       reports in JSON: progress in lines on stderr, the result in the last line on stdout
`;

async function targetOf(given: string | undefined, { dataDir, backupUrl, s3Url }: Config): Promise<BackupTarget> {
  return given === undefined ? { folder: backupsDir(dataDir) } : readTarget(given, backupUrl ?? s3Url);
}

const progressLine = ({ step, name, done, total, bytes }: WriteProgress): string =>
  `${step} ${done + 1} of ${total}: ${name}, ${inMegabytes(bytes)} so far`;

function describe({ place, bytes, rows, files, seconds, encrypted, sha256, missing }: BackupResult): string[] {
  const gone = missing.slice(0, 10).map((one) => `  ${one}`);
  if (missing.length > gone.length) gone.push(`  and ${missing.length - gone.length} more`);
  return [
    `Everything is in ${place}.`,
    `  ${inMegabytes(bytes)}${encrypted ? ", encrypted" : ""}: ${rows} rows and ${files} files, in ${seconds} s`,
    `  SHA-256 ${sha256}`,
    ...(missing.length > 0 ? ["The files of these weren't there, so the backup is without them:", ...gone] : []),
  ];
}

async function readVersion(projectDir: string): Promise<string> {
  return (JSON.parse(await readFile(join(projectDir, "package.json"), "utf8")) as { version: string }).version;
}

/** @returns null for invalid arguments @throws Refusal, BackupError */
async function runBackup(args: string[], projectDir: string) {
  const options = { help: { type: "boolean", short: "h" }, encrypt: { type: "boolean" }, json: { type: "boolean" } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (values.help || positionals.length > 1) return null;
  return withConnection(projectDir, async (connection, config) => {
    const passphrase = config.backupPassphrase ?? (values.encrypt ? await askPassphrase({ isNew: true }) : undefined);
    const result = await writeBackup({
      connection,
      media: mediaStore(config),
      importsDir: importsDir(config.dataDir),
      version: await readVersion(projectDir),
      to: await targetOf(positionals[0], config),
      passphrase,
      onProgress: reportProgress(values.json === true, progressLine),
    });
    return { result, ok: true, lines: describe(result) };
  });
}

process.exitCode = await runBackupCommand(runBackup, BACKUP_USAGE);
