import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectDatabase, waitForDatabase } from "../../app/platform/database/connect.ts";
import { withStatementLog } from "../../app/platform/database/statement-log.ts";
import type { DatabaseLog } from "../../app/platform/log.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../app/platform/postgres/start.ts";
import { createTestDatabase } from "./database.ts";
import { pretendToBe } from "./fake-server.ts";
import { cleanUp, newFolder } from "./start-database.ts";
import { silent, type TestDatabase } from "./test-postgres.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  await cleanUp();
});

/** A log that keeps its lines and resolves when there are enough of them. */
function recorder(enough: number) {
  const lines: string[] = [];
  const controller = new AbortController();
  const note = (_: object, message: string) => {
    lines.push(message);
    if (lines.length >= enough) controller.abort();
  };
  const log: DatabaseLog = { info: note, warn: note };
  return { lines, log, signal: controller.signal };
}

async function tryInVain(config: pg.PoolConfig, tries = 1): Promise<string[]> {
  const { lines, log, signal } = recorder(tries);
  const { pool, close } = connectDatabase(config, { log });
  await expect(waitForDatabase(pool, { log, signal })).rejects.toMatchObject({ code: "aborted" });
  await close();
  for (const line of lines) expect(line).not.toMatch(/\n|\.ts:\d|s3cret/);
  return lines;
}

test("bigints are numbers as long as no digit is lost", async () => {
  const { db, close } = connectDatabase<object>(database.config, { log: silent });
  const { rows } =
    await sql`select count(*), 9007199254740991 as largest, 9007199254740993 as larger, 1.50 as exact, null::int8 as none
    from generate_series(1, 3)`.execute(db);
  expect(rows).toEqual([{ count: 3, largest: 9007199254740991, larger: "9007199254740993", exact: "1.50", none: null }]);
  await close();
  await close();
});

test("an unreachable database is tried repeatedly, with one clear line for each attempt", async () => {
  const begun = performance.now();
  const lines = await tryInVain({ connectionString: "postgres://me:s3cret@127.0.0.1:1/blog" }, 3);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(700);
  expect(lines).toEqual(
    [0.25, 0.5, 1].map(
      (s) => `The database at 127.0.0.1:1 can't be used: nothing answers there (connection refused). Next try in ${s} s`,
    ),
  );
  const [unknown] = await tryInVain({ connectionString: "postgres://me:s3cret@no-such-host.invalid/blog" });
  expect(unknown).toMatch(
    /^The database at no-such-host\.invalid:5432 can't be used: (no host has that name|the name of the host)/,
  );
  const [local] = await tryInVain({ connectionString: "postgres://me:s3cret@localhost:1/blog" });
  expect(local).toContain("localhost:1 can't be used: nothing answers there");
});

test("a refused password and a missing database are reported, and tried again until they are fixed", async () => {
  const dataDir = join(await newFolder(), "data");
  const server: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir, log: silent, durable: false, overTcp: true });
  const [refused] = await tryInVain({ ...server.connection, password: "s3cret" });
  expect(refused).toContain("the password of the user “skylark” was refused (authentication failed)");
  const { lines, log } = recorder(99);
  const missing = connectDatabase({ ...server.connection, database: "later" }, { log });
  const waiting = waitForDatabase(missing.pool, { log });
  while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(lines[0]).toContain("it has no database “later”");
  const admin = new pg.Client(server.admin);
  await admin.connect();
  await admin.query("create database later");
  await admin.end();
  expect(await waiting).toMatch(/^18\.\d+$/);
  expect(lines.at(-1)).toMatch(/ answers$/);
  await missing.close();
  await server.stop();
});

test("a server that is too old is refused with its version", async () => {
  const old = await pretendToBe("14.11", "140011");
  const { pool, close } = connectDatabase({ host: "127.0.0.1", port: old.port, user: "me", database: "blog" }, { log: silent });
  await expect(waitForDatabase(pool, { log: silent })).rejects.toMatchObject({
    code: "server-too-old",
    message: expect.stringMatching(/127\.0\.0\.1:\d+ is PostgreSQL 14\.11; version 15 or newer is needed/),
  });
  await close();
  old.close();
  const fine = await pretendToBe("15.0", "150000");
  const other = connectDatabase({ host: "127.0.0.1", port: fine.port, user: "me", database: "blog" }, { log: silent });
  expect(await waitForDatabase(other.pool, { log: silent })).toBe("15.0");
  await other.close();
  fine.close();
});

test("the end of the server is a line in the log, not the end of the process", async () => {
  const dataDir = join(await newFolder(), "data");
  const server = await startEmbeddedPostgres({ dataDir, log: silent, durable: false });
  const { lines, log } = recorder(1);
  const { pool, close } = connectDatabase(server.connection, { log });
  await pool.query("select 1");
  await server.stop();
  while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(lines[0]).toContain("A database connection was lost: terminating connection");
  await close();
});

test("a connection lost between two statements of a transaction fails the second, and nothing else", async () => {
  const { db, close } = connectDatabase<object>(database.config, { log: silent });
  const transaction = db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
    // Long enough for the error to arrive while no statement runs: without a listener, the process would end here.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await sql`select 1`.execute(trx);
  });
  await expect(transaction).rejects.toThrow();
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db);
  expect(rows).toEqual([{ one: 1 }]);
  await close();
});

test("statements are counted for the request that sent them, also when many share one connection", async () => {
  const { pool, db, close } = connectDatabase<object>(database.config, { log: silent, max: 1 });
  await pool.query("select 'before the first log'");
  const send = (n: number) =>
    withStatementLog(async () => {
      await pool.query(`select ${n} as through_pool`);
      await sql`select ${n}::integer as through_kysely`.execute(db);
      await db.transaction().execute((transaction) => sql`select ${n}::integer as inside`.execute(transaction));
      return n;
    });
  const all = await Promise.all([1, 2, 3, 4, 5].map(send));
  for (const { result, statements } of all) {
    expect(statements).toEqual([
      `select ${result} as through_pool`,
      "select $1::integer as through_kysely",
      "begin",
      "select $1::integer as inside",
      "commit",
    ]);
  }
  await pool.query("select 'for nobody'");
  expect(all[0]?.statements).toHaveLength(5);
  await expect(withStatementLog(() => pool.query("select nonsense"))).rejects.toThrow("nonsense");
  expect((await withStatementLog(() => pool.query("select 1 as one"))).result.rows).toEqual([{ one: 1 }]);
  await close();
});
