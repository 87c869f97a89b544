import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { DatabaseLog } from "../log.ts";
import { connectDatabase } from "./connect.ts";

/** A numbered SQL file; its checksum doesn't depend on the line endings. */
export type Migration = { version: number; name: string; sql: string; checksum: string };

/** What is wrong with the migrations, for a person; print it without its stack. */
class MigrationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "MigrationError";
  }
}

/**
 * Reads `0001_name.sql`, `0002_name.sql`, … in order.
 * @throws MigrationError when a number is missing or given twice, or an .sql file isn't named like that.
 */
export async function readMigrations(dir: string): Promise<Migration[]> {
  const names = await readdir(dir).catch((error) => {
    throw new MigrationError(`The migrations can't be read from ${dir}: ${error.message}`, { cause: error });
  });
  const migrations: Migration[] = [];
  for (const name of names.filter((file) => file.endsWith(".sql")).sort()) {
    const number = /^(\d{4})_[a-z0-9_-]+\.sql$/.exec(name)?.[1];
    if (!number) throw new MigrationError(`${name} in ${dir} is not named like a migration: 0001_what_it_does.sql`);
    const sql = (await readFile(join(dir, name), "utf8")).replaceAll("\r\n", "\n");
    migrations.push({ version: Number(number), name, sql, checksum: createHash("sha256").update(sql).digest("hex") });
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

type Applied = { version: number; name: string; checksum: string };

/** The advisory lock under which the schema is made. Any number will do, as long as nothing else of ours locks it. */
export const MIGRATION_LOCK = 7_235_441_902;

/** The table of what was applied. */
export const MIGRATIONS_TABLE = `create table if not exists schema_migrations (
  version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`;

/**
 * Brings the schema up to date: applies the files that the database doesn't have yet, each in its own transaction.
 * Several instances may call it at once: one migrates, and the others wait for it.
 * @param dir the folder of the numbered SQL files.
 * @returns the names of the files applied by this call, and the name of the last one the database has ("" for none).
 * @throws MigrationError when a file fails (nothing of it is kept), an applied one was changed, a number is missing or
 *   double, or the database has more than the files.
 */
export async function migrate(options: {
  pool: pg.Pool;
  dir: string;
  log: DatabaseLog;
}): Promise<{ applied: string[]; current: string }> {
  const { pool, dir, log } = options;
  const migrations = await readMigrations(dir);
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await takeLock(client, log);
    await client.query(MIGRATIONS_TABLE);
    const pending = compare(migrations, await readApplied(client));
    for (const migration of pending) {
      const begun = performance.now();
      await apply(client, migration);
      log.info(
        { migration: migration.name, ms: Math.round(performance.now() - begun) },
        `Applied the migration ${migration.name}`,
      );
    }
    return { applied: pending.map(({ name }) => name), current: migrations.at(-1)?.name ?? "" };
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    await client.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]).catch((error) => {
      broken = error;
    });
    // After a failure the connection is closed, and with it whatever it still holds.
    client.release(broken);
  }
}

/**
 * The files that the database doesn't have yet, for a readiness check: empty when the schema is that of the code.
 * @throws MigrationError as migrate does.
 */
export async function pendingMigrations({ pool, dir }: { pool: pg.Pool; dir: string }): Promise<string[]> {
  return lackedBy(pool, await readMigrations(dir));
}

/**
 * Like `pendingMigrations`, for repeated checks: it reads the files once and uses its own connection, which the first check opens,
 * so that a busy pool doesn't delay it.
 * @param config how to reach the database. @param dir the folder of the numbered SQL files.
 * @throws MigrationError when the files aren't in order; `pending` throws as pendingMigrations does
 */
export async function openMigrationCheck(config: pg.PoolConfig, { dir, log }: { dir: string; log: DatabaseLog }) {
  const migrations = await readMigrations(dir);
  // A check on a broken connection must not keep the next one waiting.
  const own = { application_name: "skylark readiness", query_timeout: 5000, ...config };
  const { pool, close } = connectDatabase(own, { log, max: 1 });
  return { pending: () => lackedBy(pool, migrations), close };
}

async function lackedBy(pool: pg.Pool, migrations: Migration[]): Promise<string[]> {
  const { rows } = await pool.query<{ known: boolean }>(`select to_regclass('schema_migrations') is not null as known`);
  const applied = rows[0]?.known ? await readApplied(pool) : [];
  return compare(migrations, applied).map(({ name }) => name);
}

async function readApplied(source: Pick<pg.Pool, "query">): Promise<Applied[]> {
  return (await source.query<Applied>("select version, name, checksum from schema_migrations order by version")).rows;
}

function compare(migrations: Migration[], applied: Applied[]): Migration[] {
  applied.forEach(({ version, name, checksum }, index) => {
    if (version !== index + 1) {
      throw new MigrationError(`The database has the migration ${name}, but not the one numbered ${index + 1} before it.`);
    }
    const file = migrations[index];
    if (!file) {
      throw new MigrationError(
        `The database is newer than this release: it has the migration ${name}, which is unknown here. Nothing was changed. Start the newer release.`,
      );
    }
    if (file.checksum !== checksum) {
      throw new MigrationError(
        `The migration ${file.name} was changed after it was applied (as ${name}). Nothing was changed in the database. ` +
          "Restore the file as it was, and put the change into a new one.",
      );
    }
  });
  return migrations.slice(applied.length);
}

async function apply(client: pg.PoolClient, { version, name, sql, checksum }: Migration): Promise<void> {
  const transaction = "select pg_current_xact_id()::text as id";
  try {
    await client.query("begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
    const before = await client.query(transaction);
    await client.query(sql);
    const after = await client.query(transaction);
    if (before.rows[0].id !== after.rows[0].id) throw new Error("it ends its transaction itself (commit or rollback)");
    await client.query("insert into schema_migrations (version, name, checksum) values ($1, $2, $3)", [version, name, checksum]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    const { message, position, detail } = error as pg.DatabaseError;
    const line = position ? ` in line ${sql.slice(0, Number(position)).split("\n").length}` : "";
    throw new MigrationError(`The migration ${name} failed${line}: ${message}${detail ? ` (${detail})` : ""}.`, { cause: error });
  }
}

async function takeLock(client: pg.PoolClient, log: DatabaseLog): Promise<void> {
  for (let tries = 0; ; tries++) {
    // Asked again and again instead of waited for, so that a statement timeout can't cut the waiting short.
    const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [MIGRATION_LOCK]);
    if (rows[0]?.taken) return;
    if (tries === 10) log.info({}, "Waiting for another instance that migrates the database");
    await pause(100);
  }
}
