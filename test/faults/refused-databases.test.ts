// slow: app/boot/ app/platform/database/

import { execFile } from "node:child_process";
import { chmod, chown, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { connectDatabase, describeFailure } from "../../app/platform/database/connect.ts";
import { connectionOf } from "../../app/platform/database/hosts.ts";
import { runProgram } from "../../app/platform/postgres/process.ts";
import { freePort } from "../instances/start-pgbouncer.ts";
import { cleanUp, newFolder, ordinaryUser } from "../platform/start-database.ts";
import { silent } from "../platform/test-postgres.ts";

afterAll(cleanUp);

/** Debian's PostgreSQL; the embedded one is built without TLS. */
const BIN = "/usr/lib/postgresql/15/bin";

/** A server with TLS, whose certificate is its own, and where the certificate is. */
async function startServer() {
  const user = await ordinaryUser();
  const folder = await newFolder(user);
  const data = join(folder, "data");
  const run = async (program: string, ...args: string[]) => {
    const { ok, output } = await runProgram(program, args, user);
    if (!ok) throw new Error(`${program} ${args.join(" ")}: ${output}`);
  };
  const [key, certificate] = [join(folder, "server.key"), join(folder, "server.crt")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  await run(
    "openssl",
    "req",
    "-new",
    "-x509",
    "-days",
    "2",
    "-nodes",
    "-newkey",
    "rsa:2048",
    "-keyout",
    key,
    "-out",
    certificate,
    ...subject,
  );
  await chmod(key, 0o600);
  await chmod(certificate, 0o644);
  await run(join(BIN, "initdb"), "-D", data, "-U", "keeper", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C");
  const port = await freePort();
  const settings = `port = ${port}
listen_addresses = 'localhost'
unix_socket_directories = ''
fsync = off
shared_buffers = 16MB
ssl = on
ssl_key_file = '${key}'
ssl_cert_file = '${certificate}'
`;
  await writeFile(join(data, "postgresql.conf"), settings);
  if (user) await chown(join(data, "postgresql.conf"), user.uid, user.gid);
  await run(join(BIN, "pg_ctl"), "start", "-w", "-D", data, "-l", `${data}.log`);
  onTestFinished(() => run(join(BIN, "pg_ctl"), "stop", "-m", "immediate", "-D", data));
  return { port, certificate };
}

/** Runs statements as the owner of everything. */
async function asKeeper(port: number, database: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ host: "localhost", port, user: "keeper", database });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Prepares a database in a process of its own, as a start does. */
const prepare = (url: string) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, DATABASE_URL: url, DEMO_CONTENT: "false", LOG_LEVEL: "error", PORT: "0" };
    const args = ["--no-warnings", join(import.meta.dirname, "lack-rights.ts")];
    execFile(process.execPath, args, { env }, (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }));
  });

test("TLS to the database, and roles with and without rights", async () => {
  const { port, certificate } = await startServer();
  await asKeeper(port, "postgres", "create role owner login", "create role guest login", "create database blog owner owner");
  const url = (query: string, user = "owner") => `postgres://${user}@localhost:${port}/blog${query}`;
  const isEncrypted = async (query: string): Promise<boolean | string> => {
    const config = connectionOf(url(query));
    const { pool, close } = connectDatabase(config, { log: silent, max: 1 });
    try {
      const { rows } = await pool.query<{ ssl: boolean }>("select ssl from pg_stat_ssl where pid = pg_backend_pid()");
      return rows[0]?.ssl ?? "unknown";
    } catch (error) {
      return describeFailure(error, config);
    } finally {
      await close();
    }
  };
  expect(await isEncrypted("")).toBe(false);
  expect(await isEncrypted("?sslmode=no-verify")).toBe(true);
  expect(await isEncrypted("?sslmode=require")).toContain("certificate");
  expect(await isEncrypted(`?sslmode=verify-full&sslrootcert=${certificate}`)).toBe(true);
  // The same when the primary is looked for.
  expect(await isEncrypted("?target_session_attrs=read-write&sslmode=no-verify")).toBe(true);

  const refused = await prepare(url("", "guest"));
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toMatch(
    /^\nThe user of DATABASE_URL may not do what the site needs: permission denied .*Make it the owner of the database/,
  );
  expect(refused.err.trim().split("\n")).toHaveLength(1);
  expect(await prepare(url("", "owner"))).toEqual({ code: 0, out: "prepared\n", err: "" });
});
