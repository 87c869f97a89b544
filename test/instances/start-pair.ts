import { chmod, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { onTestFinished } from "vitest";
import { runProgram } from "../../app/platform/postgres/process.ts";
import { ordinaryUser } from "../platform/start-database.ts";
import { freePort } from "./start-pgbouncer.ts";

/** Debian's PostgreSQL; ours has no pg_basebackup. */
const BIN = "/usr/lib/postgresql/15/bin";
const USER = "skylark";

/** Two servers of the same data: what the first one acknowledges, the second one has. */
export type Pair = {
  /** the URL of both, as an operator gives it */
  url: string;
  /** how to reach the primary alone, and the standby alone */
  primary: pg.PoolConfig;
  standby: pg.PoolConfig;
  /** Runs one statement on the primary, or on the standby. */
  ask<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  askStandby<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** The primary ends as in a crash of its machine. */
  crashPrimary(): Promise<void>;
  /** Lets the standby take writes. */
  promote(): Promise<void>;
};

/** Starts a primary and a synchronous standby, until the test ends. @throws when a program is missing or fails */
export async function startPair(): Promise<Pair> {
  const user = await ordinaryUser();
  const root = await mkdtemp(join(tmpdir(), "skylark-pair-"));
  await chmod(root, 0o755);
  if (user) await chown(root, user.uid, user.gid);
  const run = async (program: string, ...args: string[]) => {
    const { ok, output } = await runProgram(join(BIN, program), args, user);
    if (!ok) throw new Error(`${program} ${args.join(" ")}: ${output}`);
  };
  const [primary, standby] = [join(root, "primary"), join(root, "standby")];
  const [port, standbyPort] = [await freePort(), await freePort()];
  const settingsOf = (own: number) => `port = ${own}
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
fsync = off
max_connections = 60
shared_buffers = 16MB
`;
  const start = (folder: string) => run("pg_ctl", "start", "-w", "-D", folder, "-l", `${folder}.log`);
  onTestFinished(async () => {
    for (const folder of [primary, standby]) await run("pg_ctl", "stop", "-m", "immediate", "-D", folder).catch(() => {});
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  });
  await run("initdb", "-D", primary, "-U", USER, "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C");
  await writeFile(join(primary, "postgresql.conf"), settingsOf(port));
  await start(primary);
  await query(port, "create database blog", [], "postgres");
  await run(
    "pg_basebackup",
    "-h",
    "127.0.0.1",
    "-p",
    String(port),
    "-U",
    USER,
    "-D",
    standby,
    "-R",
    "-X",
    "stream",
    "-c",
    "fast",
    "-N",
  );
  await writeFile(join(standby, "postgresql.conf"), settingsOf(standbyPort));
  await start(standby);
  await query(port, "alter system set synchronous_standby_names = '*'", []);
  await query(port, "select pg_reload_conf()", []);
  const urlOf = (hosts: string) => `postgres://${USER}@${hosts}/blog`;
  return {
    // The standby comes first, so that its order decides nothing.
    url: `${urlOf(`127.0.0.1:${standbyPort},127.0.0.1:${port}`)}?target_session_attrs=read-write`,
    primary: { host: "127.0.0.1", port, user: USER, database: "blog" },
    standby: { host: "127.0.0.1", port: standbyPort, user: USER, database: "blog" },
    ask: (text, values = []) => query(port, text, values),
    askStandby: (text, values = []) => query(standbyPort, text, values),
    crashPrimary: () => run("pg_ctl", "stop", "-m", "immediate", "-D", primary),
    promote: () => run("pg_ctl", "promote", "-w", "-D", standby),
  };
}

async function query<Row>(port: number, text: string, values: unknown[], database = "blog"): Promise<Row[]> {
  const client = new pg.Client({ host: "127.0.0.1", port, user: USER, database });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}
