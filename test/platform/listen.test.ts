import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listen } from "../../app/platform/database/listen.ts";
import { startEmbeddedPostgres } from "../../app/platform/postgres/start.ts";
import { createTestDatabase } from "./database.ts";
import { cleanUp, newFolder, query } from "./start-database.ts";
import { silent, type TestDatabase } from "./test-postgres.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  await cleanUp();
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(10);
}

const endListeners = (channel: string) =>
  `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listen ${channel}' and datname = current_database()`;

test("notifications arrive in order, on their channel only, and no more after close", async () => {
  const heard: string[] = [];
  const listener = await listen(database.config, 'odd "channel"', (payload) => heard.push(payload), {
    log: silent,
    onReconnect: () => heard.push("reconnected"),
  });
  await query(database.config, `select pg_notify('odd "channel"', n::text) from generate_series(1, 3) n`, "notify other, 'no'");
  await until(() => heard.length >= 3);
  await listener.close();
  await query(database.config, `select pg_notify('odd "channel"', 'late')`);
  await pause(100);
  expect(heard).toEqual(["1", "2", "3"]);
  const left = "select count(*)::integer as n from pg_stat_activity where application_name like 'listen odd%'";
  while ((await query(database.config, left))[0]?.n !== 0) await pause(10);
});

test("a lost connection is replaced and reported, and a failing handler ends nothing", async () => {
  const heard: string[] = [];
  const lines: string[] = [];
  const note = (_: object, message: string) => lines.push(message);
  const handler = (payload: string) => {
    if (payload === "bad") throw new Error("can't take it");
    heard.push(payload);
  };
  const listener = await listen(database.config, "changes", handler, {
    log: { info: note, warn: note },
    onReconnect: () => heard.push("reconnected"),
  });
  await query(database.config, "notify changes, 'one'", "notify changes, 'bad'");
  await until(() => lines.length === 1);
  expect(lines[0]).toBe("The handler of the channel changes failed: can't take it");
  await query(database.config, endListeners("changes"));
  await until(() => heard.includes("reconnected"));
  await query(database.config, "notify changes, 'two'");
  await until(() => heard.includes("two"));
  expect(heard).toEqual(["one", "reconnected", "two"]);
  expect(lines[1]).toMatch(/^Can't listen to the database at .*: .*terminating connection.* Next try in 0\.25 s$/);
  expect(lines[2]).toMatch(/^Listening to the database at .* again$/);
  await listener.close();
});

test("it waits for a server that is away, and can be closed in the meantime", async () => {
  const dataDir = join(await newFolder(), "data");
  const options = { dataDir, log: silent, durable: false };
  const first = await startEmbeddedPostgres(options);
  const heard: string[] = [];
  const reconnected = { log: silent, onReconnect: () => heard.push("reconnected") };
  const listener = await listen(first.connection, "changes", (payload) => heard.push(payload), reconnected);
  const closedMeanwhile = await listen(first.connection, "other", () => undefined, reconnected);
  await first.stop();
  await pause(300);
  await closedMeanwhile.close();
  const second = await startEmbeddedPostgres(options);
  await until(() => heard.length === 1);
  await query(second.connection, "notify changes, 'back'");
  await until(() => heard.length === 2);
  expect(heard).toEqual(["reconnected", "back"]);
  await listener.close();
  await second.stop();
});
