import { afterAll, expect, it } from "vitest";
import { createTestDatabase } from "../../test/platform/database.ts";
import { readConfig } from "../platform/config/config.ts";
import { connectDatabase } from "../platform/database/connect.ts";
import { createLog } from "../platform/log.ts";
import { prepareDatabase } from "./prepare.ts";

const database = await createTestDatabase();
const log = createLog({ level: "silent" });
const { pool, close } = connectDatabase<object>(database.config, { log });
afterAll(async () => {
  await close();
  await database.drop();
});

const config = readConfig({ ADMIN_EMAIL: "keeper@skylark.example", DEMO_CONTENT: "true" });
const prepare = () =>
  prepareDatabase(database.config, config, { projectDir: process.cwd(), log, signal: new AbortController().signal });
const count = async (text: string): Promise<number> => (await pool.query(text)).rows[0].count;
/** besides the one that asks */
const connections = () =>
  count("select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()");

it("fills an empty database and leaves none of the connections open that have grown large over it", async () => {
  expect(await prepare()).toEqual({
    firstAdmin: { email: "keeper@skylark.example", password: expect.stringMatching(/^[a-z2-9-]{23}$/) },
    setupToken: null,
  });
  expect(await count("select count(*) from posts")).toBe(14);
  // Closed here, the server may still be about to end its side.
  await expect.poll(connections).toBe(0);
});

it("finds a prepared database as it is and reports no admin again", async () => {
  expect(await prepare()).toEqual({ firstAdmin: null, setupToken: null });
  expect(await count("select count(*) from posts")).toBe(14);
});
