import type pg from "pg";
import { backupName, KEPT_BEFORE_UPGRADE, readBackupName } from "../domain/backups/backup-rules.ts";
import { type BackupTools, placeOf } from "../domain/backups/backup-tools.ts";
import type { Config } from "../platform/config/config.ts";
import type { Upgrade } from "../platform/database/migrate.ts";
import type { Log } from "../platform/log.ts";
import { openBackups } from "./open-backups.ts";
import { reportStep } from "./report-step.ts";

/** The message is for the operator; nothing has been migrated. */
class UpgradeBackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "UpgradeBackupError";
  }
}

const BEFORE = "before_upgrade";

/** Whether somebody has an account, as from the first start on. */
async function holdsContent(client: pg.ClientBase): Promise<boolean> {
  const { rows: known } = await client.query<{ known: boolean }>("select to_regclass('public.users') is not null as known");
  if (!known[0]?.known) return false;
  const { rows } = await client.query<{ there: boolean }>("select exists (select from users) as there");
  return rows[0]?.there ?? false;
}

/** Removes earlier ones of the same schema, too. Names count whole seconds: in the same one, the later migration's is newer. */
async function forgetOlder(store: NonNullable<BackupTools["stores"]["external"]>, newest: string, mark: string): Promise<void> {
  const found = (await store.list()).flatMap(({ name }) => {
    const read = readBackupName(name);
    return read?.kind === BEFORE ? [{ name, ...read }] : [];
  });
  const others = found
    .filter(({ name }) => name !== newest)
    .sort((a, b) => b.at.getTime() - a.at.getTime() || Number(b.mark) - Number(a.mark));
  const retained = others.filter((one) => one.mark !== mark).slice(0, KEPT_BEFORE_UPGRADE - 1);
  for (const one of others) if (!retained.includes(one)) await store.remove(one.name);
}

/** Backs up where `BACKUP_URL` points or else on the disk. @returns what `migrate` calls before any change @throws UpgradeBackupError */
export function backUpFirst(
  config: Config,
  { projectDir, log, signal }: { projectDir: string; log: Log; signal: AbortSignal },
): (client: pg.ClientBase, upgrade: Upgrade) => Promise<void> {
  return async (client, { pending, version }) => {
    if (!(await holdsContent(client))) return;
    if (!config.upgradeBackup) return void log.warn({ pending }, "migrating without a backup, as configured");
    const env = { ...process.env, ...(config.databaseUrl && { DATABASE_URL: config.databaseUrl }) };
    const tools = await openBackups({ config, projectDir }, { env });
    const place = placeOf(null, tools);
    const mark = String(version);
    const name = backupName(BEFORE, new Date(), tools.ending, mark);
    const begun = performance.now();
    log.info({ pending }, "backing everything up before the migrations");
    try {
      const { bytes } = await tools.write(place, name, { signal, onProgress: () => {} });
      reportStep(log, { words: "Backup made", begun, fields: { backup: tools.addressOf(place, name), bytes } });
      const store = tools.stores[place];
      if (store) await forgetOlder(store, name, mark);
    } catch (error) {
      signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      throw new UpgradeBackupError(
        `The database lacks ${pending.length === 1 ? "a migration" : `${pending.length} migrations`} of this release, and the backup that comes first could not be made: ${reason}\n` +
          "Nothing was changed. Fix the cause, or migrate without a backup: npm start -- --no-backup (or UPGRADE_BACKUP=false).",
        { cause: error },
      );
    }
  };
}
