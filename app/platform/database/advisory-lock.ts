import { type Kysely, sql, type Transaction } from "kysely";

const DEADLOCK = "40P01";
const TRIES = 3;

/**
 * Runs `work` in a transaction in which nobody else does work of that name, on whatever instance; the others wait. Should it
 * meet a deadlock with work of another name, it is undone and done again.
 * @param db an open transaction is joined, and then holds the name until its own end
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
 * Runs `work` unless somebody else, on whatever instance, is at work of that name; then nothing happens. `work` has its own
 * transactions: the name is held beside them, on a connection of its own.
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
 * Runs long `work` unless somebody else, on whatever instance, is at work of that name. The name is held by a connection of its
 * own without an open transaction, so that hours of work keep nothing from being tidied up.
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
