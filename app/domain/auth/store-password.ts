import { recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { findById, setPasswordHash } from "./auth.sql.ts";
import { callOffEmailChange } from "./one-time.sql.ts";
import { hashPassword } from "./passwords.ts";
import { endSessions } from "./sessions.ts";

/** Stores an account's password as a hash of `hashPassword`: hashing takes long, so it comes before any transaction. */
export async function storePassword(ctx: Context, userId: string, hash: string): Promise<void> {
  await setPasswordHash(ctx.db, userId, hash);
}

/**
 * Gives an account another password, without asking for the old one, ends all of its sessions, and calls off a change of its address.
 * For the command line.
 */
export async function resetPassword(ctx: Context, userId: string, password: string): Promise<void> {
  const hash = await hashPassword(password);
  await ctx.db.transaction().execute(async (db) => {
    await storePassword({ ...ctx, db }, userId, hash);
    await endSessions({ ...ctx, db }, userId, { reason: "password_changed" });
    await callOffEmailChange(db, userId);
    const account = await findById(db, userId);
    const entry = { action: "password changed", entity: "account", entityId: userId, label: account?.email ?? "" } as const;
    await recordAudit({ ...ctx, db }, { kind: "operator" }, entry);
  });
}
