import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connectDatabase, type Database } from "../../app/platform/database/connect.ts";
import { migrate, openMigrationCheck, pendingMigrations } from "../../app/platform/database/migrate.ts";
import { createTestDatabase } from "./database.ts";
import { silent, type TestDatabase } from "./test-postgres.ts";

let database: TestDatabase;
let connected: Database<object>;
let pool: pg.Pool;
let dir: string;

beforeEach(async () => {
  database = await createTestDatabase();
  connected = connectDatabase<object>(database.config, { log: silent });
  pool = connected.pool;
  dir = await mkdtemp(join(tmpdir(), "skylark-migrations-"));
  await pool.query("drop schema public cascade; create schema public");
});
afterEach(async () => {
  await connected.close();
  await database.drop();
  await rm(dir, { recursive: true });
});

const write = (name: string, text: string) => writeFile(join(dir, name), text);
const run = (from: pg.Pool = pool) => migrate({ pool: from, dir, log: silent });

test("the product's own migrations are already in a test database", async () => {
  const fresh = await createTestDatabase();
  const { pool: migrated, close } = connectDatabase<object>(fresh.config, { log: silent });
  const own = join(process.cwd(), "db/migrations");
  expect(await pendingMigrations({ pool: migrated, dir: own })).toEqual([]);
  const { rows } = await migrated.query("select name from schema_migrations order by version");
  expect(rows.map(({ name }) => name)).toEqual((await readdir(own)).filter((name) => name.endsWith(".sql")).sort());
  await close();
  await fresh.drop();
});

test("files are applied in order and once; a later call applies new ones", async () => {
  await write("0001_birds.sql", "create table birds (name text);\ninsert into birds values ('lark');");
  await write("0002_songs.sql", "alter table birds add column song text; update birds set song = 'tirili';");
  await write("README.md", "not a migration");
  expect(await pendingMigrations({ pool, dir })).toEqual(["0001_birds.sql", "0002_songs.sql"]);
  expect(await run()).toEqual({ applied: ["0001_birds.sql", "0002_songs.sql"], current: "0002_songs.sql" });
  expect((await pool.query("select * from birds")).rows).toEqual([{ name: "lark", song: "tirili" }]);
  expect(await run()).toEqual({ applied: [], current: "0002_songs.sql" });
  await write("0003_more.sql", "insert into birds values ('wren', 'zrr')");
  expect(await run()).toEqual({ applied: ["0003_more.sql"], current: "0003_more.sql" });
  expect(await pendingMigrations({ pool, dir })).toEqual([]);
});

test("a continuous check reads the files once and queries the database each time", async () => {
  await write("0001_birds.sql", "create table birds (name text)");
  const { state, close } = await openMigrationCheck(database.config, { dir, log: silent });
  expect(await state()).toBe("pending");
  await run();
  expect(await state()).toBe("current");
  await write("0002_songs.sql", "create table songs (name text)");
  expect(await state()).toBe("current");
  await run();
  expect(await state()).toBe("newer");
  await close();
});

test("instances that start at once share the work without doing anything twice", async () => {
  await write("0001_birds.sql", "create table birds (name text); select pg_sleep(0.3);");
  await write("0002_lark.sql", "insert into birds values ('lark');");
  const others = [1, 2].map(() => connectDatabase<object>({ ...database.config, statement_timeout: 1000 }, { log: silent }));
  const all = await Promise.all([run(), ...others.map((other) => run(other.pool))]);
  expect(all.flatMap(({ applied }) => applied).sort()).toEqual(["0001_birds.sql", "0002_lark.sql"]);
  expect((await pool.query("select count(*) from birds")).rows).toEqual([{ count: 1 }]);
  for (const other of others) await other.close();
});

test("a failing file leaves nothing behind, keeps those before it, and is named with the line", async () => {
  await write("0001_birds.sql", "create table birds (name text)");
  await write("0002_broken.sql", "insert into birds values ('half');\n\nselect nonsense from birds;");
  await expect(run()).rejects.toMatchObject({
    name: "MigrationError",
    message: 'The migration 0002_broken.sql failed in line 3: column "nonsense" does not exist.',
  });
  expect((await pool.query("select * from birds")).rows).toEqual([]);
  expect(await pendingMigrations({ pool, dir })).toEqual(["0002_broken.sql"]);
  await write("0002_broken.sql", "insert into birds values ('whole')");
  expect((await run()).applied).toEqual(["0002_broken.sql"]);
});

test("an extension that can't be created is named, with what an administrator does", async ({ skip }) => {
  const remedy = (name: string) => `Let an administrator run "create extension ${name}" in this database, then start again.`;
  await write("0001_extension.sql", "create extension nonesuch");
  await expect(run()).rejects.toThrow(remedy("nonesuch"));
  await write("0001_extension.sql", "create extension pg_trgm");
  const { rows } = await pool.query(
    "select rolsuper as super, current_database() as name from pg_roles where rolname = current_user",
  );
  skip(rows[0].super, "a superuser may create everything");
  await pool.query(`revoke create on database "${rows[0].name}" from public, current_user`);
  await expect(run()).rejects.toThrow(remedy("pg_trgm"));
});

test("a file that ends its transaction itself is refused", async () => {
  await write("0001_sneaky.sql", "create table birds (name text); commit; begin; create table eggs (n integer);");
  await expect(run()).rejects.toThrow(/ends its transaction itself/);
  expect((await pool.query("select to_regclass('eggs') as eggs")).rows).toEqual([{ eggs: null }]);
});

test("a changed file is refused, but not one with other line ends", async () => {
  await write("0001_birds.sql", "create table birds (\n  name text\n);\n");
  await run();
  await write("0001_birds.sql", "create table birds (\r\n  name text\r\n);\r\n");
  expect((await run()).applied).toEqual([]);
  await write("0001_birds.sql", "create table birds (\n  name varchar\n);\n");
  await expect(run()).rejects.toThrow(/0001_birds\.sql was changed after it was applied/);
  await expect(pendingMigrations({ pool, dir })).rejects.toThrow(/was changed/);
});

test("gaps, double numbers, invalid names and a database of a newer release are refused before anything happens", async () => {
  await write("0001_birds.sql", "create table birds (name text)");
  await write("0003_songs.sql", "-- breaks: earlier releases\ncreate table songs (name text)");
  await expect(run()).rejects.toThrow(/migration 0002 is missing .* next comes 0003_songs\.sql/);
  await write("0002_a.sql", "");
  await write("0002_b.sql", "");
  await expect(run()).rejects.toThrow("Two migrations have the same number: 0002_a.sql and 0002_b.sql");
  await rm(join(dir, "0002_b.sql"));
  await write("4_short.sql", "");
  await expect(run()).rejects.toThrow(/4_short\.sql .* is not named like a migration/);
  await rm(join(dir, "4_short.sql"));
  expect((await pool.query("select to_regclass('birds') as birds")).rows).toEqual([{ birds: null }]);
  await run();
  await rm(join(dir, "0003_songs.sql"));
  await expect(run()).rejects.toThrow(/newer than this release: it has the migration 0003_songs\.sql/);
  await pool.query("delete from schema_migrations where version = 1");
  await expect(run()).rejects.toThrow(/not the one numbered 1/);
  await expect(migrate({ pool, dir: join(dir, "none"), log: silent })).rejects.toThrow(/can't be read/);
});

test("an earlier release starts on a newer schema, unless a migration says that it breaks earlier releases", async () => {
  const forget = (name: string) => rm(join(dir, name));
  await write("0001_birds.sql", "create table birds (name text)");
  await write("0002_songs.sql", "alter table birds add column song text");
  await run();
  const { state, close } = await openMigrationCheck(database.config, { dir, log: silent });
  await forget("0002_songs.sql");
  const warnings: string[] = [];
  const log = { ...silent, warn: (_: object, text: string) => void warnings.push(text) };
  expect(await migrate({ pool, dir, log })).toEqual({ applied: [], current: "0001_birds.sql" });
  expect(warnings).toEqual([expect.stringContaining("The database is newer than this release")]);
  expect(await pendingMigrations({ pool, dir })).toEqual([]);

  await write("0002_songs.sql", "alter table birds add column song text");
  // The line counts among comments above the first statement, not below it.
  await write("0003_eggs.sql", "-- Eggs.\n\n-- breaks: earlier releases\nalter table birds drop column song");
  await run();
  expect(await state()).toBe("incompatible");
  await close();
  await forget("0003_eggs.sql");
  await expect(run()).rejects.toThrow(
    /has the migration 0003_eggs\.sql, and earlier releases can't work with it.* Start the newer release/,
  );
  await write("0003_eggs.sql", "-- Eggs.\n\n-- breaks: earlier releases\nalter table birds drop column song");
  await write("0004_nests.sql", "create table nests (n integer);\n-- breaks: earlier releases\nselect 1");
  await run();
  const { rows } = await pool.query("select version, breaks from schema_migrations order by version");
  expect(rows.map(({ breaks }) => breaks)).toEqual([false, false, true, false]);
});

test("a database of a release that knew nothing of breaking is taken as it is", async () => {
  await write("0001_birds.sql", "create table birds (name text)");
  await run();
  await pool.query("alter table schema_migrations drop column breaks");
  const { state, close } = await openMigrationCheck(database.config, { dir, log: silent });
  expect(await state()).toBe("current");
  await close();
  await write("0002_songs.sql", "create table songs (name text)");
  expect((await run()).applied).toEqual(["0002_songs.sql"]);
});

test("statements that allow no transaction run one by one, and all again after a failure", async () => {
  await write("0001_birds.sql", "create table birds (name text); insert into birds values ('lark'), ('lark');");
  const index = (unique: string) =>
    `-- no transaction\ndrop index concurrently if exists birds_name;\ncreate ${unique}index concurrently birds_name on birds (name); -- ;`;
  await write("0002_index.sql", index("unique "));
  await expect(run()).rejects.toThrow(/0002_index\.sql failed: could not create unique index/);
  const valid = async () =>
    (await pool.query("select indisvalid from pg_index where indexrelid = 'birds_name'::regclass")).rows[0]?.indisvalid;
  expect(await valid()).toBe(false);
  await write("0002_index.sql", index(""));
  expect((await run()).applied).toEqual(["0002_index.sql"]);
  expect(await valid()).toBe(true);
});

test("a migration that waits for a table lets others pass, and gets its lock when it is free", async () => {
  await write("0001_birds.sql", "create table birds (name text)");
  await run();
  const reader = await pool.connect();
  await reader.query("begin; select * from birds");
  await write("0002_songs.sql", "alter table birds add column song text");
  const running = run();
  // A reader who comes later waits behind the migration, but only until that lets go.
  await pause(1000);
  const later = await pool.query("select count(*) from birds");
  expect(later.rows).toEqual([{ count: 0 }]);
  await reader.query("commit");
  reader.release();
  expect((await running).applied).toEqual(["0002_songs.sql"]);
});
