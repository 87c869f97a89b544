import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";
import type pg from "pg";

/** What a proxy does with connections: pass them on, refuse and cut them, or take them and say nothing. */
type Mode = "passing" | "refusing" | "frozen";

/** A proxy in front of a database, which can go away. */
export type DatabaseProxy = {
  /** how to reach the database through it */
  config: pg.PoolConfig;
  set(mode: Mode): void;
  /** delays everything that the database sends, in ms */
  delay(ms: number): void;
  close(): Promise<void>;
};

/** Listens on a port of its own and passes connections on to the server of `direct`. */
export async function startDatabaseProxy(direct: pg.PoolConfig): Promise<DatabaseProxy> {
  let mode: Mode = "passing";
  let late = 0;
  const pairs = new Set<[Socket, Socket]>();
  const target = direct.host?.startsWith("/")
    ? { path: `${direct.host}/.s.PGSQL.${direct.port ?? 5432}` }
    : { host: direct.host ?? "127.0.0.1", port: direct.port ?? 5432 };
  const server = createServer((client) => {
    client.on("error", () => client.destroy());
    if (mode === "refusing") return client.destroy();
    const database = connect(target);
    const pair: [Socket, Socket] = [client, database];
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      database.destroy();
    };
    for (const socket of pair) socket.on("error", end).on("close", end);
    client.on("data", (bytes) => database.write(bytes));
    database.on("data", (bytes) => (late > 0 ? setTimeout(() => client.write(bytes), late) : client.write(bytes)));
    if (mode === "frozen") for (const socket of pair) socket.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    config: { ...direct, host: "127.0.0.1", port: (server.address() as AddressInfo).port },
    set(next) {
      mode = next;
      for (const [client, database] of pairs) {
        if (next === "refusing") client.destroy();
        else for (const socket of [client, database]) next === "frozen" ? socket.pause() : socket.resume();
      }
    },
    delay: (ms) => {
      late = ms;
    },
    async close() {
      for (const [client] of pairs) client.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
