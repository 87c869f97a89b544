// slow: app/platform/postgres/

import { execFileSync } from "node:child_process";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { connectDatabase } from "../../app/platform/database/connect.ts";
import { findRunning } from "../../app/platform/postgres/postmaster.ts";
import { startEmbeddedPostgres } from "../../app/platform/postgres/start.ts";
import { cleanUp, hold, newFolder, query } from "./start-database.ts";
import { silent } from "./test-postgres.ts";

afterAll(cleanUp);

/** The memory of a server and its children in MB; shared pages count once on systems that distinguish them. */
async function memoryOf(pid: number): Promise<number> {
  if (process.platform !== "linux") {
    const lines = execFileSync("ps", ["-axo", "pid=,ppid=,rss="], { encoding: "utf8" }).trim().split("\n");
    const rows = lines.map((line) => line.trim().split(/\s+/).map(Number));
    return rows.filter(([own, parent]) => own === pid || parent === pid).reduce((sum, row) => sum + (row[2] ?? 0), 0) / 1024;
  }
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).trim().split(" ").map(Number);
  let kilobytes = 0;
  for (const process of [pid, ...children]) {
    const rollup = await readFile(`/proc/${process}/smaps_rollup`, "utf8").catch(() => "");
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
  }
  return kilobytes / 1024;
}

test("it is durable, has checksums, one locale for all, and is small", async () => {
  const dataDir = join(await newFolder(), "data");
  const server = await startEmbeddedPostgres({ dataDir, log: silent });
  const names = [
    "fsync",
    "full_page_writes",
    "synchronous_commit",
    "data_checksums",
    "server_encoding",
    "jit",
    "autovacuum",
    "TimeZone",
  ];
  const settings = await query(server.admin, `select name, setting from pg_settings where name in ('${names.join("','")}')`);
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    fsync: "on",
    full_page_writes: "on",
    synchronous_commit: "on",
    data_checksums: "on",
    server_encoding: "UTF8",
    jit: "off",
    autovacuum: "on",
    TimeZone: "UTC",
  });
  expect(
    await query(server.connection, "select datlocprovider, datlocale from pg_database where datname = current_database()"),
  ).toEqual([{ datlocprovider: "b", datlocale: "C.UTF-8" }]);
  expect(await query(server.connection, "select lower('ÄÖÜ') as lower, 'ž' ~ '\\w' as word")).toEqual([
    { lower: "äöü", word: true },
  ]);
  expect(await query(server.admin, "select name, error from pg_file_settings where error is not null")).toEqual([]);

  // More than the demo: 2 000 texts, an index for searching them, and twelve connections that search and sort.
  const { pool, close } = connectDatabase<object>(server.connection, { log: silent, max: 12 });
  await pool.query("create extension pg_trgm");
  await pool.query(
    `create table texts as select n, repeat(md5(n::text) || ' ' || md5((n * 7)::text) || ' ', 80) as body from generate_series(1, 2000) n`,
  );
  await pool.query("create index on texts using gin (body gin_trgm_ops)");
  const work = "select n from texts where body ilike '%' || substr(md5($1::text), 1, 6) || '%' order by body desc limit 10";
  await Promise.all(Array.from({ length: 120 }, (_, n) => pool.query(work, [n])));
  expect(pool.totalCount).toBe(12);
  const used = await memoryOf(server.pid);
  expect(used).toBeGreaterThan(20);
  expect(used).toBeLessThanOrEqual(150);
  await close();
  await server.stop();
});

test("it starts again, and stopping waits for no open transaction", async () => {
  const dataDir = join(await newFolder(), "data");
  const first = await startEmbeddedPostgres({ dataDir, log: silent });
  await first.stop();
  const second = await startEmbeddedPostgres({ dataDir, log: silent });
  const busy = new pg.Client(second.connection);
  const lost = new Promise((resolve) => busy.on("error", resolve));
  await busy.connect();
  await busy.query("begin");
  await busy.query("create table half_done (n integer)");
  await second.stop();
  expect(await lost).toMatchObject({ code: "57P01" });
  expect(await findRunning(join(dataDir, "cluster"))).toBeNull();
  // Its own log stays readable: a few lines, no refusals caused by our own checks.
  expect(await readFile(join(dataDir, "postgres.log"), "utf8")).not.toContain("FATAL:  the database system is starting up");
  expect((await stat(join(dataDir, "postgres.log"))).size).toBeLessThan(4000);
  expect((await readdir(dataDir)).sort()).toEqual(["cluster", "postgres.log", "socket"]);
});

test("over loopback it requires a password, and is adopted at the same port", async () => {
  const dataDir = join(await newFolder(), "data");
  const held = await hold({ dataDir, overTcp: true });
  expect(held.error).toBeUndefined();
  const { connection, pid } = (held as Required<typeof held>).server;
  expect(connection.host).toBe("127.0.0.1");
  expect(String(connection.password).length).toBeGreaterThanOrEqual(32);
  expect(await query(connection, "select inet_server_addr()::text as address")).toEqual([{ address: "127.0.0.1/32" }]);
  await expect(query({ ...connection, password: "guess" }, "select 1")).rejects.toMatchObject({ code: "28P01" });
  await expect(query({ ...connection, password: "" }, "select 1")).rejects.toThrow();
  expect((await stat(join(dataDir, "password"))).mode & 0o777).toBe(0o600);
  await held.kill();
  const next = await hold({ dataDir, overTcp: true });
  expect(next.server).toMatchObject({ adopted: true, pid, connection });
  await next.stop();
  const third = await hold({ dataDir, overTcp: true });
  expect(await query(third.server?.connection ?? {}, "select 1 as one")).toEqual([{ one: 1 }]);
  await third.stop();
});
