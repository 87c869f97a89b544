import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { DatabaseLog } from "../log.ts";
import { connectDatabase } from "./connect.ts";
import { clientOf } from "./hosts.ts";
import { splitStatements } from "./split-statements.ts";

/** The checksum doesn't depend on the line endings. */
export type Migration = {
  version: number;
  name: string;
  sql: string;
  checksum: string;
  /** `-- breaks: earlier releases`: those without this file can't work with the database any more. */
  breaks: boolean;
  /** `-- no transaction`: its statements run one by one, and can be repeated. */
  isAlone: boolean;
};

function isHeaded(sql: string, line: string): boolean {
  const [head = ""] = /^(\s*--.*(\n|$)|\s*\n)*/.exec(sql) ?? [];
  return head.split("\n").some((one) => one.trim() === `-- ${line}`);
}

/** The message is for a person; print it without the stack. */
class MigrationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "MigrationError";
  }
}

export async function readMigrations(dir: string): Promise<Migration[]> {
  const names = await readdir(dir).catch((error) => {
    throw new MigrationError(`The migrations can't be read from ${dir}: ${error.message}`, { cause: error });
  });
  const migrations: Migration[] = [];
  for (const name of names.filter((file) => file.endsWith(".sql")).sort()) {
    const number = /^(\d{4})_[a-z0-9_-]+\.sql$/.exec(name)?.[1];
    if (!number) throw new MigrationError(`${name} in ${dir} is not named like a migration: 0001_what_it_does.sql`);
    const sql = (await readFile(join(dir, name), "utf8")).replaceAll("\r\n", "\n");
    migrations.push({
      version: Number(number),
      name,
      sql,
      checksum: createHash("sha256").update(sql).digest("hex"),
      breaks: isHeaded(sql, "breaks: earlier releases"),
      isAlone: isHeaded(sql, "no transaction"),
    });
  }
  migrations.forEach(({ version, name }, index) => {
    const twin = migrations[index - 1];
    if (twin?.version === version) throw new MigrationError(`Two migrations have the same number: ${twin.name} and ${name}`);
    if (version !== index + 1) {
      throw new MigrationError(`The migration ${String(index + 1).padStart(4, "0")} is missing in ${dir}: next comes ${name}`);
    }
  });
  return migrations;
}

type Applied = { version: number; name: string; checksum: string; breaks: boolean };

/** Newer: it has migrations that this release doesn't know and can live with; incompatible: it can't. */
export type SchemaState = "current" | "pending" | "newer" | "incompatible";

/** Any number will do, as long as nothing else of ours locks it. */
export const MIGRATION_LOCK = 7_235_441_902;

export const MIGRATIONS_TABLE = `create table if not exists schema_migrations (
  version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now(),
  breaks boolean not null default false)`;

/** Runs in a transaction, in a database that nobody else uses yet. */
export const sqlForTransaction = ({ sql, isAlone }: Migration): string =>
  isAlone ? sql.replace(/\b(index|view|table)\s+concurrently\b/gi, "$1") : sql;

/** `version`: of the last migration that the database has. */
export type Upgrade = { pending: string[]; version: number };

/**
 * Applies the files that the database doesn't have yet, each in its own transaction unless it says otherwise. Several instances may call
 * it: one migrates, and the others wait.
 * @param options `before`: called before a database changes that has been migrated before; if it throws, nothing changes
 * @throws MigrationError
 */
export async function migrate(options: {
  pool: pg.Pool;
  dir: string;
  log: DatabaseLog;
  before?: (client: pg.ClientBase, upgrade: Upgrade) => Promise<void>;
}): Promise<{ applied: string[]; current: string }> {
  const { pool, dir, log, before } = options;
  const migrations = await readMigrations(dir);
  const unlock = await takeLock(pool, log);
  try {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query(MIGRATIONS_TABLE);
      await addBreaks(client);
      const applied = await readApplied(client);
      const { pending, newer } = compare(migrations, applied);
      const last = applied.at(-1);
      if (last && pending.length > 0) await before?.(client, { pending: pending.map(({ name }) => name), version: last.version });
      if (newer) log.warn({ newer }, "The database is newer than this release, which can work with it all the same");
      for (const migration of pending) {
        const begun = performance.now();
        await apply(client, migration, log);
        const ms = Math.round(performance.now() - begun);
        if (ms > LONG_MS) log.info({ migration: migration.name, ms }, `Applied the migration ${migration.name}`);
      }
      return { applied: pending.map(({ name }) => name), current: migrations.at(-1)?.name ?? "" };
    } catch (error) {
      broken = error as Error;
      throw error;
    } finally {
      // After a failure the connection is closed, and with it the locks that it still holds.
      client.release(broken);
    }
  } finally {
    await unlock();
  }
}

/** Empty when the schema is that of the code, or newer. @throws MigrationError */
export async function pendingMigrations({ pool, dir }: { pool: pg.Pool; dir: string }): Promise<string[]> {
  const { pending } = compare(await readMigrations(dir), await appliedIn(pool));
  return pending.map(({ name }) => name);
}

/** Reads the files once and uses its own connection, so that a busy pool doesn't delay it. @throws MigrationError */
export async function openMigrationCheck(config: pg.PoolConfig, { dir, log }: { dir: string; log: DatabaseLog }) {
  const migrations = await readMigrations(dir);
  // A check on a broken connection must not keep the next one waiting.
  const own = { application_name: "skylark readiness", query_timeout: 5000, ...config };
  const { pool, close } = connectDatabase(own, { log, max: 1 });
  const state = async (): Promise<SchemaState> => {
    const applied = await appliedIn(pool);
    if (applied.slice(migrations.length).some(({ breaks }) => breaks)) return "incompatible";
    const { pending, newer } = compare(migrations, applied);
    if (pending.length > 0) return "pending";
    return newer ? "newer" : "current";
  };
  const pending = async () => compare(migrations, await appliedIn(pool)).pending.map(({ name }) => name);
  return { state, pending, close };
}

async function appliedIn(pool: pg.Pool): Promise<Applied[]> {
  const { rows } = await pool.query<{ known: boolean }>(`select to_regclass('schema_migrations') is not null as known`);
  return rows[0]?.known ? readApplied(pool) : [];
}

async function readApplied(source: Pick<pg.Pool, "query">): Promise<Applied[]> {
  // Databases that no release with the column has migrated yet lack it.
  const { rows } = await source.query<Applied>(
    `select version, name, checksum, coalesce((to_jsonb(m) ->> 'breaks')::boolean, false) as breaks
     from schema_migrations m order by version`,
  );
  return rows;
}

/** Earlier releases didn't have the column. Asked first, because even the attempt would lock the table. */
async function addBreaks(client: pg.PoolClient): Promise<void> {
  const { rowCount } = await client.query(
    "select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'breaks' and not attisdropped",
  );
  if (rowCount === 0) await client.query("alter table schema_migrations add column breaks boolean not null default false");
}

/** @returns the files to apply, and the last migration of a newer schema that the code can work with */
function compare(migrations: Migration[], applied: Applied[]): { pending: Migration[]; newer: string | undefined } {
  applied.forEach(({ version, name, checksum, breaks }, index) => {
    if (version !== index + 1) {
      throw new MigrationError(`The database has the migration ${name}, but not the one numbered ${index + 1} before it.`);
    }
    const file = migrations[index];
    if (!file && breaks) {
      throw new MigrationError(
        `The database is newer than this release: it has the migration ${name}, and earlier releases can't work with it. ` +
          "Nothing was changed. Start the newer release.",
      );
    }
    if (!file) return;
    if (file.checksum !== checksum) {
      throw new MigrationError(
        `The migration ${file.name} was changed after it was applied (as ${name}). Nothing was changed in the database. ` +
          "Restore the file as it was, and put the change into a new one.",
      );
    }
  });
  const newer = applied.length > migrations.length ? applied.at(-1)?.name : undefined;
  return { pending: migrations.slice(applied.length), newer };
}

/** While a statement waits for a lock, everybody who wants the same table waits behind it. */
const LOCK_MS = 3000;
/** A migration that takes longer is logged by itself. */
const LONG_MS = 5000;
const LOCK_TRIES = 40;
const LOCK_PAUSE_MS = 500;

const INSERT = "insert into schema_migrations (version, name, checksum, breaks) values ($1, $2, $3, $4)";

async function apply(client: pg.PoolClient, migration: Migration, log: DatabaseLog): Promise<void> {
  const { name, sql } = migration;
  for (let tries = 1; ; tries++) {
    try {
      return await (migration.isAlone ? applyAlone : applyInTransaction)(client, migration);
    } catch (error) {
      const { code, message, position, detail } = error as pg.DatabaseError;
      // 55P03: the lock wasn't to be had in time.
      if (code === "55P03" && tries < LOCK_TRIES) {
        if (tries === 1) log.info({ migration: name }, "A migration waits for a table that is in use");
        await pause(LOCK_PAUSE_MS);
        continue;
      }
      const line = position ? ` in line ${sql.slice(0, Number(position)).split("\n").length}` : "";
      const why = `The migration ${name} failed${line}: ${message}${detail ? ` (${detail})` : ""}.${remedyFor(error as pg.DatabaseError)}`;
      throw new MigrationError(why, { cause: error });
    }
  }
}

/** 42501: no right to; 0A000: not installed on the server; 58P01: only half of it. */
function remedyFor({ code = "", message }: Pick<pg.DatabaseError, "code" | "message">): string {
  const extension = /extension "([a-z0-9_]+)"/.exec(message)?.[1];
  if (!extension || !["42501", "0A000", "58P01"].includes(code)) return "";
  return ` Let an administrator run "create extension ${extension}" in this database, then start again. It comes with PostgreSQL's contrib package.`;
}

async function applyInTransaction(client: pg.PoolClient, { version, name, sql, checksum, breaks }: Migration): Promise<void> {
  const transaction = "select pg_current_xact_id()::text as id";
  try {
    await client.query(
      `begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = ${LOCK_MS}`,
    );
    const before = await client.query(transaction);
    await client.query(sql);
    const after = await client.query(transaction);
    if (before.rows[0].id !== after.rows[0].id) throw new Error("it ends its transaction itself (commit or rollback)");
    await client.query(INSERT, [version, name, checksum, breaks]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** What a crash leaves undone is done by the next start, from the first statement on. */
async function applyAlone(client: pg.PoolClient, { version, name, sql, checksum, breaks }: Migration): Promise<void> {
  try {
    // `create index concurrently` waits for every transaction that began before, however long that takes, and nobody waits behind it.
    await client.query("set statement_timeout = 0; set lock_timeout = 0");
    for (const { text } of splitStatements(sql)) await client.query(text);
    await client.query(INSERT, [version, name, checksum, breaks]);
  } finally {
    await client.query("reset statement_timeout; reset lock_timeout").catch(() => undefined);
  }
}

/** A transaction on a connection of its own has the lock: one of the session would be lost behind a pooler in transaction mode. */
async function takeLock(pool: pg.Pool, log: DatabaseLog): Promise<() => Promise<void>> {
  const client = clientOf(pool.options);
  client.on("error", () => {});
  await client.connect();
  const unlock = () => client.end().catch(() => {});
  try {
    await client.query("begin; set local idle_in_transaction_session_timeout = 0");
    for (let tries = 0; ; tries++) {
      // Asked again and again instead of waited for, so that a statement timeout can't cut the waiting short. Without parameters: a
      // statement that has some keeps its snapshot, for which `create index concurrently` would wait for ever.
      const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as taken`);
      if (rows[0]?.taken) return unlock;
      if (tries === 10) log.info({}, "Waiting for another instance that migrates the database");
      await pause(100);
    }
  } catch (error) {
    await unlock();
    throw error;
  }
}
