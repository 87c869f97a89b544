import type pg from "pg";
import { hangUp } from "./hosts.ts";

/** After this time a statement, or the wait for a connection, is reason to ask whether the database is there, in ms. */
const LONG_MS = 1000;
const LOOK_MS = 250;

/** What knows whether the database is away (see `createOutage`). */
export type Absence = {
  isAway(): boolean;
  /** asks the database whether it is there */
  suspect(): void;
  /** calls `act` each time it turns out to be away */
  whenAway(act: () => void): void;
};

/** No connection was asked for, because the database is away. Its code is that of a failed connection (SQLSTATE 08006). */
class DatabaseAwayError extends Error {
  readonly code = "08006";
  constructor() {
    super("The database is away");
    this.name = "DatabaseAwayError";
  }
}

/**
 * Keeps what needs the database from waiting for one that is away: connections are refused at once, and those that are open, and
 * may be waiting for an answer that never comes, are cut. A statement that takes long is reason to ask whether it is there.
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
