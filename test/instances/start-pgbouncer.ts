import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { isRoot, lookUp } from "../platform/start-database.ts";

/** A port of this machine that nothing uses. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Resolves once something listens on a port of this machine. */
export async function listening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await pause(20);
  }
}

/**
 * Starts Debian's PgBouncer in transaction mode in front of PostgreSQL on a port of this machine, until the test ends.
 * @param user whom it signs in as
 * @returns its port
 * @throws when the program isn't installed
 */
export async function startPgBouncer(server: number, user: string): Promise<number> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "skylark-pgbouncer-"));
  await chmod(folder, 0o755);
  const settings = `[databases]
* = host=127.0.0.1 port=${server} user=${user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
`;
  const file = join(folder, "pgbouncer.ini");
  await writeFile(file, settings);
  // It refuses to run as root.
  const account = isRoot ? await lookUp("nobody") : undefined;
  const child = spawn("/usr/sbin/pgbouncer", ["-q", file], {
    stdio: "ignore",
    ...(account && { uid: account.uid, gid: account.gid }),
  });
  const failed = once(child, "error").then(([error]) => Promise.reject(error));
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  await Promise.race([
    listening(port),
    failed,
    ended.then(([code]) => Promise.reject(new Error(`PgBouncer ended with ${code}`))),
  ]);
  return port;
}
