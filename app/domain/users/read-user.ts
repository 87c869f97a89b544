import { type ActorOrOperator, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { userPolicy } from "./user.policy.ts";
import type { Account, AdminUser, Profile, Role } from "./user.ts";
import type { ListedUser } from "./user-list.sql.ts";
import { findUser, findUserByEmail, findUsers, hasPassword, type UserRow } from "./users.sql.ts";

/** What leaves of a user. */
export const presentProfile = ({ id, email, full_name, role }: UserRow): Profile => ({
  id,
  email,
  full_name,
  role: role as Role,
});

/** What leaves of one's own account. */
const presentAccount = (row: UserRow): Omit<Account, "has_password"> => ({
  ...presentProfile(row),
  bio: row.bio,
  email_confirmed_at: row.email_confirmed_at?.toISOString() ?? null,
  pending_email: row.pending_email,
  created_at: row.created_at.toISOString(),
  last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
});

/** What leaves of a user in the back office. */
export const presentAdminUser = (row: ListedUser): AdminUser => ({
  id: row.id,
  email: row.email,
  full_name: row.full_name,
  bio: row.bio,
  role: row.role as Role,
  is_active: row.is_active,
  state: !row.is_active ? "inactive" : row.invited_at ? "invited" : "active",
  created_at: row.created_at.toISOString(),
  last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
  posts_count: row.posts_count,
  comments_count: row.comments_count,
  invited_until: row.invited_at ? (row.invited_until?.toISOString() ?? null) : null,
});

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
