import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { userColumns } from "./auth.sql.ts";
import { SESSIONS_MAX, type SignInMethod } from "./auth-rules.ts";
import type { UserRow } from "./present-user.ts";

/** How much longer a network must wait that has failed during the pauses: the others come first, among them the owner. */
export const AFTER_FAILURE = 1.5;

/** Records that an attempt of a network failed while the account's attempts must keep pauses. @param network with the account, hashed */
export const markNetworkFailed = (db: Db, network: Buffer, now: Date) =>
  db
    .insertInto("sign_in_tries")
    .values({ account: network, failures: 1, began_at: now, last_at: now })
    .onConflict((conflict) => conflict.column("account").doUpdateSet({ last_at: now }))
    .execute();

/**
 * Counts an attempt as failed until it succeeds, unless it comes too soon after the account's last one. One statement, so that
 * concurrent attempts can't all pass.
 * @param options `network`: the account and the network of the attempt, hashed
 * @returns the number of failures within the hour; undefined if it is too soon
 */
export async function takeTry(
  db: Db,
  {
    account,
    network,
    now,
    since,
    free,
    longest,
  }: { account: Buffer; network: Buffer; now: Date; since: Date; free: number; longest: number },
): Promise<{ failures: number } | undefined> {
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_tries as t (account, failures, began_at, last_at) values (${account}, 1, ${now}, ${now})
    on conflict (account) do update set
      failures = case when t.began_at <= ${since} then 1 else t.failures + 1 end,
      began_at = case when t.began_at <= ${since} then excluded.began_at else t.began_at end,
      last_at = excluded.last_at
    where t.began_at <= ${since} or t.failures < ${free}
      or t.last_at + make_interval(secs => least(power(2, least(t.failures - ${free}, 10)), ${longest})
        * case when exists (select from sign_in_tries f where f.account = ${network} and f.last_at > ${since})
          then ${AFTER_FAILURE}::float8 else 1 end) <= excluded.last_at
    returning failures`.execute(db);
  return rows[0];
}

/** How often signing in to an account failed, and when it was last tried. */
export const findTries = (db: Db, account: Buffer) =>
  db.selectFrom("sign_in_tries").select(["failures", "last_at"]).where("account", "=", account).executeTakeFirst();

/** Uncounts the last attempt, which did not fail. */
export const takeBackTry = (db: Db, account: Buffer) =>
  db.updateTable("sign_in_tries").set({ failures: sql`greatest(failures - 1, 0)` }).where("account", "=", account).execute();

/** Records that the owner is notified now. @returns false if they were notified after `unless` */
export async function markNotified(db: Db, account: Buffer, now: Date, unless: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("sign_in_tries")
    .set({ told_at: now })
    .where("account", "=", account)
    .where((eb) => eb.or([eb("told_at", "is", null), eb("told_at", "<", unless)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The IP addresses from which an account's owner has signed in, as far as its sessions are still stored. */
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

/** Deletes the attempts of accounts that weren't tried since `before`. */
export const deleteTriesBefore = (db: Db, before: Date) => db.deleteFrom("sign_in_tries").where("last_at", "<", before).execute();

/**
 * Starts a session with its first refresh token and ends surplus sessions beyond SESSIONS_MAX, in one statement. @returns undefined if
 * there is no such active account
 */
export async function insertSession(
  db: Db,
  values: {
    userId: string;
    tokenHash: Buffer;
    method: SignInMethod;
    address: string | null;
    userAgent: string | null;
    now: Date;
  },
): Promise<(UserRow & { session_id: string }) | undefined> {
  const { userId, tokenHash, method, address, userAgent, now } = values;
  const { rows } = await sql<UserRow & { session_id: string }>`
    with session as (
      insert into auth_sessions (user_id, created_at, last_used_at, user_agent, address, method)
      select id, ${now}, ${now}, ${userAgent}, ${address}, ${method} from users where id = ${userId} and is_active
      returning id, user_id
    ), surplus as (
      update auth_sessions set ended_at = ${now}, ended_reason = 'too_many' where id in (
        select id from auth_sessions where user_id = ${userId} and ended_at is null
        order by last_used_at desc, id offset ${SESSIONS_MAX - 1})
    ), token as (
      insert into refresh_tokens (session_id, token_hash, created_at) select id, ${tokenHash}, ${now} from session
    )
    update users set last_sign_in_at = ${now}, invited_at = null from session where users.id = session.user_id
    returning ${sql.join(userColumns.map((column) => sql.ref(`users.${column}`)))}, session.id as session_id`.execute(db);
  return rows[0];
}

/** The session and account of a refresh token. The session is locked, so that concurrent refreshes wait for each other. */
export const lockByToken = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom("refresh_tokens as t")
    .innerJoin("auth_sessions as s", "s.id", "t.session_id")
    .innerJoin("users", "users.id", "s.user_id")
    .select(userColumns.map((column) => `users.${column}` as const))
    .select(["t.id as token_id", "s.id as session_id", "s.ended_at", "s.refresh_secret", "s.method", "s.last_used_at"])
    .select("s.created_at as session_began")
    .where("t.token_hash", "=", tokenHash)
    .forUpdate("s")
    .executeTakeFirst();

/** When a token was first used; null if it wasn't. Lock the session first. */
export const usedAt = async (db: Db, tokenId: number): Promise<Date | null> => {
  const { used_at } = await db.selectFrom("refresh_tokens").select("used_at").where("id", "=", tokenId).executeTakeFirstOrThrow();
  return used_at;
};

/** A refresh token of a session: its id, and when it was first used. */
export const findToken = (db: Db, sessionId: string, tokenHash: Buffer) =>
  db
    .selectFrom("refresh_tokens")
    .select(["id", "used_at"])
    .where("session_id", "=", sessionId)
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();

/** Records where a session was last used. */
export const touchSession = (
  db: Db,
  values: { sessionId: string; address: string | null; userAgent: string | null; now: Date },
) =>
  db
    .updateTable("auth_sessions")
    .set((eb) => ({
      last_used_at: values.now,
      address: eb.fn.coalesce(eb.val(values.address), "address"),
      user_agent: eb.fn.coalesce(eb.val(values.userAgent), "user_agent"),
    }))
    .where("id", "=", values.sessionId)
    .execute();

/** Ends sessions that weren't used since `idleSince` or that started before `beganBefore`. */
export const endOldSessions = (db: Db, { idleSince, beganBefore, now }: { idleSince: Date; beganBefore: Date; now: Date }) =>
  db
    .updateTable("auth_sessions")
    .set({ ended_at: now, ended_reason: "expired" })
    .where("ended_at", "is", null)
    .where((eb) => eb.or([eb("last_used_at", "<", idleSince), eb("created_at", "<", beganBefore)]))
    .execute();

/** Exchanges a refresh token for a new one, and records where the session was last used. */
export async function rotateToken(
  db: Db,
  values: { tokenId: number; sessionId: string; tokenHash: Buffer; address: string | null; userAgent: string | null; now: Date },
): Promise<void> {
  const { tokenId, sessionId, tokenHash, address, userAgent, now } = values;
  await sql`
    with used as (
      update refresh_tokens set used_at = coalesce(used_at, ${now}) where id = ${tokenId}
    ), child as (
      insert into refresh_tokens (session_id, token_hash, parent_id, created_at)
      values (${sessionId}, ${tokenHash}, ${tokenId}, ${now})
    )
    update auth_sessions set last_used_at = ${now}, address = coalesce(${address}, address),
      user_agent = coalesce(${userAgent}, user_agent)
    where id = ${sessionId}`.execute(db);
}

/** Deletes a session's tokens that were used before `before`. */
export const deleteTokensUsedBefore = (db: Db, sessionId: string, before: Date) =>
  db.deleteFrom("refresh_tokens").where("session_id", "=", sessionId).where("used_at", "<", before).execute();

/** The account of a token, and whether its session is still open; undefined if the account has been deleted. */
export const findSessionUser = (db: Db, sessionId: string, userId: string) =>
  db
    .selectFrom("users as u")
    .leftJoin("auth_sessions as s", (join) => join.onRef("s.user_id", "=", "u.id").on("s.id", "=", sessionId))
    .select(["u.id", "u.email", "u.role", "u.is_active"])
    .select(sql<boolean>`s.id is not null and s.ended_at is null`.as("is_open"))
    .where("u.id", "=", userId)
    .executeTakeFirst();

/** Ends sessions of an account: all, all but one, or only one. @returns how many it ended */
export async function endSessionsOf(
  db: Db,
  userId: string,
  { except, only, reason, now }: { except?: string; only?: string; reason: string; now: Date },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("auth_sessions")
    .set({ ended_at: now, ended_reason: reason })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .$if(except !== undefined, (query) => query.where("id", "!=", except as string))
    .$if(only !== undefined, (query) => query.where("id", "=", only as string))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** The sessions of an account that haven't ended, most recently used first. */
export const openSessions = (db: Db, userId: string) =>
  db
    .selectFrom("auth_sessions")
    .select(["id", "created_at", "last_used_at", "user_agent", "address"])
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .orderBy("last_used_at", "desc")
    .orderBy("id")
    .execute();
