// slow: app/platform/postgres/

import { chmod, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runProgram } from "../../app/platform/postgres/process.ts";
import { startEmbeddedPostgres } from "../../app/platform/postgres/start.ts";
import { explainOutput, explainSystemError } from "../../app/platform/postgres/start-error.ts";
import { cleanUp, type DatabaseProcess, hold, isRoot, newFolder, query } from "./start-database.ts";
import { silent } from "./test-postgres.ts";

const mounted: string[] = [];
let canMount = false;

beforeAll(async () => {
  const trial = await smallDisk("1m");
  canMount = trial !== null;
});
afterAll(async () => {
  for (const path of mounted) await runProgram("umount", [path]);
  await cleanUp();
});

/** A disk in memory; null if this user may not mount one (an ordinary user, most containers). */
async function smallDisk(size: string): Promise<string | null> {
  const path = await newFolder();
  if (!(await runProgram("mount", ["-t", "tmpfs", "-o", `size=${size},mode=755`, "tmpfs", path])).ok) return null;
  mounted.push(path);
  return path;
}

function expectClear(held: DatabaseProcess, code: string, ...words: string[]): void {
  expect(held.error?.code).toBe(code);
  for (const word of words) expect(held.error?.message).toContain(word);
  expect(held.error?.message).not.toMatch(/\n\s+at |undefined|\[object/);
}

test("too little shared memory is reported as such, not as a full disk", async () => {
  // Without the right to make a container, only the sentence can be tested.
  const said = 'FATAL:  could not resize shared memory segment "/PostgreSQL.1" to 1048576 bytes: No space left on device';
  expect(explainOutput(said, "/some/where")).toMatchObject({ code: "no-memory", message: expect.stringContaining("/dev/shm") });
  if (!canMount) return;
  const small = await hold({ dataDir: join(await newFolder(), "data"), container: "small", sharedMemory: "1m" });
  expectClear(small, "no-memory", "/dev/shm", "--shm-size", "No space left on device");
  expect(small.error?.message).not.toMatch(/disk/);
});

test("a full disk is reported, before and after there is a database, and what was saved stays", async () => {
  // The system's own "no space left" is the same for everybody.
  const full = await writeFile("/dev/full", "x").catch((error) => error);
  expect(explainSystemError(full, "/some/where")).toMatchObject({
    code: "disk-full",
    message: expect.stringContaining("/some/where"),
  });
  // Without the right to mount, only the sentence for that error can be tested.
  if (!canMount) return;
  const small = (await smallDisk("12m")) as string;
  const first = await hold({ dataDir: join(small, "data") });
  expectClear(first, "disk-full", small, "is full");
  expect(await readdir(join(small, "data"))).toEqual(expect.not.arrayContaining([expect.stringMatching(/cluster|lock/)]));

  const disk = (await smallDisk("200m")) as string;
  const dataDir = join(disk, "data");
  const held = await hold({ dataDir, durable: true });
  await query(held.server?.connection ?? {}, "create table kept (n integer)", "insert into kept values (7)");
  await held.stop();
  const filler = join(disk, "filler");
  await runProgram("dd", ["if=/dev/zero", `of=${filler}`, "bs=4k"]);
  expectClear(await hold({ dataDir, durable: true }), "disk-full", dataDir);
  // So little space that our own files still fit, and PostgreSQL's don't.
  await truncate(filler, (await stat(filler)).size - 12 * 4096);
  const tight = await hold({ dataDir, durable: false });
  if (tight.error) expectClear(tight, "disk-full", disk);
  else await tight.stop();
  await rm(filler);
  const again = await hold({ dataDir, durable: true });
  expect(await query(again.server?.connection ?? {}, "select n from kept")).toEqual([{ n: 7 }]);
  await again.stop();
});

test.skipIf(process.platform !== "linux")(
  "a place where no folder can be made is named, instead of being tried for ever",
  async () => {
    expectClear(await hold({ dataDir: "/proc/nowhere/data" }), "no-folder", "/proc/nowhere/data", "can't be made");
  },
);

test("a read-only disk is reported, with and without a database on it", async () => {
  if (!canMount) {
    // Without the right to mount, a read-only folder takes its place.
    const folder = await newFolder();
    await chmod(folder, 0o555);
    if (!isRoot) expectClear(await hold({ dataDir: join(folder, "data") }), "no-permission", folder);
    expect(explainSystemError({ code: "EROFS", message: "" }, folder).code).toBe("read-only");
    return;
  }
  const disk = (await smallDisk("200m")) as string;
  const dataDir = join(disk, "data");
  const held = await hold({ dataDir });
  await held.stop();
  await runProgram("mount", ["-o", "remount,ro", disk]);
  expectClear(await hold({ dataDir }), "read-only", dataDir, "is read-only");
  expectClear(await hold({ dataDir: join(disk, "other") }), "read-only", join(disk, "other"));
  await runProgram("mount", ["-o", "remount,rw", disk]);
  const again = await hold({ dataDir });
  expect(again.error).toBeUndefined();
  await again.stop();
});

test("data of a newer and of an older PostgreSQL are refused with advice, and not touched", async () => {
  const dataDir = join(await newFolder(), "data");
  await (await hold({ dataDir })).stop();
  const version = join(dataDir, "cluster", "PG_VERSION");
  await writeFile(version, "19\n");
  expectClear(await hold({ dataDir }), "newer-data", "PostgreSQL 19", "PostgreSQL 18", "Nothing was changed", "npm run restore");
  await writeFile(version, "17\n");
  expectClear(
    await hold({ dataDir }),
    "older-data",
    "PostgreSQL 17",
    "PostgreSQL 18",
    "Nothing was changed",
    "--upgrade-database",
  );
  await writeFile(version, "18\n");
  const again = await hold({ dataDir });
  expect(again.error).toBeUndefined();
  await again.stop();
});

test("a file in place of the data folder or one of its parents is reported", async () => {
  const folder = await newFolder();
  await writeFile(join(folder, "file"), "precious");
  expectClear(await hold({ dataDir: join(folder, "file") }), "not-a-directory", join(folder, "file"));
  expectClear(await hold({ dataDir: join(folder, "file", "data") }), "not-a-directory", join(folder, "file", "data"));
  expect(await readFile(join(folder, "file"), "utf8")).toBe("precious");
});

test("missing packages are reported with advice", async () => {
  const folder = await newFolder();
  expectClear(await hold({ dataDir: join(folder, "data"), projectDir: folder }), "no-binaries", "npm install", "DATABASE_URL");
});

test("unfinished database files are moved aside and created again", async () => {
  const dataDir = join(await newFolder(), "data");
  await (await hold({ dataDir })).stop();
  await rm(join(dataDir, "cluster", "embedded.json"));
  const second = await hold({ dataDir });
  expect(second.messages.join("\n")).toContain("were never finished");
  await second.stop();
  await rm(join(dataDir, "cluster", "PG_VERSION"));
  const third = await hold({ dataDir });
  expect(await query(third.server?.connection ?? {}, "select 1 as one")).toEqual([{ one: 1 }]);
  await third.stop();
  const aside = (await readdir(dataDir)).filter((name) => name.startsWith("cluster.unfinished-"));
  expect(aside).toHaveLength(2);
  expect(await readdir(join(dataDir, aside[0] ?? ""))).toContain("global");
});

test("a first start that was killed in the middle begins again", async () => {
  const dataDir = join(await newFolder(), "data");
  const starting = hold({ dataDir, durable: true }).catch(() => null);
  const isDrafting = async () => (await readdir(dataDir).catch(() => [])).some((name) => name.startsWith("cluster.draft-"));
  while (!(await isDrafting())) await pause(5);
  await pause(100);
  const { pid } = JSON.parse(await readFile(join(dataDir, "lock"), "utf8"));
  process.kill(pid, "SIGKILL");
  await starting;
  expect(await readdir(dataDir)).not.toContain("cluster");
  const next = await hold({ dataDir, durable: true });
  expect(await query(next.server?.connection ?? {}, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(await isDrafting()).toBe(false);
  await next.stop();
});

test("a start can be cancelled, and leaves the folder free", async () => {
  const dataDir = join(await newFolder(), "data");
  const options = { dataDir, log: silent, durable: false };
  await expect(startEmbeddedPostgres({ ...options, signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "aborted" });
  const server = await startEmbeddedPostgres(options);
  await expect(startEmbeddedPostgres(options)).rejects.toThrow(/in use by this process itself/);
  await server.stop();
  await server.stop();
});

test("messages of PostgreSQL's programs are recognized, or else quoted", () => {
  const said = (line: string) => explainOutput(`LOG:  starting\n${line}\n`, "/data");
  expect(said('FATAL:  could not write lock file "postmaster.pid": No space left on device').code).toBe("disk-full");
  expect(said("FATAL:  could not map anonymous shared memory: Cannot allocate memory").code).toBe("no-memory");
  expect(said("FATAL:  could not open file: Read-only file system").code).toBe("read-only");
  const unknown = said("FATAL:  the moon is in the wrong phase");
  expect(unknown).toMatchObject({ code: "start-failed", message: expect.stringContaining("the moon is in the wrong phase") });
});

test("a broken database file is reported with what PostgreSQL says about it", async () => {
  const dataDir = join(await newFolder(), "data");
  await (await hold({ dataDir })).stop();
  await truncate(join(dataDir, "cluster", "global", "pg_control"), 100);
  expectClear(await hold({ dataDir }), "start-failed", dataDir, "pg_control");
});
