import { sql } from "kysely";
import type { Context } from "../context.ts";
import { findAdmin, insertAdmin, setPasswordHash } from "./auth.sql.ts";
import { hashPassword } from "./passwords.ts";

/** Who runs the site, to be told once. `password` only when it was made up here. */
export type FirstAdmin = { email: string; password: string | null };

const DEFAULT_ADMIN_EMAIL = "admin@skylark.example";

/** Easy to type: no letters that look like others. 20 of 32 characters are 100 bits. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";

/** A password that nobody guesses, in groups of five. */
export function makePassword(ctx: Context): string {
  const bytes = Buffer.from(ctx.random.hex(20), "hex");
  const letters = Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
  return letters.replace(/(.{5})(?=.)/g, "$1-");
}

/**
 * Creates the first admin where there is none, also when several instances start at once.
 * @param given address and password of the configuration, each optional
 * @returns whom it created, or null when there was an admin already
 */
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
