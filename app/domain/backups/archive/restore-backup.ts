import pg from "pg";
import { connectDatabase } from "../../../platform/database/connect.ts";
import { type Migration, migrate, readMigrations } from "../../../platform/database/migrate.ts";
import type { DatabaseLog } from "../../../platform/log.ts";
import type { FileStore } from "../../../platform/storage/file-store.ts";
import { BackupError, type BackupTable, titleOf } from "./archive-format.ts";
import type { BackupSource } from "./backup-target.ts";
import { type Checked, checkBackup } from "./check-backup.ts";
import { awaitOthers, dropTables } from "./drop-tables.ts";
import { connectForCopy } from "./dump-database.ts";
import {
  beginInEmpty,
  beginLoad,
  dropStaged,
  type LoadedTable,
  makeTables,
  migrationsOf,
  openTables,
  sameColumns,
  setSequences,
  sumUp,
  type TableLoad,
} from "./load-database.ts";
import { type FilePlacer, placeFiles } from "./place-files.ts";
import { type Entry, readArchive } from "./read-archive.ts";
import type { ListedTable } from "./read-catalog.ts";
import { isSecret } from "./secret-rows.ts";

/** `check` reads the whole file, `load` stores it, `compare` reads the tables back. */
export type RestoreProgress = { step: "check" | "load" | "compare"; name: string; files: number; bytes: number };

export type RestoreWork = {
  /** an empty database; its tables will belong to this user */
  connection: pg.PoolConfig;
  media: FileStore;
  importsDir: string;
  migrationsDir: string;
  from: BackupSource;
  passphrase?: string | undefined;
  /** what to do about a database that isn't empty, in a sentence */
  advice: string;
  /** whether nobody has used the site in the database, whose tables are then replaced in the same transaction */
  isUnused?: ((client: pg.Client) => Promise<boolean>) | undefined;
  /** without it, the restored site makes its own keys, sessions and tokens */
  withSecrets?: boolean | undefined;
  log: DatabaseLog;
  onProgress?: ((progress: RestoreProgress) => void) | undefined;
};

export type RestoreResult = {
  created_at: string;
  version: string;
  site_url: string | null;
  tables: LoadedTable[];
  rows: number;
  files: number;
  /** files that weren't there when the backup was made */
  missing: string[];
  migrated: string[];
  seconds: number;
};

type Report = (name: string, bytes: number) => void;

class DatabaseLoad {
  private current: { title: string; load: TableLoad } | null = null;
  private readonly staged = new Map<string, BackupTable>();
  private readonly client: pg.Client;
  private readonly checked: Checked;
  private readonly actual: Map<string, ListedTable>;
  private readonly close: () => Promise<void>;
  private readonly taken: BackupTable[];

  private constructor(
    client: pg.Client,
    checked: Checked,
    taken: BackupTable[],
    actual: Map<string, ListedTable>,
    close: () => Promise<void>,
  ) {
    this.client = client;
    this.checked = checked;
    this.taken = taken;
    this.actual = actual;
    this.close = close;
  }

  static async begin(client: pg.Client, checked: Checked, migrations: Migration[], withSecrets = false): Promise<DatabaseLoad> {
    const isTaken = (table: BackupTable) => withSecrets || !isSecret(table);
    const actual = await makeTables(client, checked.manifest, migrations);
    const close = await openTables(client, [...actual.values()], isTaken);
    return new DatabaseLoad(client, checked, checked.manifest.tables.filter(isTaken), actual, close);
  }

  async add({ name, bytes }: Entry): Promise<void> {
    const title = name.split("/")[1] ?? "";
    const table = this.taken.find((one) => titleOf(one) === title);
    const own = this.actual.get(title);
    if (this.current?.title !== title) {
      await this.endTable();
      if (table && own) {
        const { load, staged } = await beginLoad(this.client, table, own);
        this.current = { title, load };
        if (staged) this.staged.set(title, staged);
      }
    }
    for await (const chunk of bytes) await this.current?.load.write(chunk);
  }

  /** So that the connection takes statements again: until then it waits for rows. */
  cancel(): void {
    this.current?.load.cancel();
    this.current = null;
  }

  private async endTable(): Promise<void> {
    const { current } = this;
    this.current = null;
    await current?.load.end();
  }

  async end(report: Report): Promise<LoadedTable[]> {
    await this.endTable();
    await setSequences(this.client, this.checked.manifest);
    await this.close();
    const tables: LoadedTable[] = [];
    for (const table of this.taken) {
      const name = titleOf(table);
      const own = this.actual.get(name);
      const said = this.checked.checksums.tables[name];
      if (!said) continue;
      const staged = this.staged.get(name);
      // One without rows wasn't loaded, and may have other columns.
      const readBack = own && (staged ?? (sameColumns(table, own) ? { ...own, columns: table.columns } : own));
      const found = readBack ? await sumUp(this.client, readBack) : null;
      if (staged) await dropStaged(this.client, staged);
      tables.push({ name, said, found, left: !own });
      report(name, found?.bytes ?? 0);
    }
    return tables;
  }
}

/** A table that isn't the product's is left out. */
export const isSame = ({ said, found, left }: LoadedTable): boolean =>
  left || (found !== null && said.rows === found.rows && said.bytes === found.bytes && said.digest === found.digest);

const isTable = ({ name }: Entry) => name.startsWith("tables/");
const isFile = ({ name }: Entry) => name.startsWith("media/") || name.startsWith("imports/");

/** In the client's transaction, which the caller ends. @returns what the backup says of each table and what the database has */
export async function loadBackup(
  client: pg.Client,
  checked: Checked,
  {
    from,
    passphrase,
    migrations,
    files,
    onProgress,
    withSecrets,
  }: Pick<RestoreWork, "from" | "passphrase" | "onProgress" | "withSecrets"> & {
    migrations: Migration[];
    files: FilePlacer;
  },
): Promise<LoadedTable[]> {
  let read = { files: 0, bytes: 0 };
  const load = await DatabaseLoad.begin(client, checked, migrations, withSecrets);
  const reportAs = (step: "load" | "compare") => (name: string, bytes: number) => {
    read = { files: read.files + 1, bytes: read.bytes + bytes };
    onProgress?.({ step, name, ...read });
  };
  const [loaded, compared] = [reportAs("load"), reportAs("compare")];
  let tables: LoadedTable[] | null = null;
  try {
    for await (const entry of readArchive(from, passphrase)) {
      if (isTable(entry)) await load.add(entry);
      else if (isFile(entry)) {
        tables ??= await load.end(compared);
        await files.add(entry);
      } else for await (const _ of entry.bytes);
      loaded(entry.name, entry.size);
    }
    await files.end();
  } catch (error) {
    load.cancel();
    throw error;
  }
  return tables ?? (await load.end(compared));
}

const RESTORED =
  "The site was restored from a backup, which doesn’t know who got this issue after it was made. If it goes on, they may get it twice.";

/** Nothing of the newsletter is sent by a restored site until its owner says so. Backups of older releases have none. */
async function holdNewsletter(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ has: boolean }>("select to_regclass('newsletter_issues') is not null as has");
  if (!rows[0]?.has) return;
  await client.query(
    `update newsletter_issues set state = case when state = 'sending' then 'paused' else 'draft' end,
      scheduled_at = null, reason = $1 where state in ('sending', 'scheduled')`,
    [RESTORED],
  );
}

/**
 * The next digest, if anybody is to get it, and what webhooks were to be told: they may know it already. After the migrations: backups of
 * older releases have neither.
 */
async function holdDigestAndWebhooks(connection: pg.PoolConfig, { log }: Pick<RestoreWork, "log">): Promise<void> {
  const { pool, close } = connectDatabase(connection, { log, max: 1 });
  try {
    await pool.query(`update newsletter_upkeep set digest_held = true
      where exists (select from subscribers where state = 'confirmed' and frequency = 'weekly')`);
    await pool.query(`update webhook_deliveries set state = 'given up', claim = null, lease_until = null,
      failure = 'The site was restored from a backup, which doesn’t know whether this was delivered after it was made'
      where state in ('waiting', 'claimed')`);
  } finally {
    await close();
  }
}

/** Also lets the database count its new rows. */
export async function bringUpToDate(
  connection: pg.PoolConfig,
  { migrationsDir, log }: Pick<RestoreWork, "migrationsDir" | "log">,
) {
  const { pool, close } = connectDatabase(connection, { log, max: 1 });
  try {
    const { applied } = await migrate({ pool, dir: migrationsDir, log });
    await pool.query("analyze");
    return applied;
  } finally {
    await close();
  }
}

export const summaryOf = ({ manifest, checksums }: Checked, tables: LoadedTable[]) => ({
  created_at: manifest.created_at,
  version: manifest.version,
  site_url: manifest.site_url,
  tables,
  rows: tables.reduce((sum, { found }) => sum + (found?.rows ?? 0), 0),
  files: checksums.files.count,
  missing: checksums.missing,
});

const inSeconds = (began: number) => Math.round((performance.now() - began) / 100) / 10;

/**
 * Reads the whole file and compares it with its checksums; then loads everything in one transaction, reads it back, compares it, and
 * commits once the pictures are in place. Migrations that the backup didn't have follow. Within a server, run `bin/restore.mjs --json`
 * instead.
 * @throws BackupError before anything is touched: the file is broken (with its place), cut off, newer or encrypted with another pass
 * phrase, or the database isn't empty; later: a table isn't what the backup says. Nothing stays in the database or the store then.
 */
export async function restoreBackup(work: RestoreWork): Promise<RestoreResult> {
  const { connection, from, passphrase, onProgress, withSecrets } = work;
  const began = performance.now();
  const client = await connectForCopy(connection);
  const files = placeFiles(work.media, work.importsDir);
  let isCommitted = false;
  try {
    await beginInEmpty(client, work.advice, work.isUnused);
    await client.query("rollback");
    const checked = await checkBackup(from, passphrase, (count, bytes) =>
      onProgress?.({ step: "check", name: from.title, files: count, bytes }),
    );
    const known = await readMigrations(work.migrationsDir);
    const migrations = migrationsOf(checked.manifest, known);
    if (work.isUnused) await awaitOthers(client);
    if (await beginInEmpty(client, work.advice, work.isUnused)) await dropTables(client, known);
    const tables = await loadBackup(client, checked, { from, passphrase, onProgress, withSecrets, migrations, files });
    const different = tables.filter((table) => !isSame(table)).map(({ name }) => name);
    if (different.length > 0)
      throw new BackupError(`These tables aren’t what the backup says: ${different.join(", ")}. Nothing was restored.`);
    if (!withSecrets) await holdNewsletter(client);
    await client.query("commit");
    isCommitted = true;
    await client.end();
    const migrated = await bringUpToDate(connection, work);
    if (!withSecrets) await holdDigestAndWebhooks(connection, work);
    return { ...summaryOf(checked, tables), migrated, seconds: inSeconds(began) };
  } catch (error) {
    if (isCommitted)
      throw new BackupError(`Everything is restored, but not up to date: ${(error as Error).message}`, { cause: error });
    await client.query("rollback").catch(() => {});
    await files.undo();
    if (error instanceof pg.DatabaseError)
      throw new BackupError(`The database refuses the backup: ${error.message}. Nothing was restored.`, { cause: error });
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}
