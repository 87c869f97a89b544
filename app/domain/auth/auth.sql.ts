import { type Insertable, sql, type Updateable } from "kysely";
import type { DB, JsonObject } from "../../../db/schema.gen.ts";
import type { Db } from "../../platform/database/db.ts";
import type { UserRow } from "./present-user.ts";

/** Takes the lock for changing the keys, until the transaction ends. */
export const lockKeys = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('signing keys'))`.execute(db);

/** The keys that sign or still verify, newest first. @param retiredSince keys that were retired earlier are left out */
export const findKeys = (db: Db, retiredSince: Date) =>
  db
    .selectFrom("signing_keys")
    .select(["kid", "public_jwk", "private_jwk", "retired_at"])
    .where((eb) => eb.or([eb("retired_at", "is", null), eb("retired_at", ">", retiredSince)]))
    .orderBy("created_at", "desc")
    .orderBy("kid")
    .execute();

export const insertKey = (db: Db, values: Insertable<DB["signing_keys"]>) =>
  db.insertInto("signing_keys").values(values).execute();

/** Retires all other keys, so that they sign no new tokens. */
export const retireOthers = (db: Db, kid: string, now: Date) =>
  db.updateTable("signing_keys").set({ retired_at: now }).where("kid", "!=", kid).where("retired_at", "is", null).execute();

/** Deletes keys that were retired before `before`: all tokens that they signed have expired. */
export const deleteRetired = (db: Db, before: Date) => db.deleteFrom("signing_keys").where("retired_at", "<", before).execute();

/** Deletes sessions that ended more than `days` ago, with their tokens. */
export const deleteEndedSessions = (db: Db, days: number) =>
  db.deleteFrom("auth_sessions").where("ended_at", "<", sql<Date>`now() - make_interval(days => ${days})`).execute();

/**
 * Deletes expired one-time tokens. Those of sign-ups stay for `signUpDays` longer, because a later mail can still confirm the sign-up.
 */
export const deleteExpiredTokens = (db: Db, signUpDays: number) =>
  db
    .deleteFrom("one_time_tokens")
    .where(sql<boolean>`expires_at < now() - make_interval(days => case kind when 'signup' then ${signUpDays}::int else 0 end)`)
    .execute();

/** The columns of the users table that the auth service reads. */
export const userColumns = [
  "id",
  "email",
  "full_name",
  "role",
  "is_active",
  "email_confirmed_at",
  "last_sign_in_at",
  "user_metadata",
  "pending_email",
  "invited_at",
  "created_at",
  "updated_at",
] as const satisfies (keyof UserRow)[];

const byEmail = (email: string) => sql<boolean>`lower(email) = ${email.toLowerCase()}`;

/** The id of any admin, or undefined if there is none. */
export const findAdmin = (db: Db) => db.selectFrom("users").select("id").where("role", "=", "admin").limit(1).executeTakeFirst();

/** Makes the account with this email address an active, confirmed admin, creating it if necessary. @returns its id */
export async function insertAdmin(db: Db, email: string, now: Date): Promise<string> {
  const known = await db
    .updateTable("users")
    .set({ role: "admin", is_active: true, email_confirmed_at: sql`coalesce(email_confirmed_at, ${now})` })
    .where(byEmail(email))
    .returning("id")
    .executeTakeFirst();
  if (known) return known.id;
  const values = { email: email.toLowerCase(), role: "admin", email_confirmed_at: now };
  return (await db.insertInto("users").values(values).returning("id").executeTakeFirstOrThrow()).id;
}

/** Sets an account's password hash. */
export const setPasswordHash = (db: Db, user_id: string, hash: string) =>
  db
    .insertInto("user_passwords")
    .values({ user_id, hash })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ hash, updated_at: sql`now()` }))
    .execute();

/** An account's password hash, if it has a password. */
export const findPasswordHash = (db: Db, userId: string) =>
  db.selectFrom("user_passwords").select("hash").where("user_id", "=", userId).executeTakeFirst();

/** The account with this email address, with its password hash. */
export const findWithPassword = (db: Db, email: string) =>
  db
    .selectFrom("users")
    .leftJoin("user_passwords", "user_passwords.user_id", "users.id")
    .select(userColumns.map((column) => `users.${column}` as const))
    .select("user_passwords.hash")
    .where(byEmail(email))
    .executeTakeFirst();

/** The account with this email address. */
export const findByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  db.selectFrom("users").select(userColumns).where(byEmail(email)).executeTakeFirst();

/** The account with this id. */
export const findById = (db: Db, id: string): Promise<UserRow | undefined> =>
  db.selectFrom("users").select(userColumns).where("id", "=", id).executeTakeFirst();

/** Adds an account. @returns undefined if the email address is taken */
export const insertAccount = (
  db: Db,
  { user_metadata, ...values }: Omit<Insertable<DB["users"]>, "user_metadata"> & { user_metadata: JsonObject },
): Promise<UserRow | undefined> =>
  db
    .insertInto("users")
    .values({ ...values, user_metadata: JSON.stringify(user_metadata) })
    .onConflict((conflict) => conflict.doNothing())
    .returning(userColumns)
    .executeTakeFirst();

/** Changes an account. */
export const updateAccount = (
  db: Db,
  id: string,
  values: Pick<Updateable<DB["users"]>, "email" | "email_confirmed_at" | "pending_email" | "full_name" | "user_metadata">,
  now: Date,
): Promise<UserRow | undefined> =>
  db
    .updateTable("users")
    .set({ ...values, updated_at: now })
    .where("id", "=", id)
    .returning(userColumns)
    .executeTakeFirst();

/** An account, locked until the transaction ends. */
export const lockById = (db: Db, id: string): Promise<UserRow | undefined> =>
  db.selectFrom("users").select(userColumns).where("id", "=", id).forUpdate().executeTakeFirst();

/** How a session began. */
export const findSessionMethod = async (db: Db, sessionId: string): Promise<string | undefined> =>
  (await db.selectFrom("auth_sessions").select("method").where("id", "=", sessionId).executeTakeFirst())?.method;

/** When a session started, by a sign-in or by the link or code of a mail. */
export const findSessionStart = async (db: Db, sessionId: string): Promise<Date | undefined> =>
  (await db.selectFrom("auth_sessions").select("created_at").where("id", "=", sessionId).executeTakeFirst())?.created_at;
