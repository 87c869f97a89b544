import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { inject, onTestFinished } from "vitest";
import { type BackupSource, locateBackup } from "../../app/domain/backups/archive/backup-target.ts";
import { type RestoreWork, restoreBackup } from "../../app/domain/backups/archive/restore-backup.ts";
import { type BackupWork, writeBackup } from "../../app/domain/backups/archive/write-backup.ts";
import { createFolderStore } from "../../app/platform/storage/folder-store.ts";
import type {} from "../platform/database.ts";
import { silent } from "../platform/test-postgres.ts";
import { ask } from "./recount.ts";

export const MIGRATIONS = join(process.cwd(), "db", "migrations");

/** A new folder, deleted after the test. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "skylark-backup-"));
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** A database without any table, on the run's server, of a user without rights over the server; dropped after the test. */
export async function emptyDatabase(): Promise<pg.PoolConfig> {
  const { admin, owner } = inject("postgres");
  const name = `restored_${randomBytes(6).toString("hex")}`;
  const at = (database: string): pg.PoolConfig => {
    if (!owner.connectionString) return { ...owner, database };
    const url = new URL(owner.connectionString);
    url.pathname = `/${database}`;
    return { connectionString: url.href };
  };
  await ask(admin, `create database ${name} ${owner.user ? `owner ${owner.user}` : ""}`);
  onTestFinished(async () => {
    await ask(admin, `drop database if exists ${name} with (force)`);
  });
  return at(name);
}

/** Writes a backup into a new folder. @returns its result, and the file to read it from */
export async function backUp(connection: pg.PoolConfig, work: Partial<BackupWork> & { dataDir: string }) {
  const { dataDir, ...more } = work;
  const folder = await newFolder();
  const result = await writeBackup({
    connection,
    media: createFolderStore(join(dataDir, "media")),
    importsDir: join(dataDir, "imports"),
    version: "1.2.3",
    to: { folder },
    ...more,
  });
  const file = join(folder, result.name);
  return { result, file, source: await locateBackup({ folder, name: result.name }) };
}

/** Restores a backup as the command does. */
export const restore = (connection: pg.PoolConfig, from: BackupSource, dataDir: string, more: Partial<RestoreWork> = {}) =>
  restoreBackup({
    connection,
    from,
    media: createFolderStore(join(dataDir, "media")),
    importsDir: join(dataDir, "imports"),
    migrationsDir: MIGRATIONS,
    advice: "Choose another.",
    log: silent,
    ...more,
  });

/** What a restore says when it refuses. */
export async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => "It wasn't refused.",
    (refused: Error) => refused,
  );
  if (typeof error === "string") return error;
  if (error.name !== "BackupError") throw error;
  return error.message;
}
