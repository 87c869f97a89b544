import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";

/** The most that one kind of work may take of a pool. */
const SHARE = 0.6;
const PATIENCE_MS = 3000;

const kinds = new AsyncLocalStorage<string>();

/** Connections of `run` count as those of one kind of work, such as likes. */
export const asKind = <T>(kind: string, run: () => T): T => kinds.run(kind, run);

/** Its code is that of a lock that wasn't to be had (SQLSTATE 55P03). */
class ShareTakenError extends Error {
  readonly code = "55P03";
  constructor(kind: string) {
    super(`All connections that ${kind} may take wait for the database`);
    this.name = "ShareTakenError";
  }
}

type Kind = { taken: number; waiting: (() => void)[] };

function createShares(most: number) {
  const all = new Map<string, Kind>();
  const giveBack = (name: string) => {
    const kind = all.get(name);
    if (!kind) return;
    const next = kind.waiting.shift();
    if (next) return next();
    kind.taken--;
    if (kind.taken === 0) all.delete(name);
  };
  const take = (name: string): Promise<void> => {
    const kind = all.get(name) ?? { taken: 0, waiting: [] };
    all.set(name, kind);
    if (kind.taken < most) {
      kind.taken++;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const go = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        kind.waiting.splice(kind.waiting.indexOf(go), 1);
        reject(new ShareTakenError(name));
      }, PATIENCE_MS);
      kind.waiting.push(go);
    });
  };
  return { take, giveBack };
}

/** Keeps one kind of work from taking all connections, for instance while a table is locked, so that everything else goes on. */
export function sharePool(pool: pg.Pool): void {
  const { take, giveBack } = createShares(Math.ceil((pool.options.max ?? 10) * SHARE));
  const kindOf = new WeakMap<pg.PoolClient, string>();

  pool.on("release", (_, client) => {
    const name = kindOf.get(client);
    kindOf.delete(client);
    if (name !== undefined) giveBack(name);
  });
  type Done = (error: Error | undefined, client: pg.PoolClient | undefined, release: (error?: Error) => void) => void;
  const connect = pool.connect.bind(pool) as (done?: Done) => Promise<pg.PoolClient>;
  const connectAs = async (name: string): Promise<pg.PoolClient> => {
    await take(name);
    try {
      const client = await connect();
      kindOf.set(client, name);
      return client;
    } catch (error) {
      giveBack(name);
      throw error;
    }
  };
  pool.connect = ((done?: Done) => {
    const name = kinds.getStore();
    if (name === undefined) return connect(done);
    const connected = connectAs(name);
    if (!done) return connected;
    connected.then(
      (client) => done(undefined, client, client.release.bind(client) as (error?: Error) => void),
      (error: Error) => done(error, undefined, () => undefined),
    );
    return undefined;
  }) as typeof pool.connect;
}
