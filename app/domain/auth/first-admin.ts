import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import type { Context } from "../context.ts";
import { byEmail, findByEmail, setPasswordHash, updateAccount } from "./auth.sql.ts";
import { authError } from "./auth-errors.ts";
import { hashPassword } from "./passwords.ts";

/** Printed once. `password` is null unless it was generated. */
export type FirstAdmin = { email: string; password: string | null };

const DEFAULT_ADMIN_EMAIL = "admin@skylark.example";

/** No letters that look alike. 20 of 32 characters are 100 bits. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";

export function makePassword(ctx: Context): string {
  const bytes = Buffer.from(ctx.random.hex(20), "hex");
  const letters = Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
  return letters.replace(/(.{5})(?=.)/g, "$1-");
}

const findAdmin = (db: Db) => db.selectFrom("users").select("id").where("role", "=", "admin").limit(1).executeTakeFirst();

/** Safe when several instances start at once. @param given from the configuration @returns null if there is an admin already */
export async function ensureFirstAdmin(ctx: Context, given: { email?: string; password?: string }): Promise<FirstAdmin | null> {
  if (await findAdmin(ctx.db)) return null;
  const email = given.email ?? DEFAULT_ADMIN_EMAIL;
  const password = given.password ?? makePassword(ctx);
  const hash = await hashPassword(password);
  return ctx.db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(hashtext('first admin'))`.execute(db);
    if (await findAdmin(db)) return null;
    await setPasswordHash(db, await insertAdmin(db, email, ctx.clock.now()), hash);
    return { email, password: given.password === undefined ? password : null };
  });
}

async function insertAdmin(db: Db, email: string, now: Date): Promise<string> {
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

/** In the transaction of `ctx.db`. @param account as stored; `hash` of the password @throws DomainError email_exists */
export async function claimFirstAdmin(
  ctx: Context,
  id: string,
  { email, fullName, hash }: { email: string; fullName: string; hash: string },
): Promise<void> {
  const other = await findByEmail(ctx.db, email);
  if (other && other.id !== id) throw authError("email_exists", "Another account uses this email address");
  const now = ctx.clock.now();
  await updateAccount(ctx.db, id, { email, email_confirmed_at: now, full_name: fullName }, now);
  await setPasswordHash(ctx.db, id, hash);
}
