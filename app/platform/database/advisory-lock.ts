import { type Expression, type Kysely, type RawBuilder, sql, type Transaction } from "kysely";

const DEADLOCK = "40P01";
const TRIES = 3;

/** Runs `work` in a transaction that holds the lock `name` of all instances. A deadlock rolls it back and tries again. */
export async function withAdvisoryLock<DB, Result>(
  db: Kysely<DB>,
  name: string,
  work: (trx: Transaction<DB>) => Promise<Result>,
): Promise<Result> {
  const locked = async (trx: Transaction<DB>) => {
    // Its holder may be storing a part of an import, so the wait is longer than for other locks.
    await sql`select set_config('lock_timeout', '15s', true), pg_advisory_xact_lock(hashtext(${name})), set_config('lock_timeout', was, true)
      from (select current_setting('lock_timeout') as was offset 0) as before`.execute(trx);
    return work(trx);
  };
  if (db.isTransaction) return locked(db as Transaction<DB>);
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(locked);
    } catch (error) {
      if (tries === TRIES || (error as { code?: string }).code !== DEADLOCK) throw error;
    }
  }
}

/**
 * Runs `work`, however long, unless another instance holds the lock. A transaction on a separate connection holds it, without a snapshot,
 * which would keep vacuum waiting. (A lock of the session would be lost behind a pooler in transaction mode.)
 * @returns whether it ran
 */
export function tryAdvisoryLock<DB>(db: Kysely<DB>, name: string, work: () => Promise<void>): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(hashtext(${name})) as taken`.execute(trx);
    if (!rows[0]?.taken) return false;
    // A statement with parameters would keep its snapshot until the next one.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
    await work();
    return true;
  });
}

export const isAdvisoryLockHeld = (name: Expression<string>): RawBuilder<boolean> => sql<boolean>`exists (
  select from pg_locks l where l.locktype = 'advisory' and l.objsubid = 1 and l.granted
    and l.database = (select d.oid from pg_database d where d.datname = current_database())
    and l.objid::bigint = hashtext(${name})::bigint & 4294967295)`;
