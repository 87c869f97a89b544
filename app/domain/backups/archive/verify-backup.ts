import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { readMigrations } from "../../../platform/database/migrate.ts";
import { startEmbeddedPostgres } from "../../../platform/postgres/start.ts";
import { checkBackup } from "./check-backup.ts";
import { filesOfMedia } from "./collect-files.ts";
import { connectForCopy } from "./dump-database.ts";
import { beginInEmpty, migrationsOf } from "./load-database.ts";
import { countFiles } from "./place-files.ts";
import { bringUpToDate, isSame, loadBackup, type RestoreResult, type RestoreWork, summaryOf } from "./restore-backup.ts";

export type VerifyWork = Pick<RestoreWork, "from" | "passphrase" | "migrationsDir" | "log" | "onProgress"> & {
  /** has node_modules, where PostgreSQL is */
  projectDir: string;
};

export type VerifyResult = RestoreResult & {
  ok: boolean;
  differences: string[];
};

async function withScratchDatabase<T>(
  { projectDir, log }: Pick<VerifyWork, "projectDir" | "log">,
  work: (connection: pg.PoolConfig) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), "skylark-verify-"));
  try {
    // Under root the server runs as another user.
    await chmod(dataDir, 0o755);
    const server = await startEmbeddedPostgres({ dataDir, projectDir, log, durable: false });
    try {
      return await work(server.connection);
    } finally {
      await server.stop();
      const { data, socket } = server.location;
      for (const folder of [data, socket]) if (folder.startsWith("/")) await rm(folder, { recursive: true, force: true });
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Without those that were incomplete when the backup was made. */
async function incompletePictures(client: pg.Client, perPicture: ReadonlyMap<string, number>, missing: readonly string[]) {
  const { rows: there } = await client.query("select from pg_class where oid = to_regclass('public.media')");
  if (there.length === 0) return [];
  const known = new Set(missing);
  const { rows } = await client.query<{ id: string; width: number; format: string; file_name: string | null }>(
    "select id, width, format, to_jsonb(media) ->> 'file_name' as file_name from media",
  );
  return rows
    .filter((picture) => !known.has(`media/${picture.id}`) && perPicture.get(picture.id) !== filesOfMedia(picture).length)
    .map(({ id }) => `The image ${id} doesn’t have all of its files.`);
}

/**
 * Loads the backup into a PostgreSQL of its own in a temporary folder, compares everything, and applies this release's migrations. The
 * site's own database and pictures aren't touched. Within a server, run `bin/restore.mjs <file> --verify --json` instead, whose last line
 * has this result.
 * @throws BackupError when the file is broken, cut off, newer, or encrypted with another pass phrase; DatabaseStartError
 */
export async function verifyBackup(work: VerifyWork): Promise<VerifyResult> {
  const { from, passphrase, onProgress } = work;
  const began = performance.now();
  const checked = await checkBackup(from, passphrase, (count, bytes) =>
    onProgress?.({ step: "check", name: from.title, files: count, bytes }),
  );
  const migrations = migrationsOf(checked.manifest, await readMigrations(work.migrationsDir));
  return withScratchDatabase(work, async (connection) => {
    const client = await connectForCopy(connection);
    try {
      await beginInEmpty(client, "");
      const files = countFiles();
      const tables = await loadBackup(client, checked, { from, passphrase, onProgress, migrations, files });
      const pictures = await incompletePictures(client, files.perPicture, checked.checksums.missing);
      await client.query("commit");
      const migrated = await bringUpToDate(connection, work);
      const differences = [
        ...tables.filter((table) => !isSame(table)).map(({ name }) => `The table ${name} isn’t what the backup says.`),
        ...pictures,
      ];
      const seconds = Math.round((performance.now() - began) / 100) / 10;
      return { ...summaryOf(checked, tables), migrated, seconds, ok: differences.length === 0, differences };
    } finally {
      await client.end().catch(() => {});
    }
  });
}
