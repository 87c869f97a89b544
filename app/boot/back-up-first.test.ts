// slow: app/domain/backups/ app/http/api/admin/backups.ts db/migrations/

import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { DB } from "../../db/schema.gen.ts";
import { buildUser } from "../../test/builders.ts";
import { createTestDatabase, urlOf } from "../../test/platform/database.ts";
import { readConfig } from "../platform/config/config.ts";
import { connectDatabase } from "../platform/database/connect.ts";
import { migrate } from "../platform/database/migrate.ts";
import { createLog } from "../platform/log.ts";
import { backUpFirst } from "./back-up-first.ts";

const database = await createTestDatabase();
const folder = await mkdtemp(join(tmpdir(), "skylark-upgrade-"));
const log = createLog({ level: "silent" });
const { pool, db, close } = connectDatabase<DB>(database.config, { log });
afterAll(async () => {
  await close();
  await database.drop();
  await rm(folder, { recursive: true });
});

const own = join(process.cwd(), "db", "migrations");
const dir = join(folder, "migrations");
await mkdir(dir);
const released = (await readdir(own)).filter((name) => name.endsWith(".sql"));
for (const name of released) await copyFile(join(own, name), join(dir, name));

const backups = join(folder, "backups");
/** Lists the migration that the database had last, counted from this release's. */
const there = async () =>
  (await readdir(backups).catch(() => []))
    .sort()
    .map((name) => Number(/-before-upgrade-(\d+)\.tar\.zst$/.exec(name)?.[1]) - released.length);

let count = released.length;
/** The next release, with a migration more. */
const release = (text: string) => {
  count += 1;
  return writeFile(join(dir, `${String(count).padStart(4, "0")}_larks.sql`), text);
};

async function upgrade(env: Record<string, string> = {}): Promise<number> {
  const config = readConfig({ DATA_DIR: folder, DATABASE_URL: urlOf(database.config), ...env });
  const before = backUpFirst(config, { projectDir: process.cwd(), log, signal: new AbortController().signal });
  return (await migrate({ pool, dir, log, before })).applied.length;
}

test("an upgrade is backed up first, if there is content; the last three backups stay, one of each schema", async () => {
  await release("create table larks_1 (name text)");
  expect(await upgrade()).toBe(1);
  // There are no accounts yet.
  expect(await there()).toEqual([]);
  await buildUser(db);
  expect(await upgrade()).toBe(0);
  expect(await there()).toEqual([]);

  await release("a migration that fails");
  await expect(upgrade()).rejects.toThrow(/_larks\.sql failed/);
  await expect(upgrade()).rejects.toThrow(/_larks\.sql failed/);
  expect(await there()).toEqual([1]);
  count -= 1;
  for (let table = 2; table <= 5; table += 1) {
    await release(`create table larks_${table} (name text)`);
    expect(await upgrade()).toBe(1);
  }
  expect(await there()).toEqual([2, 3, 4]);
});

test("without a backup nothing is migrated, unless the operator says so", async () => {
  await release("create table larks_6 (name text)");
  await rm(backups, { recursive: true });
  await writeFile(backups, "A file is in the way.");
  const refusal = await upgrade().catch((error: Error) => error.message);
  expect(refusal).toContain(backups);
  expect(refusal).toContain("npm start -- --no-backup");
  expect((await pool.query("select to_regclass('larks_6') as made")).rows).toEqual([{ made: null }]);
  expect(await upgrade({ UPGRADE_BACKUP: "false" })).toBe(1);
});
