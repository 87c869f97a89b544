import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";

const running = new AsyncLocalStorage<string[]>();
let watching = false;

/** Records the SQL that `run` sends on any connection, without that of concurrent work, and without values. */
export async function withStatementLog<T>(run: () => Promise<T> | T): Promise<{ result: T; statements: string[] }> {
  if (!watching) watch();
  const statements: string[] = [];
  const result = await running.run(statements, async () => run());
  return { result, statements };
}

type Query = (this: unknown, ...args: unknown[]) => unknown;

function watch(): void {
  watching = true;
  const client = pg.Client.prototype as unknown as { query: Query };
  const sendFromClient = client.query;
  client.query = function (...args) {
    running.getStore()?.push(textOf(args[0]));
    return sendFromClient.apply(this, args);
  };
  // A pool without a free connection sends a query from within the call that releases the next one: it would be recorded for another caller.
  // Awaiting the connection here brings the caller's context along.
  const pool = pg.Pool.prototype as unknown as { query: Query };
  const sendFromPool = pool.query;
  pool.query = function (...args) {
    if (!running.getStore() || typeof args.at(-1) === "function") return sendFromPool.apply(this, args);
    return sendOverOwnConnection(this as pg.Pool, args);
  };
}

async function sendOverOwnConnection(pool: pg.Pool, args: unknown[]): Promise<unknown> {
  const client = await pool.connect();
  try {
    const result = await (client.query as unknown as Query).apply(client, args);
    client.release();
    return result;
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}

function textOf(query: unknown): string {
  return typeof query === "string" ? query : ((query as { text?: string }).text ?? "");
}
