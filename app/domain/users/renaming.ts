import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import type { Account } from "./model.ts";
import { presentAccount } from "./presenting.ts";
import { updateName } from "./queries.ts";

/**
 * Changes the name of one's own account; the auth service tells the same name.
 * @param fullName trimmed, at most FULL_NAME_MAX characters; null: none
 * @throws DomainError PGRST116 when the account has just been deleted
 */
export async function renameAccount(ctx: Context, userId: string, fullName: string | null): Promise<Account> {
  const row = await updateName(ctx.db, userId, fullName, ctx.clock.now());
  if (!row) throw notFound("User");
  return presentAccount(row);
}
