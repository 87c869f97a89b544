import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { endSessions } from "../auth/sessions.ts";
import { type ActorOrOperator, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { keepAnAdmin } from "./keep-an-admin.ts";
import { readListed } from "./list-users.ts";
import { presentProfile, readAccount } from "./read-user.ts";
import { userPolicy } from "./user.policy.ts";
import type { Account, AdminUser, Profile, ProfileChange, Role, UserChange } from "./user.ts";
import { findUser, type UserRow, updateProfile, updateStanding } from "./users.sql.ts";

const shownProfile = ({ full_name, bio }: UserRow) => ({ full_name, bio });

/**
 * Changes the name and the bio of one's own account. The auth service tells the same name.
 * @throws DomainError PGRST116 when the account has just been deleted
 */
export async function changeOwnProfile(ctx: Context, userId: string, change: ProfileChange): Promise<Account> {
  const row = await updateProfile(ctx.db, userId, change, ctx.clock.now());
  if (!row) throw notFound("User");
  return readAccount(ctx, userId);
}

/**
 * Changes somebody's name and bio, and notes it in the audit log. Articles show the new ones at once.
 * Runs in the transaction of `ctx.db`.
 * @throws DomainError `forbidden`, PGRST116
 */
async function changeProfile(
  ctx: Context,
  doer: ActorOrOperator,
  userId: string,
  change: Pick<UserChange, "full_name" | "bio">,
): Promise<void> {
  authorize(doer, userPolicy.update);
  const before = await findUser(ctx.db, userId);
  const after = before && (await updateProfile(ctx.db, userId, change, ctx.clock.now()));
  if (!after) throw notFound("User");
  await recordAudit(ctx, doer, {
    action: "updated",
    entity: "user",
    entityId: userId,
    label: after.email,
    before: shownProfile(before),
    after: shownProfile(after),
  });
}

/**
 * Shuts a user out: every session ends at once and none can begin. What they wrote stays.
 * @throws DomainError `forbidden`, PGRST116, or "last_admin" when no active admin would be left
 */
export async function deactivateUser(ctx: Context, doer: ActorOrOperator, userId: string): Promise<Profile> {
  authorize(doer, userPolicy.update);
  const row = await setActive(ctx, doer, userId, {
    set: { is_active: false },
    action: "deactivated",
    also: (db) => endSessions({ ...ctx, db }, userId, { reason: "deactivated" }),
  });
  return presentProfile(row);
}

/** Lets a user in again, who signs in anew. @throws DomainError `forbidden` or PGRST116 */
export async function reactivateUser(ctx: Context, doer: ActorOrOperator, userId: string): Promise<Profile> {
  authorize(doer, userPolicy.update);
  return presentProfile(await setActive(ctx, doer, userId, { set: { is_active: true }, action: "reactivated" }));
}

/**
 * Gives a user a role; it holds from the user's next request on.
 * @throws DomainError `forbidden`, PGRST116, or "last_admin" when no active admin would be left
 */
export async function changeRole(ctx: Context, doer: ActorOrOperator, userId: string, role: Role): Promise<Profile> {
  authorize(doer, userPolicy.update);
  const action = role === "admin" ? "made admin" : "removed as admin";
  return presentProfile(await setActive(ctx, doer, userId, { set: { role }, action }));
}

const shown = ({ role, is_active }: UserRow) => ({ role, is_active });

/**
 * Sets somebody's role or activity in one transaction, and notes it; a change that changes nothing is not noted.
 * @param change `action`: what the log calls it; `also`: what else belongs to it, in the same transaction
 * @throws DomainError PGRST116, or "last_admin" when no active admin would be left
 */
const setActive = (
  ctx: Context,
  doer: ActorOrOperator,
  userId: string,
  change: { set: { role: Role } | { is_active: boolean }; action: string; also?: (db: Kysely<DB>) => Promise<unknown> },
): Promise<UserRow> =>
  keepAnAdmin(ctx, async (db) => {
    const before = await findUser(db, userId);
    const after = before && (await updateStanding(db, userId, change.set, ctx.clock.now()));
    if (!after) throw notFound("User");
    await change.also?.(db);
    await recordAudit({ ...ctx, db }, doer, {
      action: change.action,
      entity: "user",
      entityId: userId,
      label: after.email,
      before: shown(before),
      after: shown(after),
    });
    return after;
  });

/**
 * Changes somebody's role, name or bio, or shuts them out or lets them in again; all of it or nothing. It holds from their next
 * request on.
 * @throws DomainError `forbidden`, PGRST116, or "last_admin" when no active admin would be left
 */
export async function changeUser(
  ctx: Context,
  doer: ActorOrOperator,
  userId: string,
  { role, is_active, ...profile }: UserChange,
): Promise<AdminUser> {
  return keepAnAdmin(ctx, async (db) => {
    const inside = { ...ctx, db };
    if (role !== undefined) await changeRole(inside, doer, userId, role);
    if (is_active === true) await reactivateUser(inside, doer, userId);
    if (is_active === false) await deactivateUser(inside, doer, userId);
    if (profile.full_name !== undefined || profile.bio !== undefined) await changeProfile(inside, doer, userId, profile);
    return readListed(inside, userId);
  });
}
