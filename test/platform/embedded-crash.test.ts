// slow: app/platform/postgres/

import { spawn } from "node:child_process";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { findRunning } from "../../app/platform/postgres/postmaster.ts";
import { startEmbeddedPostgres } from "../../app/platform/postgres/start.ts";
import { cleanUp, type DatabaseProcess, hold, isRoot, newFolder, query } from "./start-database.ts";

afterAll(cleanUp);

const serverOf = (held: DatabaseProcess) => (held as Required<DatabaseProcess>).server;

/** Starts a durable database with a table, and keeps inserting. `end` says which rows were acknowledged. */
async function startWriting(dataDir: string) {
  const held = await hold({ dataDir, durable: true });
  const { connection } = serverOf(held);
  await query(connection, "create table written (n integer primary key)");
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  await client.connect();
  let acknowledged = 0;
  const writing = (async () => {
    for (let n = 1; ; n++) {
      await client.query("insert into written values ($1)", [n]);
      acknowledged = n;
    }
  })().catch(() => undefined);
  while (acknowledged < 50) await pause(5);
  const end = async () => {
    await Promise.race([writing, client.end()]);
    return acknowledged;
  };
  return { held, end };
}

async function countWritten(held: DatabaseProcess): Promise<number> {
  return (await query(serverOf(held).connection, "select count(*)::integer as n from written"))[0]?.n as number;
}

test("after kill -9 of Node the next start adopts the server, and nothing is lost", async () => {
  const dataDir = join(await newFolder(), "data");
  const { held, end } = await startWriting(dataDir);
  await held.kill();
  const next = await hold({ dataDir, durable: true });
  expect(serverOf(next)).toMatchObject({ adopted: true, pid: serverOf(held).pid, connection: serverOf(held).connection });
  const acknowledged = await end();
  expect(await countWritten(next)).toBeGreaterThanOrEqual(acknowledged);
  await next.stop();
  expect(await findRunning(join(dataDir, "cluster"))).toBeNull();
});

test("a server left running with other settings is stopped cleanly and started again", async () => {
  const dataDir = join(await newFolder(), "data");
  const held = await hold({ dataDir, durable: false });
  await query(serverOf(held).connection, "create table written (n integer)", "insert into written values (1)");
  await held.kill();
  const next = await hold({ dataDir, durable: true });
  expect(serverOf(next).adopted).toBe(false);
  expect(serverOf(next).pid).not.toBe(serverOf(held).pid);
  expect(await query(serverOf(next).connection, "show fsync")).toEqual([{ fsync: "on" }]);
  expect(await countWritten(next)).toBe(1);
  await next.stop();
  const log = await readFile(join(dataDir, "postgres.log"), "utf8");
  expect(log).not.toContain("was not properly shut down");
});

test("after kill -9 of both, the next start recovers every acknowledged row", async () => {
  const dataDir = join(await newFolder(), "data");
  const { held, end } = await startWriting(dataDir);
  process.kill(serverOf(held).pid, "SIGKILL");
  await held.kill();
  const acknowledged = await end();
  expect(acknowledged).toBeGreaterThanOrEqual(50);
  const next = await hold({ dataDir, durable: true });
  expect(next.error).toBeUndefined();
  expect(serverOf(next).adopted).toBe(false);
  expect(await countWritten(next)).toBeGreaterThanOrEqual(acknowledged);
  expect(await readFile(join(dataDir, "postgres.log"), "utf8")).toContain("was not properly shut down");
  await next.stop();
});

test("a pid file whose pid now belongs to another process blocks nothing, and that process is left alone", async () => {
  const dataDir = join(await newFolder(), "data");
  const held = await hold({ dataDir, durable: true });
  await query(serverOf(held).connection, "create table written (n integer)", "insert into written values (1)");
  process.kill(serverOf(held).pid, "SIGKILL");
  await held.kill();

  const runner = isRoot ? await runnerOf(dataDir) : {};
  const bystander = spawn("sleep", ["60"], { ...runner, stdio: "ignore" });
  for (const path of [join(dataDir, "cluster", "postmaster.pid"), join(dataDir, "socket", ".s.PGSQL.5432.lock")]) {
    const content = await readFile(path, "utf8");
    await writeFile(path, content.replace(/^\d+/, String(bystander.pid)));
  }
  const next = await hold({ dataDir, durable: true });
  expect(next.error).toBeUndefined();
  expect(await countWritten(next)).toBe(1);
  expect(bystander.exitCode).toBeNull();
  expect(bystander.signalCode).toBeNull();
  await next.stop();
  bystander.kill();
});

test("of two starts on one folder the second says who holds it and since when, and does no harm", async () => {
  const dataDir = join(await newFolder(), "data");
  const held = await hold({ dataDir });
  const second = await hold({ dataDir });
  expect(second.error?.code).toBe("in-use");
  expect(second.error?.message).toContain(`process ${held.pid}`);
  expect(second.error?.message).toMatch(/since \d{4}-\d\d-\d\dT\d\d:\d\d/);
  expect(second.error?.message).toContain(dataDir);
  expect(second.process.exitCode).toBe(1);
  expect(await query(serverOf(held).connection, "select 1 as one")).toEqual([{ one: 1 }]);
  await held.stop();
  const third = await hold({ dataDir });
  expect(third.error).toBeUndefined();
  await third.stop();
});

test("a container can't start on the folder of another one, be it halted, but on that of one that was killed", {
  timeout: 120_000,
}, async () => {
  const dataDir = join(await newFolder(), "data");
  const held = await hold({ dataDir, durable: true, container: "first" });
  const { connection } = serverOf(held);
  await query(connection, "create table written (n integer)", "insert into written values (1)");
  const second = await hold({ dataDir, durable: true, container: "second" });
  expect(second.error).toMatchObject({
    code: "in-use",
    message: expect.stringMatching(/is in use by process \d+ .* on first since /),
  });
  // Halted, it gives no sign of life, but its server answers.
  const { pid: inside } = JSON.parse(await readFile(join(dataDir, "lock"), "utf8"));
  const halted = Number((await readFile(`/proc/${held.pid}/task/${held.pid}/children`, "utf8")).trim());
  expect(inside).toBe(1);
  process.kill(halted, "SIGSTOP");
  const third = await hold({ dataDir, durable: true, container: "third" });
  expect(third.error).toMatchObject({
    code: "in-use",
    message: expect.stringContaining("a PostgreSQL server that was started elsewhere"),
  });
  expect(third.messages).toContainEqual(expect.stringMatching(/^Waiting up to 20 seconds to see whether process 1 .* on first/));
  process.kill(halted, "SIGCONT");
  expect(await query(connection, "select n from written")).toEqual([{ n: 1 }]);
  await held.kill();
  const fourth = await hold({ dataDir, durable: true, container: "fourth" });
  expect(await countWritten(fourth)).toBe(1);
  await fourth.stop();
});

test("a site waits for a command that uses its database, and says so; another command doesn't", async () => {
  const dataDir = join(await newFolder(), "data");
  const command = await hold({ dataDir, isCommand: true });
  expect((await hold({ dataDir, isCommand: true })).error?.code).toBe("in-use");
  const said: string[] = [];
  const note = (_: object, message: string) => void said.push(message);
  const starting = startEmbeddedPostgres({ dataDir, durable: false, log: { info: note, warn: note } });
  await expect.poll(() => said).toEqual([expect.stringMatching(`^Waiting for process ${command.pid} .* until it is done$`)]);
  await command.stop();
  await (await starting).stop();
});

test("of several starts at the same moment on a new folder exactly one gets it", async () => {
  const dataDir = join(await newFolder(), "data");
  const all = await Promise.all([1, 2, 3].map(() => hold({ dataDir })));
  const winners = all.filter((held) => held.server);
  expect(winners).toHaveLength(1);
  expect(all.filter((held) => held.error).map((held) => held.error?.code)).toEqual(["in-use", "in-use"]);
  await winners[0]?.stop();
});

test("a lock of a killed process doesn't count, also when its pid belongs to another process now or it is empty", async () => {
  const dataDir = join(await newFolder(), "data");
  const held = await hold({ dataDir });
  const lock = JSON.parse(await readFile(join(dataDir, "lock"), "utf8"));
  expect(lock).toMatchObject({ pid: held.pid });
  await held.kill();
  await writeFile(join(dataDir, "lock"), JSON.stringify({ ...lock, pid: process.pid }));
  const next = await hold({ dataDir });
  expect(serverOf(next).adopted).toBe(true);
  await next.kill();
  await writeFile(join(dataDir, "lock"), "");
  const last = await hold({ dataDir });
  expect(last.error).toBeUndefined();
  await last.stop();
  expect(await readdir(dataDir)).not.toContain("lock");
});

test("a running server whose socket was deleted is replaced", async () => {
  const dataDir = join(await newFolder(), "data");
  const held = await hold({ dataDir, durable: true });
  await query(serverOf(held).connection, "create table written (n integer)", "insert into written values (1)");
  await held.kill();
  await rm(serverOf(held).location.socket, { recursive: true });
  const next = await hold({ dataDir, durable: true });
  expect(serverOf(next).adopted).toBe(false);
  expect(await countWritten(next)).toBe(1);
  await next.stop();
});

async function runnerOf(dataDir: string): Promise<{ uid: number; gid: number }> {
  const { uid, gid } = await stat(join(dataDir, "cluster"));
  return { uid, gid };
}
