import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
  const { pending, close } = await openMigrationCheck(database.config, { dir, log: silent });
  expect(await pending()).toEqual(["0001_birds.sql"]);
  await run();
  await write("0002_songs.sql", "create table songs (name text)");
  expect(await pending()).toEqual([]);
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
  await write("0003_songs.sql", "create table songs (name text)");
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
