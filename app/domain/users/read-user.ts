import { type ActorOrOperator, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import type { Account, Profile } from "./model.ts";
import { presentAccount, presentProfile } from "./present-user.ts";
import { userPolicy } from "./user.policy.ts";
import { findUser, findUserByEmail, findUsers, hasPassword } from "./users.sql.ts";

/**
 * A profile by id.
 * @throws DomainError PGRST116 when there is none or it isn't for the doer to see: from outside these look alike
 */
export async function readUser(ctx: Context, doer: ActorOrOperator, id: string): Promise<Profile> {
  const found = userPolicy.read.allows(doer, { id }) ? await findUser(ctx.db, id) : undefined;
  if (!found) throw notFound("User");
  return presentProfile(found);
}

/** The account of a signed-in user. @throws DomainError PGRST116 when it has just been deleted */
export async function readAccount(ctx: Context, userId: string): Promise<Account> {
  const found = await findUser(ctx.db, userId);
  if (!found) throw notFound("User");
  return { ...presentAccount(found), has_password: await hasPassword(ctx.db, userId) };
}

type Found = Omit<Account, "has_password"> & { is_active: boolean };

/** Somebody's account by its address. @throws DomainError PGRST116, or `forbidden` for who doesn't manage accounts */
export async function readUserByEmail(ctx: Context, doer: ActorOrOperator, email: string): Promise<Found> {
  authorize(doer, userPolicy.readAny);
  const found = await findUserByEmail(ctx.db, email);
  if (!found) throw notFound("User");
  return { ...presentAccount(found), is_active: found.is_active };
}

/** All accounts, the newest first. @throws DomainError `forbidden` for who doesn't manage accounts */
export async function listUsers(ctx: Context, doer: ActorOrOperator): Promise<Found[]> {
  authorize(doer, userPolicy.readAny);
  return (await findUsers(ctx.db)).map((row) => ({ ...presentAccount(row), is_active: row.is_active }));
}
