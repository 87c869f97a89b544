import { setTimeout as pause } from "node:timers/promises";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { DatabaseLog } from "../log.ts";
import { DatabaseStartError } from "../postgres/start-error.ts";
import { type Absence, guardPool } from "./guard-pool.ts";
import { hostsOf, poolClientOf } from "./hosts.ts";
import { sharePool } from "./share-pool.ts";

const oldest = 15;

/**
 * Tries again after 0.25 s, doubling to 5 s, where an error may pass.
 * @throws DatabaseStartError 'server-too-old' (before 15), 'aborted'
 */
export async function waitForDatabase(
  pool: pg.Pool,
  { log, signal }: { log: DatabaseLog; signal?: AbortSignal },
): Promise<string> {
  const { host, database } = describeTarget(pool.options);
  for (let tries = 1, delay = 250; ; tries++, delay = Math.min(delay * 2, 5000)) {
    if (signal?.aborted) throw calledOff(host);
    try {
      const { rows } = await pool.query<{ number: string; version: string }>(
        `select current_setting('server_version_num') as number, split_part(current_setting('server_version'), ' ', 1) as version`,
      );
      const { number, version } = rows[0] as { number: string; version: string };
      if (Number(number) < oldest * 10_000) throw tooOld(host, version);
      if (tries > 1) log.info({ host, database, tries }, `The database at ${host} answers`);
      return version;
    } catch (error) {
      if (error instanceof DatabaseStartError) throw error;
      const reason = describeFailure(error, pool.options);
      log.warn(
        { host, database, tries, reason },
        `The database at ${host} can't be used: ${reason}. Next try in ${delay / 1000} s`,
      );
    }
    await pause(delay, undefined, { signal }).catch(() => undefined);
  }
}

function tooOld(host: string, version: string): DatabaseStartError {
  return new DatabaseStartError(
    "server-too-old",
    `The database at ${host} is PostgreSQL ${version}; version ${oldest} or newer is needed. Nothing was changed. Upgrade it, or choose another one.`,
  );
}

function calledOff(host: string): DatabaseStartError {
  return new DatabaseStartError("aborted", `Waiting for the database at ${host} was canceled.`);
}

export function describeTarget(config: pg.PoolConfig): { host: string; database: string; user: string } {
  const { host, port, database, user } = new pg.Client(config);
  const hosts = hostsOf(config) ?? [{ host, port }];
  const places = hosts.map((one) => (one.host.startsWith("/") ? one.host : `${one.host}:${one.port}`));
  return { host: places.join(" or "), database: database ?? "", user: user ?? "" };
}

const reasons: Record<string, (target: { database: string; user: string }) => string> = {
  ECONNREFUSED: () => "nothing answers there (connection refused)",
  ECONNRESET: () => "the connection was cut off",
  EHOSTUNREACH: () => "there is no way to that host",
  ENETUNREACH: () => "there is no way to that network",
  ENOENT: () => "there is no such socket",
  EACCES: () => "this user may not use that socket",
  ENOTFOUND: () => "no host has that name",
  EAI_AGAIN: () => "the name of the host could not be looked up",
  ETIMEDOUT: () => "no answer in time",
  "28P01": ({ user }) => `the password of the user “${user}” was refused (authentication failed)`,
  "28000": ({ user }) => `the user “${user}” was refused (authentication failed)`,
  "3D000": ({ database }) => `it has no database “${database}”`,
  "42501": ({ user, database }) => `the user “${user}” may not connect to the database “${database}”`,
  "53300": () => "it has no connection to spare",
  "57P03": () => "it is starting up or shutting down",
};

export function describeFailure(error: unknown, config: pg.PoolConfig): string {
  // A name with several addresses fails with one error for each of them.
  const first = error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error;
  const { code = "", message = String(first) } = (first ?? {}) as NodeJS.ErrnoException;
  const known = reasons[code]?.(describeTarget(config));
  if (known) return known;
  if (/timeout/i.test(message)) return "no answer in time";
  const { password } = new pg.Client(config);
  const line = message.split("\n")[0] ?? "";
  return typeof password === "string" && password !== "" ? line.replaceAll(password, "•••") : line;
}

export type Database<DB> = { pool: pg.Pool; db: Kysely<DB>; close(): Promise<void> };

type ConnectOptions = {
  log: DatabaseLog;
  max?: number;
  /** Until the database is back, no connection is waited for. */
  outage?: Absence | undefined;
  settings?: (() => string) | undefined;
};

/** Nothing is connected before the first query. `close` waits for the queries under way. */
export function connectDatabase<DB>(config: pg.PoolConfig, { log, max = 10, outage, settings }: ConnectOptions): Database<DB> {
  const pool = new pg.Pool({
    application_name: "skylark",
    connectionTimeoutMillis: 4000,
    // A connection costs the server some 4 MB, and a new one a few ms.
    idleTimeoutMillis: 10_000,
    min: 2,
    keepAlive: true,
    types: numbersForBigints,
    ...config,
    ...poolClientOf(config),
    max,
    onConnect: async (client) => {
      const text = settings?.();
      if (text) await client.query(text);
    },
  });
  // Without a listener, an idle connection that the server closes would end the process.
  pool.on("error", (error) => log.warn({ code: codeOf(error), err: error }, `A database connection was lost: ${error.message}`));
  // The pool listens to idle connections alone. One that is lost between two statements of a transaction would end the
  // process too; with this listener the next statement on it fails instead.
  pool.on("connect", (client) => client.on("error", () => {}));
  if (outage) sharePool(pool);
  const unguard = outage ? guardPool(pool, outage) : () => undefined;
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const close = () => {
    unguard();
    return db.destroy().then(() => (pool.ended ? undefined : pool.end()));
  };
  return { pool, db, close };
}

/** Parses int8, the type of counts, as a number unless it would lose digits. */
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
