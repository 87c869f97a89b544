import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { DB } from "../../db/schema.gen.ts";
import { createTestDatabase } from "../../test/platform/database.ts";
import { connectDatabase } from "../platform/database/connect.ts";
import { createLog } from "../platform/log.ts";
import { addDemoContent } from "./add-demo-content.ts";

const database = await createTestDatabase();
const { pool, db, close } = connectDatabase<DB>(database.config, { log: createLog({ level: "silent" }) });
const broken = await mkdtemp(join(tmpdir(), "seed-"));
afterAll(async () => {
  await close();
  await database.drop();
  await rm(broken, { recursive: true });
});

const seedDir = join(process.cwd(), "db", "seed");
const add = (options: { seedDir: string; signal?: AbortSignal }) =>
  addDemoContent(db, { connection: database.config, signal: new AbortController().signal, ...options });
const posts = async () => Number((await pool.query("select count(*) from posts")).rows[0].count);

it("names the file that is not as it should be, and stores nothing", async () => {
  await cp(seedDir, broken, { recursive: true });
  await writeFile(join(broken, "author.yaml"), "full_name: 7\n");
  await expect(add({ seedDir: broken })).rejects.toThrow(/author\.yaml.*full_name/s);
  expect(await posts()).toBe(0);
});

it("says so when its process can't be started with the database", async () => {
  const connection = { ...database.config, database: "no_such_database" };
  const { signal } = new AbortController();
  await expect(addDemoContent(db, { connection, seedDir, signal })).rejects.toThrow("no_such_database");
});

it("ends when the start is canceled", async () => {
  const canceling = new AbortController();
  const added = add({ seedDir, signal: canceling.signal });
  canceling.abort(new Error("stopped"));
  await expect(added).rejects.toThrow("stopped");
  expect(await posts()).toBe(0);
});

it("fills an empty database once, also when two instances start at the same time", async () => {
  const results = await Promise.all([add({ seedDir }), add({ seedDir })]);
  expect(results).toContainEqual({ posts: 14 });
  expect(results).toContain(null);
  expect(await posts()).toBe(14);
  expect(await add({ seedDir })).toBeNull();
});
