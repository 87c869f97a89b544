// slow: app/platform/postgres/

import { chmod, lstat, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defaultRefuges } from "../../app/platform/postgres/choose-place.ts";
import { runProgram } from "../../app/platform/postgres/process.ts";
import {
  cleanUp,
  copyPackages,
  hold,
  isRoot,
  lookUp,
  newFolder,
  ordinaryUser,
  projectFor,
  query,
  type User,
} from "./start-database.ts";

let ordinary: User | undefined;
beforeAll(async () => {
  ordinary = await ordinaryUser();
});
afterAll(cleanUp);

const ownerOf = async (path: string) => (await lstat(path)).uid;
const modeOf = async (path: string) => (await lstat(path)).mode & 0o777;

/** Tries to connect as another user of the system. @returns "admitted", or the code of the refusal. */
async function connectAs(user: User, config: object): Promise<string> {
  const script = join(process.cwd(), "test/platform/connect-as.ts");
  return (await runProgram(process.execPath, ["--no-warnings", script, JSON.stringify({ user, config })])).output;
}

test("an ordinary user runs it as themselves, in the data folder", async () => {
  const folder = await newFolder(ordinary);
  const held = await hold({ dataDir: join(folder, "data"), user: ordinary, projectDir: await projectFor(ordinary) });
  expect(held.error).toBeUndefined();
  const { server } = held as Required<typeof held>;
  expect(server.location.data).toBe(join(folder, "data"));
  const self = ordinary?.uid ?? process.getuid?.();
  expect(await ownerOf(join(folder, "data", "cluster"))).toBe(self);
  expect(await ownerOf(`/proc/${server.pid}`).catch(() => self)).toBe(self);
  const [row] = await query(server.connection, "create extension pg_trgm", "select current_user, pg_is_in_recovery() as standby");
  expect(row).toEqual({ current_user: "skylark", standby: false });
  const [rights] = await query(server.admin, "select rolsuper, rolcreaterole from pg_roles where rolname = 'skylark'");
  expect(rights).toEqual({ rolsuper: false, rolcreaterole: false });
  await held.stop();
});

test("root runs it as another user and gives away nothing but the database's own folders", async () => {
  const folder = await newFolder();
  await mkdir(join(folder, "data"));
  await writeFile(join(folder, "data", "upload.txt"), "not the database");
  const held = await hold({ dataDir: join(folder, "data") });
  const { server } = held as Required<typeof held>;
  const self = process.getuid?.();
  const runner = await ownerOf(server.location.socket);
  if (isRoot) expect(runner).not.toBe(0);
  else expect(runner).toBe(self);
  for (const name of ["cluster", "socket"]) {
    expect(await ownerOf(join(folder, "data", name))).toBe(runner);
    expect(await modeOf(join(folder, "data", name))).toBe(0o700);
  }
  for (const path of [folder, join(folder, "data"), join(folder, "data", "upload.txt")]) expect(await ownerOf(path)).toBe(self);
  expect(await query(server.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  await held.stop();
});

test("database files that were given to root are taken back; as an ordinary user, files of others are refused", async () => {
  const folder = await newFolder();
  const dataDir = join(folder, "data");
  const first = await hold({ dataDir });
  await query(first.server?.connection ?? {}, "create table kept (n integer)", "insert into kept values (7)");
  await first.stop();
  if (isRoot) {
    await runProgram("chown", ["-R", "0:0", dataDir]);
    const again = await hold({ dataDir });
    expect(again.error).toBeUndefined();
    expect(await query(again.server?.connection ?? {}, "select n from kept")).toEqual([{ n: 7 }]);
    await again.stop();
    await runProgram("chown", [`${ordinary?.uid}:${ordinary?.gid}`, dataDir]);
    const refused = await hold({ dataDir, user: ordinary, projectDir: await projectFor(ordinary) });
    expect(refused.error?.code).toBe("no-permission");
    expect(refused.error?.message).toContain("belong to the user");
  } else {
    // Only root can give files away; an ordinary user gets the same refusal at a folder of root's.
    const refused = await hold({ dataDir: "/skylark-data" });
    expect(refused.error?.code).toMatch(/no-permission|read-only/);
  }
});

test("nobody else can connect, even if the folder is open to all", async () => {
  const held = await hold({ dataDir: join(await newFolder(), "data") });
  const { connection, admin, location } = (held as Required<typeof held>).server;
  expect(await modeOf(join(location.socket, ".s.PGSQL.5432"))).toBe(0o700);
  const [listening] = await query(admin, "select setting from pg_settings where name = 'listen_addresses'");
  expect(listening).toEqual({ setting: "" });
  const admission = await readFile(join(location.data, "cluster", "pg_hba.conf"), "utf8");
  expect(admission.split("\n").filter((line) => line !== "" && !line.startsWith("#"))).toEqual([
    "local all all peer map=embedded",
  ]);
  if (isRoot) {
    const stranger = await lookUp("daemon");
    expect(await connectAs(stranger, connection)).toBe("EACCES");
    await chmod(location.socket, 0o755);
    await chmod(join(location.socket, ".s.PGSQL.5432"), 0o777);
    expect(await connectAs(stranger, connection)).toBe("28000");
    expect(await connectAs(stranger, admin)).toBe("28000");
    const runner = await runProgram("id", ["-nu", String(await ownerOf(location.socket))]);
    expect(await connectAs(await lookUp(runner.output.trim()), connection)).toBe("admitted");
  }
  await held.stop();
});

test("in a folder closed to other users, root puts files and binaries where the other user can read them, and finds them again", async () => {
  const folder = await newFolder();
  const closed = join(folder, "closed");
  await mkdir(closed, { mode: 0o700 });
  const projectDir = await copyPackages(closed);
  const refuges = [join(folder, "refuge")];
  const options = { dataDir: join(closed, "data"), projectDir, refuges };
  const held = await hold(options);
  expect(held.error).toBeUndefined();
  const { server } = held as Required<typeof held>;
  await query(server.connection, "create table kept (n integer)", "insert into kept values (7)");
  await held.stop();
  if (!isRoot) {
    expect(server.location.data).toBe(options.dataDir);
    expect(server.location.binaries).toContain(closed);
    return;
  }
  expect(server.location.data.startsWith(`${refuges[0]}/`)).toBe(true);
  expect(server.location.binaries).toMatch(/refuge\/postgresql-18\.\d+/);
  expect(held.messages.join("\n")).toContain(`the database lives in ${server.location.data}`);
  expect(held.messages.join("\n")).toContain(`copied it to ${server.location.binaries}`);
  expect(JSON.parse(await readFile(join(options.dataDir, "location.json"), "utf8")).data).toBe(server.location.data);
  const copiedAt = (await stat(server.location.binaries)).ctimeMs;

  const again = await hold(options);
  expect(again.server?.location).toEqual(server.location);
  expect(await query(again.server?.connection ?? {}, "select n from kept")).toEqual([{ n: 7 }]);
  expect((await stat(server.location.binaries)).ctimeMs).toBe(copiedAt);
  await again.stop();

  await runProgram("cp", ["-a", options.dataDir, `${options.dataDir}-copy`]);
  const copy = await hold({ ...options, dataDir: `${options.dataDir}-copy` });
  expect(copy.error?.code).toBe("data-shared");

  // Unlike a copied project, a moved one keeps its database.
  await rm(`${options.dataDir}-copy`, { recursive: true });
  await rename(options.dataDir, `${options.dataDir}-moved`);
  const moved = await hold({ ...options, dataDir: `${options.dataDir}-moved` });
  expect(await query(moved.server?.connection ?? {}, "select n from kept")).toEqual([{ n: 7 }]);
  await moved.stop();

  await rm(server.location.data, { recursive: true });
  const missing = await hold({ ...options, dataDir: `${options.dataDir}-moved` });
  expect(missing.error?.code).toBe("data-missing");
  expect(missing.error?.message).toContain(server.location.data);
});

test("the alternative folder outlives a reboot", () => {
  expect(defaultRefuges.every((path) => !/^\/(tmp|run|var\/tmp|var\/run)\b/.test(path))).toBe(true);
});

test("a path too long for a socket gets a short socket folder, and never one that someone else made", async () => {
  const folder = await newFolder();
  const dataDir = join(folder, "a-rather-long-name-for-a-folder".repeat(3), "data");
  const held = await hold({ dataDir });
  const { server } = held as Required<typeof held>;
  expect(server.location.data).toBe(dataDir);
  expect(server.location.socket).not.toContain(dataDir);
  expect(Buffer.byteLength(join(server.location.socket, ".s.PGSQL.5432"))).toBeLessThanOrEqual(107);
  expect(await modeOf(server.location.socket)).toBe(0o700);
  expect(await query(server.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  await held.stop();

  await rm(server.location.socket, { recursive: true });
  await writeFile(server.location.socket, "in the way");
  const again = await hold({ dataDir });
  const socket = again.server?.location.socket ?? "";
  expect(socket).not.toBe(server.location.socket);
  expect(await query(again.server?.connection ?? {}, "select 1 as one")).toEqual([{ one: 1 }]);
  await again.stop();
  await rm(server.location.socket);
  if (isRoot) {
    const stranger = await lookUp("daemon");
    await mkdir(server.location.socket, { mode: 0o777 });
    await runProgram("chown", ["daemon", server.location.socket]);
    const third = await hold({ dataDir });
    expect(third.server?.location.socket).not.toBe(server.location.socket);
    expect(await ownerOf(server.location.socket)).toBe(stranger.uid);
    await third.stop();
    await rm(third.server?.location.socket ?? "", { recursive: true });
    await rm(server.location.socket, { recursive: true });
  }
  await rm(socket, { recursive: true, force: true });
});

test("blanks, quotes and other special characters in the path do no harm", async () => {
  const dataDir = join(await newFolder(), `it's "odd", 100% \\ ü`);
  const held = await hold({ dataDir });
  expect(held.error).toBeUndefined();
  expect(held.server?.location.socket).toBe(join(dataDir, "socket"));
  expect(await query(held.server?.connection ?? {}, "select 1 as one")).toEqual([{ one: 1 }]);
  await held.stop();
});
