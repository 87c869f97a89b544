import type { Context } from "../context.ts";
import { findPasswordHash } from "./auth.sql.ts";
import { verifyPassword } from "./passwords.ts";

/** Whether `password` is the account's own; an account without one has none that fits. */
export async function checkPassword(ctx: Context, userId: string, password: string): Promise<boolean> {
  const found = await findPasswordHash(ctx.db, userId);
  return found !== undefined && (await verifyPassword(password, found.hash, userId));
}
