import { type Insertable, sql, type Updateable } from "kysely";
import type { DB, JsonObject } from "../../../db/schema.gen.ts";
import type { Db } from "../../platform/database/db.ts";
import type { UserRow } from "./present-user.ts";

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

export const byEmail = (email: string) => sql<boolean>`lower(email) = ${email.toLowerCase()}`;

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
