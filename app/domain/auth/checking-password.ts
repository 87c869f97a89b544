import type { Context } from "../context.ts";
import { verifyPassword } from "./passwords.ts";
import { findPasswordHash } from "./queries.ts";

/** Whether `password` is the account's own; an account without one has none that fits. */
export async function checkPassword(ctx: Context, userId: string, password: string): Promise<boolean> {
  const found = await findPasswordHash(ctx.db, userId);
  return found !== undefined && (await verifyPassword(password, found.hash, userId));
}
