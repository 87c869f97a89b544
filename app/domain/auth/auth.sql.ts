import { type Insertable, type Kysely, sql, type Updateable } from "kysely";
import type { DB, JsonObject } from "../../../db/schema.gen.ts";
import type { UserRow } from "./present-user.ts";

/** Makes whoever changes the keys wait for the others, until the transaction ends. */
export const lockKeys = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('signing keys'))`.execute(db);

/** The keys that sign or still verify, the newest first. @param retiredSince those retired before are left out */
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

/** From now on the other keys sign nothing. */
export const retireOthers = (db: Db, kid: string, now: Date) =>
  db.updateTable("signing_keys").set({ retired_at: now }).where("kid", "!=", kid).where("retired_at", "is", null).execute();

/** Forgets the keys that were retired before `before`: nothing that they signed is still valid. */
export const deleteRetired = (db: Db, before: Date) => db.deleteFrom("signing_keys").where("retired_at", "<", before).execute();

/** Deletes sessions, with their tokens, that ended more than so many days ago. */
export const deleteEndedSessions = (db: Db, days: number) =>
  db.deleteFrom("auth_sessions").where("ended_at", "<", sql<Date>`now() - make_interval(days => ${days})`).execute();

/**
 * Deletes the tokens of mails that can't be used any more. Those of sign-ups stay for so many days longer: they hold what a mail
 * that is asked for later confirms.
 */
export const deleteExpiredTokens = (db: Db, signUpDays: number) =>
  db
    .deleteFrom("one_time_tokens")
    .where(sql<boolean>`expires_at < now() - make_interval(days => case kind when 'signup' then ${signUpDays}::int else 0 end)`)
    .execute();

type Db = Kysely<DB>;

/** The columns of users that the auth service works with. */
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

/** Any admin's id, or undefined when there is none. */
export const findAdmin = (db: Db) => db.selectFrom("users").select("id").where("role", "=", "admin").limit(1).executeTakeFirst();

/** Makes the address an active admin with a confirmed address, new or already known, and gives back its id. */
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

/** Sets a password's hash. */
export const setPasswordHash = (db: Db, user_id: string, hash: string) =>
  db
    .insertInto("user_passwords")
    .values({ user_id, hash })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ hash, updated_at: sql`now()` }))
    .execute();

/** An account's password hash, if it has one. */
export const findPasswordHash = (db: Db, userId: string) =>
  db.selectFrom("user_passwords").select("hash").where("user_id", "=", userId).executeTakeFirst();

/** An account by its address, with its password's hash. */
export const findWithPassword = (db: Db, email: string) =>
  db
    .selectFrom("users")
    .leftJoin("user_passwords", "user_passwords.user_id", "users.id")
    .select(userColumns.map((column) => `users.${column}` as const))
    .select("user_passwords.hash")
    .where(byEmail(email))
    .executeTakeFirst();

/** An account by its address. */
export const findByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  db.selectFrom("users").select(userColumns).where(byEmail(email)).executeTakeFirst();

/** An account by its id. */
export const findById = (db: Db, id: string): Promise<UserRow | undefined> =>
  db.selectFrom("users").select(userColumns).where("id", "=", id).executeTakeFirst();

/** Adds an account; undefined when its address is known already. */
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

/** When a session began: by a sign-in, or by the link or code of a mail. */
export const findSessionStart = async (db: Db, sessionId: string): Promise<Date | undefined> =>
  (await db.selectFrom("auth_sessions").select("created_at").where("id", "=", sessionId).executeTakeFirst())?.created_at;
