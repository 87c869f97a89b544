import { type Insertable, sql, type Updateable } from "kysely";
import type { DB, JsonObject } from "../../../db/schema.gen.ts";
import type { Db } from "../../platform/database/db.ts";
import type { Grant } from "../users/grants/grant-rules.ts";
import type { OneTimeKind } from "./auth-rules.ts";
import type { UserRow } from "./present-user.ts";

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

export const byEmail = (email: string) => sql<boolean>`lower(email) = ${email.toLowerCase()}`;

export const setPasswordHash = (db: Db, user_id: string, hash: string) =>
  db
    .insertInto("user_passwords")
    .values({ user_id, hash })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ hash, updated_at: sql`now()` }))
    .execute();

export const findPasswordHash = (db: Db, userId: string) =>
  db.selectFrom("user_passwords").select("hash").where("user_id", "=", userId).executeTakeFirst();

export const findByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  db.selectFrom("users").select(userColumns).where(byEmail(email)).executeTakeFirst();

export const findById = (db: Db, id: string): Promise<UserRow | undefined> =>
  db.selectFrom("users").select(userColumns).where("id", "=", id).executeTakeFirst();

/** Undefined if the email address is taken. */
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

/** Locked until the transaction ends. */
export const lockById = (db: Db, id: string): Promise<UserRow | undefined> =>
  db.selectFrom("users").select(userColumns).where("id", "=", id).forUpdate().executeTakeFirst();

/**
 * `is_open`: the session hasn't ended; `has_code`: it is at aal2, or began with a passkey; `needs_code`: it has no second step yet.
 * A passkey is two steps at once: the device, and what unlocks it (user verification is required).
 * @returns undefined if the account has been deleted
 */
export const findSessionUser = (db: Db, sessionId: string, userId: string) =>
  db
    .selectFrom("users as u")
    .leftJoin("auth_sessions as s", (join) => join.onRef("s.user_id", "=", "u.id").on("s.id", "=", sessionId))
    .select(["u.id", "u.email", "u.role", "u.is_active"])
    .select(sql<Grant[]>`array(select g."grant" from grants g where g.user_id = u.id)`.as("grants"))
    .select(sql<boolean>`s.id is not null and s.ended_at is null`.as("is_open"))
    .select(sql<boolean>`s.factor_at is not null or s.passkey_id is not null`.as("has_code"))
    .select(
      sql<boolean>`s.factor_at is null and s.passkey_id is null
        and exists (select from mfa_factors f where f.user_id = u.id and f.status = 'verified')`.as("needs_code"),
    )
    .where("u.id", "=", userId)
    .executeTakeFirst();

/** All, all but one, or only one. @returns how many */
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

/** Takes effect when the link of the mail is used. */
export type PendingSignUp = { passwordHash: string; fullName: string | null; metadata: JsonObject };

/** Unconfirmed sign-ups that a mail was sent for, without duplicates. */
export const findSignUps = async (db: Db, userId: string): Promise<PendingSignUp[]> => {
  const rows = await db
    .selectFrom("one_time_tokens")
    .select(["password_hash", "full_name", "user_metadata"])
    .distinct()
    .where("user_id", "=", userId)
    .where("kind", "=", "signup")
    .where("used_at", "is", null)
    .where("password_hash", "is not", null)
    .execute();
  return rows.map((row) => ({
    passwordHash: row.password_hash ?? "",
    fullName: row.full_name,
    metadata: (row.user_metadata ?? {}) as JsonObject,
  }));
};

/** Only if the token can still be redeemed; without a lock. */
export const findByLink = (db: Db, kind: OneTimeKind, linkHash: Buffer, now: Date) =>
  db
    .selectFrom("one_time_tokens")
    .select("user_id")
    .where("link_hash", "=", linkHash)
    .where("kind", "=", kind)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();

/** @returns whether it could still be redeemed */
export const deleteToken = async (db: Db, userId: string, kind: OneTimeKind): Promise<boolean> => {
  const gone = await db
    .deleteFrom("one_time_tokens")
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .returning("used_at")
    .executeTakeFirst();
  return gone !== undefined && gone.used_at === null;
};

export const cancelEmailChange = async (db: Db, userId: string): Promise<void> => {
  await deleteToken(db, userId, "email_change");
  await db.updateTable("users").set({ pending_email: null }).where("id", "=", userId).execute();
};

export const findByPendingEmail = (db: Db, email: string) =>
  db.selectFrom("users").select(["id", "is_active"]).where(sql`lower(pending_email)`, "=", email.toLowerCase()).execute();
