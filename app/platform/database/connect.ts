import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { DatabaseLog } from "../postgres/log.ts";

export type Database<DB> = { pool: pg.Pool; db: Kysely<DB>; close(): Promise<void> };

/**
 * Opens a pool of connections and the query builder on it. Nothing is connected yet: the first query does that.
 * @param config how to reach the database. @param max the most connections at a time (default 10).
 * @returns the pool, Kysely on the same pool, and `close`, which waits for the queries under way.
 */
export function connectDatabase<DB>(config: pg.PoolConfig, { log, max = 10 }: { log: DatabaseLog; max?: number }): Database<DB> {
  const pool = new pg.Pool({
    application_name: "skylark",
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types: numbersForBigints,
    ...config,
    max,
  });
  // Without a listener, an idle connection that the server closes would end the process.
  pool.on("error", (error) => log.warn({ code: codeOf(error) }, `A database connection was lost: ${error.message}`));
  // The pool listens to idle connections alone. One that is lost between two statements of a transaction would end the
  // process too; here the next statement on it fails, and says why.
  pool.on("connect", (client) => client.on("error", () => {}));
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return { pool, db, close: () => db.destroy().then(() => (pool.ended ? undefined : pool.end())) };
}

/** Counts come as int8; a number is what everybody wants, unless it would lose digits. */
const numbersForBigints: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === pg.types.builtins.INT8 && format !== "binary") return parseBigint;
    return format === "binary" ? pg.types.getTypeParser(oid, "binary") : pg.types.getTypeParser(oid, "text");
  },
};

function parseBigint(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

function codeOf(error: Error): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
