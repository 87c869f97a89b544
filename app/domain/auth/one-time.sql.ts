import { sql } from "kysely";
import type { JsonObject } from "../../../db/schema.gen.ts";
import type { Db } from "../../platform/database/db.ts";
import type { OneTimeKind } from "./auth-rules.ts";

/** What a user entered at sign-up; it takes effect when the link of its mail is used. */
export type PendingSignUp = { passwordHash: string; fullName: string | null; metadata: JsonObject };

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

/** Cancels the change of an account's email address that waits for confirmation. */
export const cancelEmailChange = async (db: Db, userId: string): Promise<void> => {
  await deleteToken(db, userId, "email_change");
  await db.updateTable("users").set({ pending_email: null }).where("id", "=", userId).execute();
};

/** The accounts that want to change to this email address. */
export const findByPendingEmail = (db: Db, email: string) =>
  db.selectFrom("users").select(["id", "is_active"]).where(sql`lower(pending_email)`, "=", email.toLowerCase()).execute();
