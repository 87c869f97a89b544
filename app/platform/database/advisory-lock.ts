import { type Kysely, sql, type Transaction } from "kysely";

const DEADLOCK = "40P01";
const TRIES = 3;

/**
 * Runs `work` in a transaction that holds the lock `name`, of which there is one for all instances. On a deadlock the transaction is
 * rolled back and tried again.
 * @param db an open transaction is joined, and holds the lock until it ends
 * @returns what `work` returns
 * @throws what `work` throws; nothing of it is stored then
 */
export async function withAdvisoryLock<DB, Result>(
  db: Kysely<DB>,
  name: string,
  work: (trx: Transaction<DB>) => Promise<Result>,
): Promise<Result> {
  const locked = async (trx: Transaction<DB>) => {
    await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(trx);
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
 * Runs `work` unless another instance holds the lock `name`. `work` opens its own transactions: the lock is held on a separate
 * connection.
 * @returns whether it ran
 * @throws what `work` throws
 */
export function tryAdvisoryLock<DB>(db: Kysely<DB>, name: string, work: () => Promise<void>): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(hashtext(${name})) as taken`.execute(trx);
    if (!rows[0]?.taken) return false;
    await work();
    return true;
  });
}

/**
 * Runs long `work` unless another instance holds the lock `name`. A separate connection holds it without an open transaction, so that
 * hours of work don't hold back vacuum.
 * @returns whether it ran
 * @throws what `work` throws
 */
export function trySessionLock<DB>(db: Kysely<DB>, name: string, work: () => Promise<void>): Promise<boolean> {
  return db.connection().execute(async (own) => {
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(hashtext(${name})) as taken`.execute(own);
    if (!rows[0]?.taken) return false;
    try {
      await work();
      return true;
    } finally {
      await sql`select pg_advisory_unlock(hashtext(${name}))`.execute(own);
    }
  });
}
