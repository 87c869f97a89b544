import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";

type Db = Kysely<DB>;

/**
 * Counts a try as a failure until it turns out to be none, unless the account's last one is too close. One statement, so that many at once
 * can't all pass.
 * @returns how many there are within the hour now; undefined when it is too soon
 */
export async function takeTry(
  db: Db,
  { account, now, since, free, longest }: { account: Buffer; now: Date; since: Date; free: number; longest: number },
): Promise<{ failures: number } | undefined> {
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_tries as t (account, failures, began_at, last_at) values (${account}, 1, ${now}, ${now})
    on conflict (account) do update set
      failures = case when t.began_at <= ${since} then 1 else t.failures + 1 end,
      began_at = case when t.began_at <= ${since} then excluded.began_at else t.began_at end,
      last_at = excluded.last_at
    where t.began_at <= ${since} or t.failures < ${free}
      or t.last_at + make_interval(secs => least(power(2, least(t.failures - ${free}, 10)), ${longest})) <= excluded.last_at
    returning failures`.execute(db);
  return rows[0];
}

/** How often an account was tried in vain, and when last. */
export const findTries = (db: Db, account: Buffer) =>
  db.selectFrom("sign_in_tries").select(["failures", "last_at"]).where("account", "=", account).executeTakeFirst();

/** The last try was no failure. */
export const takeBackTry = (db: Db, account: Buffer) =>
  db.updateTable("sign_in_tries").set({ failures: sql`greatest(failures - 1, 0)` }).where("account", "=", account).execute();

/** Notes that the owner is told now. @returns false when they were told after `unless` */
export async function markTold(db: Db, account: Buffer, now: Date, unless: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("sign_in_tries")
    .set({ told_at: now })
    .where("account", "=", account)
    .where((eb) => eb.or([eb("told_at", "is", null), eb("told_at", "<", unless)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** From where an account's owner has signed in, as far as its sessions are remembered. */
export async function addressesOf(db: Db, email: string): Promise<string[]> {
  const rows = await db
    .selectFrom("auth_sessions as s")
    .innerJoin("users as u", "u.id", "s.user_id")
    .select("s.address")
    .distinct()
    .where(sql<string>`lower(u.email)`, "=", email.trim().toLowerCase())
    .where("s.address", "is not", null)
    .execute();
  return rows.flatMap(({ address }) => (address === null ? [] : [address]));
}

/** Forgets accounts that weren't tried since. */
export const deleteTriesBefore = (db: Db, before: Date) => db.deleteFrom("sign_in_tries").where("last_at", "<", before).execute();
