import { parseArgs } from "node:util";
import { type BackupSource, locateBackup, readTarget } from "../domain/backups/archive/backup-target.ts";
import { checkBackup } from "../domain/backups/archive/check-backup.ts";
import { migrationsOf } from "../domain/backups/archive/load-database.ts";
import { recognizeBackup } from "../domain/backups/archive/recognize-backup.ts";
import {
  isSame,
  type RestoreProgress,
  type RestoreResult,
  type RestoreWork,
  restoreBackup,
} from "../domain/backups/archive/restore-backup.ts";
import { type VerifyResult, verifyBackup } from "../domain/backups/archive/verify-backup.ts";
import { UNTOUCHED_ADMIN } from "../domain/setup/setup.sql.ts";
import { type Config, readConfig } from "../platform/config/config.ts";
import { readMigrations } from "../platform/database/migrate.ts";
import { createLog } from "../platform/log.ts";
import { askPassphrase } from "./ask-passphrase.ts";
import { importsDir } from "./open-imports.ts";
import { mediaStore } from "./open-media.ts";
import { migrationsDir } from "./prepare.ts";
import { inMegabytes, reportProgress, runBackupCommand } from "./run-backup-command.ts";
import { withConnection } from "./run-command.ts";

const RESTORE_USAGE = `Restores a backup into an empty installation. The site must not be running.

  npm run restore -- <file>                     DATA_DIR and DATABASE_URL say where to; a new DATA_DIR is made
  npm run restore -- s3://<bucket>/<file>       from a bucket, at the service of BACKUP_URL or S3_URL
  npm run restore -- <file> --check             reads the whole file and compares its checksums; needs no database
  npm run restore -- <file> --verify            verifies a backup: restores it into a temporary database and compares everything

  --replace-unused
               also replaces a site that nobody has used: nobody has signed in, and there is nothing but the demo content
  --json       reports in JSON: progress in lines on stderr, the result in the last line on stdout
An encrypted backup is opened with BACKUP_PASSPHRASE; without it, the command asks.
`;

const progressLine = ({ step, name, files, bytes }: RestoreProgress): string =>
  step === "check" ? `check: ${files} files, ${inMegabytes(bytes)}` : `${step}: ${name}, ${inMegabytes(bytes)} so far`;

/** What is in the database, in columns. */
function table({ tables }: RestoreResult): string[] {
  const width = Math.max(...tables.map(({ name }) => name.length));
  return tables.map((one) => {
    const state = one.left ? "left out: not one of Skylark's tables" : isSame(one) ? "same" : "DIFFERENT";
    return `  ${one.name.padEnd(width)}  ${String(one.found?.rows ?? 0).padStart(9)} rows  ${state}`;
  });
}

const made = ({ created_at, site_url, version }: Pick<RestoreResult, "created_at" | "site_url" | "version">) =>
  `made on ${created_at.slice(0, 16).replace("T", " ")} UTC${site_url ? ` of ${site_url}` : ""} by release ${version}`;
const upToDate = ({ migrated }: RestoreResult) =>
  migrated.length > 0 ? [`Migrated to this release: ${migrated.join(", ")}.`] : [];
const without = ({ missing }: RestoreResult) =>
  missing.length > 0
    ? [`${missing.length} images or imports had lost their files before: ${missing.slice(0, 10).join(", ")}.`]
    : [];

const restored = (result: RestoreResult): string[] => [
  `The backup is restored (${made(result)}): ${result.rows} rows, ${result.files} files, in ${result.seconds} s.`,
  ...result.tables.filter(({ left }) => left).map(({ name }) => `The table ${name} was left out: it isn't one of Skylark's.`),
  ...upToDate(result),
  ...without(result),
  "Start the site with npm start. Accounts, passwords and sign-ins are those of the backup.",
];

const verified = (result: VerifyResult): string[] => [
  ...table(result),
  `  ${result.files} files of images and imports`,
  ...upToDate(result),
  ...without(result),
  ...result.differences,
  result.ok
    ? `The backup is good (${made(result)}): it was restored and compared in ${result.seconds} s.`
    : "The backup isn't good: see the differences above.",
];

const whole = ({ files, created_at, version, site_url }: CheckResult): string[] => [
  `The file is whole: ${files} files. It was ${made({ created_at, version, site_url })}.`,
];

async function isEncrypted(source: BackupSource): Promise<boolean> {
  const bytes = await source.open();
  for await (const chunk of bytes) return recognizeBackup(chunk) === "encrypted";
  return false;
}

const passphraseFor = async (source: BackupSource, { backupPassphrase }: Config) =>
  backupPassphrase ?? ((await isEncrypted(source)) && process.stdin.isTTY ? await askPassphrase({ isNew: false }) : undefined);

const adviceOf = ({ databaseUrl, dataDir }: Config): string =>
  databaseUrl
    ? "Nothing was changed. Make an empty database (createdb) and name it in DATABASE_URL."
    : `Nothing was changed. Restore into another folder (DATA_DIR=<new folder> npm run restore …, then start with the same DATA_DIR), or stop the site and move ${dataDir} away.`;

type CheckResult = Pick<RestoreResult, "created_at" | "site_url" | "version" | "files"> & {
  /** without compression */ bytes: number;
};

/** That this release can restore it, as far as the file alone tells. @throws BackupError */
async function check({
  from,
  passphrase,
  migrationsDir: dir,
  onProgress,
}: Pick<RestoreWork, "from" | "passphrase" | "migrationsDir" | "onProgress">): Promise<CheckResult> {
  const read = { files: 0, bytes: 0 };
  const { manifest } = await checkBackup(from, passphrase, (files, bytes) => {
    Object.assign(read, { files, bytes });
    onProgress?.({ step: "check", name: from.title, files, bytes });
  });
  migrationsOf(manifest, await readMigrations(dir));
  const { created_at, site_url, version } = manifest;
  return { created_at, site_url, version, ...read };
}

const OPTIONS = {
  help: { type: "boolean", short: "h" },
  check: { type: "boolean" },
  verify: { type: "boolean" },
  "replace-unused": { type: "boolean" },
  json: { type: "boolean" },
} as const;

/** @returns null for invalid arguments @throws Refusal, BackupError */
async function runRestore(args: string[], projectDir: string) {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  const [file] = positionals;
  const kinds = [values.check, values.verify, values["replace-unused"]].filter(Boolean).length;
  if (values.help || kinds > 1 || positionals.length !== 1 || file === undefined) return null;
  const config = readConfig(process.env);
  const from = await locateBackup(await readTarget(file, config.backupUrl ?? config.s3Url));
  const passphrase = await passphraseFor(from, config);
  const log = createLog({ level: "silent" });
  const onProgress = reportProgress(values.json === true, progressLine);
  const common = { from, passphrase, migrationsDir: migrationsDir(projectDir), log, onProgress };
  if (values.check) {
    const result = await check(common);
    return { result, ok: true, lines: whole(result) };
  }
  if (values.verify) {
    const result = await verifyBackup({ ...common, projectDir });
    return { result, ok: result.ok, lines: verified(result) };
  }
  const result = await withConnection(projectDir, (connection) =>
    restoreBackup({
      ...common,
      connection,
      media: mediaStore(config),
      importsDir: importsDir(config.dataDir),
      advice: adviceOf(config),
      ...(values["replace-unused"] && { isUnused: async (client) => (await client.query(UNTOUCHED_ADMIN)).rowCount === 1 }),
    }),
  );
  return { result, ok: true, lines: restored(result) };
}

process.exitCode = await runBackupCommand(runRestore, RESTORE_USAGE);
