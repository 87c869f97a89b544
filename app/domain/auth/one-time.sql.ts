import { sql } from "kysely";
import type { JsonObject } from "../../../db/schema.gen.ts";
import type { Db } from "../../platform/database/db.ts";
import type { OneTimeKind } from "./auth-rules.ts";

/** What a user entered at sign-up; it takes effect when the link of its mail is used. */
export type PendingSignUp = { passwordHash: string; fullName: string | null; metadata: JsonObject };

/** A token as it is stored. */
export type StoredToken = { id: string; code_hash: Buffer; link_hash: Buffer; created_at: Date; expires_at: Date };

/** Stores a token, replacing the user's earlier one of the same kind. */
export const putToken = (db: Db, user_id: string, kind: Exclude<OneTimeKind, "signup">, email: string, token: StoredToken) =>
  db
    .insertInto("one_time_tokens")
    .values({ user_id, kind, email, ...token })
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "kind"])
        .where("kind", "<>", "signup")
        .doUpdateSet({ email, ...token, attempts: 0, used_at: null }),
    )
    .execute();

/** Stores the token of a sign-up next to those of earlier sign-ups, with what it confirms. */
export const addSignUpToken = (db: Db, user_id: string, email: string, token: StoredToken, signUp: PendingSignUp | null) =>
  db
    .insertInto("one_time_tokens")
    .values({
      user_id,
      kind: "signup",
      email,
      ...token,
      password_hash: signUp?.passwordHash ?? null,
      full_name: signUp?.fullName ?? null,
      user_metadata: signUp && JSON.stringify(signUp.metadata),
    })
    .execute();

/** An account's unconfirmed sign-ups that a mail was sent for, without duplicates. */
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

/** Deletes an account's sign-up tokens, except those that are being redeemed right now. */
export const deleteSignUpTokens = (db: Db, userId: string) =>
  sql`delete from one_time_tokens where id in (
    select id from one_time_tokens where user_id = ${userId} and kind = 'signup' for update skip locked)`.execute(db);

const columns = [
  "id",
  "user_id",
  "kind",
  "email",
  "code_hash",
  "password_hash",
  "full_name",
  "user_metadata",
  "created_at",
  "expires_at",
] as const;

/** The token of a link, if it can still be redeemed; locked until the transaction ends. */
export const lockByLink = (db: Db, kinds: readonly OneTimeKind[], linkHash: Buffer, now: Date) =>
  db
    .selectFrom("one_time_tokens")
    .select(columns)
    .where("link_hash", "=", linkHash)
    .where("kind", "in", kinds)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .forUpdate()
    .execute();

/** The user of a link's token, if it can still be redeemed; without a lock. */
export const findByLink = (db: Db, kind: OneTimeKind, linkHash: Buffer, now: Date) =>
  db
    .selectFrom("one_time_tokens")
    .select("user_id")
    .where("link_hash", "=", linkHash)
    .where("kind", "=", kind)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();

/** Deletes a user's token of one kind. @returns whether it could still be redeemed */
export const deleteToken = async (db: Db, userId: string, kind: OneTimeKind): Promise<boolean> => {
  const gone = await db
    .deleteFrom("one_time_tokens")
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .returning("used_at")
    .executeTakeFirst();
  return gone !== undefined && gone.used_at === null;
};

/** The tokens of an email address whose code can still be entered; locked until the transaction ends. */
export const lockByEmail = (db: Db, kinds: readonly OneTimeKind[], email: string, attempts: number, now: Date) =>
  db
    .selectFrom("one_time_tokens")
    .select(columns)
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .where("kind", "in", kinds)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .where("attempts", "<", attempts)
    // Always in the same order, so that transactions don't deadlock.
    .orderBy("id")
    .forUpdate()
    .execute();

/** Counts a wrong code. */
export const countWrongCode = (db: Db, ids: string[]) =>
  db.updateTable("one_time_tokens").set({ attempts: sql`attempts + 1` }).where("id", "in", ids).execute();

/** Marks a token as used. */
export const consumeToken = (db: Db, id: string, now: Date) =>
  db.updateTable("one_time_tokens").set({ used_at: now }).where("id", "=", id).execute();

/** Cancels the change of an account's email address that waits for confirmation. */
export const cancelEmailChange = async (db: Db, userId: string): Promise<void> => {
  await deleteToken(db, userId, "email_change");
  await db.updateTable("users").set({ pending_email: null }).where("id", "=", userId).execute();
};

/** The accounts that want to change to this email address. */
export const findByPendingEmail = (db: Db, email: string) =>
  db.selectFrom("users").select(["id", "is_active"]).where(sql`lower(pending_email)`, "=", email.toLowerCase()).execute();

/** Deletes a password. @returns whether there was one */
export const deletePassword = async (db: Db, userId: string): Promise<boolean> =>
  (await db.deleteFrom("user_passwords").where("user_id", "=", userId).executeTakeFirst()).numDeletedRows > 0n;
