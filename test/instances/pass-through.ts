import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { onTestFinished } from "vitest";

/** A TCP server in front of the test database that can keep notifications to itself. */
export type PassThrough = {
  port: number;
  /** The URL of a database behind it. */
  urlOf(config: pg.PoolConfig): string;
  /** From now on, connections that have said LISTEN hear nothing, not even that they end. */
  deafen(): void;
};

/** Passes all connections on to the server of `config`, until the test ends. */
export async function startPassThrough(config: pg.PoolConfig): Promise<PassThrough> {
  const { host, port } = new pg.Client(config);
  const target = host.startsWith("/") ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port };
  const sockets = new Set<Socket>();
  const listeners = new Set<Socket>();
  let isDeaf = false;
  const server = createServer((client) => {
    const upstream = connect(target);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
    }
    client.on("data", (bytes) => {
      if (bytes.toString("latin1").toLowerCase().includes("listen ")) listeners.add(client);
      upstream.write(bytes);
    });
    const isSilenced = () => isDeaf && listeners.has(client);
    upstream.on("data", (bytes) => isSilenced() || client.write(bytes));
    upstream.on("close", () => isSilenced() || client.destroy());
    client.on("close", () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port: own } = server.address() as AddressInfo;
  return {
    port: own,
    urlOf: (database) => databaseUrl(database, own),
    deafen: () => {
      isDeaf = true;
    },
  };
}

/** The URL of a database as it is called behind another port of this machine. */
export function databaseUrl(config: pg.PoolConfig, port: number): string {
  const { user, password, database } = new pg.Client(config);
  const who = password ? `${user}:${encodeURIComponent(password)}` : user;
  return `postgres://${who}@127.0.0.1:${port}/${database}`;
}
