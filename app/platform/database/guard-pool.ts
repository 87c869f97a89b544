import type pg from "pg";
import { hangUp } from "./hosts.ts";

/** A statement, or the wait for a connection, that takes longer is reason to ask whether the database is there. */
const LONG_MS = 1000;
const LOOK_MS = 250;

export type Absence = {
  isAway(): boolean;
  suspect(): void;
  whenAway(act: () => void): void;
};

/** Its code is that of a failed connection (SQLSTATE 08006). */
class DatabaseAwayError extends Error {
  readonly code = "08006";
  constructor() {
    super("The database is away");
    this.name = "DatabaseAwayError";
  }
}

/**
 * While the database is away, connections are refused at once, and open ones, which may wait for ever, are cut.
 * @returns how to end this
 */
export function guardPool(pool: pg.Pool, outage: Absence): () => void {
  const open = new Set<pg.PoolClient>();
  const busySince = new Map<pg.PoolClient, number>();
  let waitingSince: number | null = null;
  pool.on("connect", (client) => open.add(client));
  pool.on("acquire", (client) => busySince.set(client, performance.now()));
  pool.on("release", (_, client) => busySince.delete(client));
  pool.on("remove", (client) => {
    open.delete(client);
    busySince.delete(client);
  });

  type Done = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;
  const connect = pool.connect.bind(pool) as (done?: Done) => Promise<pg.PoolClient>;
  pool.connect = ((done?: Done) => {
    if (!outage.isAway()) return connect(done);
    const error = new DatabaseAwayError();
    if (!done) return Promise.reject(error);
    done(error, undefined, () => undefined);
    return undefined;
  }) as typeof pool.connect;

  outage.whenAway(() => {
    for (const client of open) hangUp(client as unknown as pg.Client);
  });
  const timer = setInterval(() => {
    const now = performance.now();
    waitingSince = pool.waitingCount > 0 ? (waitingSince ?? now) : null;
    const oldest = Math.min(waitingSince ?? now, ...busySince.values());
    if (now - oldest > LONG_MS) outage.suspect();
  }, LOOK_MS).unref();
  return () => clearInterval(timer);
}
