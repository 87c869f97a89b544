// slow: app/boot/ app/platform/postgres/ test/platform/start-database.ts

import { spawnSync } from "node:child_process";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { findRunning } from "../../app/platform/postgres/postmaster.ts";
import { runProgram } from "../../app/platform/postgres/process.ts";
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from "../../app/platform/postgres/start.ts";
import { ADMIN, signInAdmin } from "../instances/boot-instance.ts";
import { cleanUp, hold, newFolder } from "../platform/start-database.ts";
import { serveSite } from "./serve-site.ts";

afterAll(cleanUp);

/** Ten seconds after the cause is gone the server answers again; machines that run tests are busy and get twice that, in ms. */
const BACK_MS = 20_000;

async function start(dataDir: string, options: Partial<EmbeddedPostgresOptions> = {}) {
  const messages: string[] = [];
  const note = (_: object, message: string) => void messages.push(message);
  const server = await startEmbeddedPostgres({ dataDir, log: { info: note, warn: note }, durable: true, ...options });
  onTestFinished(() => server.stop());
  return { server, messages };
}

const ask = async ({ connection }: Pick<EmbeddedPostgres, "connection">, text: string) => {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query(text)).rows as Record<string, unknown>[];
  } finally {
    await client.end().catch(() => undefined);
  }
};

/** The answer to a query once the server is there again. */
const answerOf = (server: EmbeddedPostgres, text: string) =>
  expect.poll(() => ask(server, text).catch(() => null), { timeout: BACK_MS, interval: 100 });

test("a killed server is started again within ten seconds, and the log says so once", async () => {
  const changes: boolean[] = [];
  const { server, messages } = await start(join(await newFolder(), "data"), { onChange: (isUp) => void changes.push(isUp) });
  await ask(server, "create table kept (n integer); insert into kept values (7)");
  const first = server.pid;
  process.kill(first, "SIGKILL");
  await expect.poll(() => changes).toEqual([false]);
  await answerOf(server, "select n from kept").toEqual([{ n: 7 }]);
  await expect.poll(() => changes).toEqual([false, true]);
  expect(server.pid).not.toBe(first);
  expect(messages.filter((message) => message.includes("has ended by itself"))).toHaveLength(1);
  expect(messages.filter((message) => message.includes("runs again"))).toHaveLength(1);

  process.kill(server.pid, "SIGKILL");
  await answerOf(server, "select n from kept").toEqual([{ n: 7 }]);
});

test("a server that was adopted is started again, too", async () => {
  const dataDir = join(await newFolder(), "data");
  const before = await hold({ dataDir, durable: true });
  await before.kill();
  const { server } = await start(dataDir);
  expect(server).toMatchObject({ adopted: true, pid: before.server?.pid });
  process.kill(server.pid, "SIGKILL");
  // Until its processes have noticed, they still answer.
  await expect.poll(() => server.pid, { timeout: 30_000 }).not.toBe(before.server?.pid);
  await answerOf(server, "select 1 as one").toEqual([{ one: 1 }]);
});

test("a server that doesn't start any more is given up with a sentence; until then it is tried again", async () => {
  const dataDir = join(await newFolder(), "data");
  const given = Promise.withResolvers<Error>();
  const { server } = await start(dataDir, { restarts: 3, onGivenUp: given.resolve });
  const file = join(dataDir, "cluster", "global", "pg_control");
  await rename(file, `${file}.away`);
  process.kill(server.pid, "SIGKILL");
  const { message } = await given.promise;
  expect(message).toContain(`The database in ${dataDir} stopped unexpectedly, and 3 tries in a row to start it again failed.`);
  expect(message).toMatch(/pg_control|global/);
  await server.stop();
  await rename(`${file}.away`, file);
  const { server: again } = await start(dataDir);
  expect(await ask(again, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a site whose server was given up stops, prints the sentence and exits with 1", () => {
  const args = ["--no-warnings", join(import.meta.dirname, "lose-database.ts")];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env: { ...process.env, PORT: "0" } });
  expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: "stopped\n", stderr: "\nThe database ended by itself.\n\n" });
});

test("stopping while the server can't be started ends the tries, and nothing is left", async () => {
  const dataDir = join(await newFolder(), "data");
  const { server } = await start(dataDir);
  const file = join(dataDir, "cluster", "global", "pg_control");
  await rename(file, `${file}.away`);
  process.kill(server.pid, "SIGKILL");
  await pause(1500);
  await server.stop();
  await rename(`${file}.away`, file);
  await pause(1000);
  expect(await findRunning(join(dataDir, "cluster"))).toBeNull();
});

/** A disk of 300 MB in memory. Root may mount one; where nobody may, this test can't say anything and fails. */
async function smallDisk(): Promise<string> {
  const path = await newFolder();
  const mounted = await runProgram("mount", ["-t", "tmpfs", "-o", "size=300m,mode=755", "tmpfs", path]);
  if (!mounted.ok) throw new Error(`This test needs the right to mount a disk: ${mounted.output}`);
  onTestFinished(async () => {
    await runProgram("umount", ["-l", path]);
  });
  return path;
}

test("a server that ended because its disk was full comes back within ten seconds of there being room", async () => {
  const disk = await smallDisk();
  const { server, messages } = await start(join(disk, "data"));
  await ask(server, "create table kept (n integer); insert into kept values (7)");
  const filler = join(disk, "filler");
  const fill = () => runProgram("dd", ["if=/dev/zero", `of=${filler}`, "bs=64k", "conv=notrunc", "oflag=append"]);
  await fill();
  // These records need room in the write-ahead log alone; where it can't grow, PostgreSQL ends.
  const { pid } = server;
  while ((await findRunning(join(disk, "data", "cluster")))?.pid === pid)
    await ask(server, "select pg_logical_emit_message(true, 'fault', repeat('x', 4000000))").catch(() => pause(50));
  const failures = () => messages.filter((message) => message.includes("doesn't start again"));
  await expect.poll(failures).toEqual([expect.stringContaining("is full")]);
  await rm(filler);
  await answerOf(server, "select n from kept").toEqual([{ n: 7 }]);
});

test("with two workers the site goes on by itself after its server was killed, and its health says how it is", async () => {
  const { address, dataDir, child, printed } = await serveSite({
    WORKERS: "2",
    METRICS_PUBLIC: "true",
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  });
  const cluster = join(dataDir, "postgres", "cluster");
  const statusOf = (path: string) =>
    fetch(address + path).then(
      ({ status }) => status,
      () => 0,
    );
  expect([await statusOf("/readyz"), await statusOf("/healthz"), await statusOf("/api/posts")]).toEqual([200, 200, 200]);
  process.kill((await findRunning(cluster))?.pid ?? 0, "SIGKILL");
  await expect.poll(() => printed().some((line) => line.includes("runs again")), { timeout: BACK_MS }).toBe(true);
  for (let n = 0; n < 10; n++) expect([await statusOf("/api/posts"), await statusOf("/healthz")]).toEqual([200, 200]);

  const control = join(cluster, "global", "pg_control");
  await rename(control, `${control}.away`);
  process.kill((await findRunning(cluster))?.pid ?? 0, "SIGKILL");
  await expect.poll(() => statusOf("/healthz"), { timeout: BACK_MS }).toBe(503);
  await rename(`${control}.away`, control);
  await expect.poll(() => statusOf("/healthz"), { timeout: BACK_MS }).toBe(200);
  expect(printed().filter((line) => line.includes("has ended by itself"))).toHaveLength(2);
  expect(child.exitCode).toBeNull();

  // Every worker shows it to the owner, also one that was started later.
  for (let n = 0; n < 4; n++) await expect.poll(() => statusOf("/readyz"), { timeout: BACK_MS }).toBe(200);
  await expect.poll(() => statusOf("/api/posts?limit=1"), { timeout: BACK_MS }).toBe(200);
  // Each worker finds its way back by itself, and one of them may still be at it.
  const admin = await vi.waitFor(() => signInAdmin({ url: address }), { timeout: BACK_MS, interval: 200 });
  type Dashboard = { waiting: { database_restarts: { count: number; last: { at: string; seconds: number } | null } } };
  const restarts = async () => (await admin<Dashboard>("GET", "/api/admin/dashboard")).waiting.database_restarts;
  await expect.poll(async () => (await restarts()).count, { timeout: BACK_MS }).toBe(2);
  const { last } = await restarts();
  expect(Math.abs(Date.now() - Date.parse(last?.at ?? ""))).toBeLessThan(30_000);
  expect(last?.seconds).toBeGreaterThan(0);
  expect(last?.seconds).toBeLessThan(30);
  const metrics = await fetch(`${address}/metrics`).then((response) => response.text());
  expect(metrics).toMatch(/^skylark_database_restarts 2$/m);
}, 120_000);
