import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { confirmByHand } from "../auth/confirm-by-hand.ts";
import { endSessions } from "../auth/sessions.ts";
import { type ActorOrOperator, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { DomainError, notFound } from "../errors.ts";
import { presentProfile, readAccount, readListed } from "./read-user.ts";
import { userPolicy } from "./user.policy.ts";
import {
  type Account,
  type AdminUser,
  LAST_ADMIN,
  type Profile,
  type ProfileChange,
  type Role,
  type UserChange,
} from "./user.ts";
import { COLUMNS, findUser, type UserRow } from "./users.sql.ts";

/** The triggers of db/migrations/0007_limits.sql raise it. */
const SQLSTATE = "SKY01";

/** The database keeps a last active admin, also under concurrency. @throws DomainError `conflict`, "last_admin"; nothing is changed then */
export async function keepAnAdmin<T>(ctx: Context, change: (db: Db) => Promise<T>): Promise<T> {
  // Take the triggers' lock before reading anything, so that `before` in the log is right.
  const inTurn = async (db: Db) => {
    await sql`select pg_advisory_xact_lock(hashtext('active admins'))`.execute(db);
    return change(db);
  };
  try {
    // Inside another transaction, that one commits or rolls back.
    return await (ctx.db.isTransaction ? inTurn(ctx.db) : ctx.db.transaction().execute(inTurn));
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== SQLSTATE) throw error;
    throw new DomainError("conflict", "last_admin", LAST_ADMIN, { cause: error });
  }
}

const shownProfile = ({ full_name, bio }: UserRow) => ({ full_name, bio });

const updateProfile = (db: Db, id: string, { full_name, bio }: ProfileChange, now: Date) =>
  db
    .updateTable("users")
    .set({ ...(full_name !== undefined && { full_name }), ...(bio !== undefined && { bio }), updated_at: now })
    .where("id", "=", id)
    .returning(COLUMNS)
    .executeTakeFirst();

/** @throws DomainError PGRST116 when the account has just been deleted */
export async function changeOwnProfile(ctx: Context, userId: string, change: ProfileChange): Promise<Account> {
  const row = await updateProfile(ctx.db, userId, change, ctx.clock.now());
  if (!row) throw notFound("User");
  return readAccount(ctx, userId);
}

/** Articles show the new ones at once. In the transaction of `ctx.db`. @throws DomainError `forbidden`, PGRST116 */
async function changeProfile(
  ctx: Context,
  actor: ActorOrOperator,
  userId: string,
  change: Pick<UserChange, "full_name" | "bio">,
): Promise<void> {
  authorize(actor, userPolicy.update);
  const before = await findUser(ctx.db, userId);
  const after = before && (await updateProfile(ctx.db, userId, change, ctx.clock.now()));
  if (!after) throw notFound("User");
  await recordAudit(ctx, actor, {
    action: "updated",
    entity: "user",
    entityId: userId,
    label: after.email,
    before: shownProfile(before),
    after: shownProfile(after),
  });
}

/** Ends all sessions. Articles and comments stay. @throws DomainError `forbidden`, PGRST116, "last_admin" */
export async function deactivateUser(ctx: Context, actor: ActorOrOperator, userId: string): Promise<Profile> {
  authorize(actor, userPolicy.update);
  const row = await setActive(ctx, actor, userId, {
    set: { is_active: false },
    action: "deactivated",
    also: (db) => endSessions({ ...ctx, db }, userId, { reason: "deactivated" }),
  });
  return presentProfile(row);
}

/** The user has to sign in again. @throws DomainError `forbidden`, PGRST116 */
export async function reactivateUser(ctx: Context, actor: ActorOrOperator, userId: string): Promise<Profile> {
  authorize(actor, userPolicy.update);
  return presentProfile(await setActive(ctx, actor, userId, { set: { is_active: true }, action: "reactivated" }));
}

/** From the user's next request on. @throws DomainError `forbidden`, PGRST116, "last_admin" */
export async function changeRole(ctx: Context, actor: ActorOrOperator, userId: string, role: Role): Promise<Profile> {
  authorize(actor, userPolicy.update);
  const action = role === "admin" ? "made admin" : "removed as admin";
  return presentProfile(await setActive(ctx, actor, userId, { set: { role }, action }));
}

const shown = ({ role, is_active }: UserRow) => ({ role, is_active });

const updateRoleOrActivity = (db: Db, id: string, set: { role: Role } | { is_active: boolean }, now: Date) =>
  db
    .updateTable("users")
    .set({ ...set, updated_at: now })
    .where("id", "=", id)
    .returning(COLUMNS)
    .executeTakeFirst();

/** @param change `action`: its name in the log; `also`: what else to do in the transaction @throws DomainError PGRST116, "last_admin" */
const setActive = (
  ctx: Context,
  actor: ActorOrOperator,
  userId: string,
  change: { set: { role: Role } | { is_active: boolean }; action: string; also?: (db: Db) => Promise<unknown> },
): Promise<UserRow> =>
  keepAnAdmin(ctx, async (db) => {
    const before = await findUser(db, userId);
    const after = before && (await updateRoleOrActivity(db, userId, change.set, ctx.clock.now()));
    if (!after) throw notFound("User");
    await change.also?.(db);
    await recordAudit({ ...ctx, db }, actor, {
      action: change.action,
      entity: "user",
      entityId: userId,
      label: after.email,
      before: shown(before),
      after: shown(after),
    });
    return after;
  });

/** All or nothing, from the user's next request on. @throws DomainError `forbidden`, PGRST116, "last_admin", "several_sign_ups" */
export async function changeUser(
  ctx: Context,
  actor: ActorOrOperator,
  userId: string,
  { role, is_active, is_confirmed, ...profile }: UserChange,
): Promise<AdminUser> {
  return keepAnAdmin(ctx, async (db) => {
    const inside = { ...ctx, db };
    if (role !== undefined) await changeRole(inside, actor, userId, role);
    if (is_confirmed) await confirmByHand(inside, actor, userId);
    if (is_active === true) await reactivateUser(inside, actor, userId);
    if (is_active === false) await deactivateUser(inside, actor, userId);
    if (profile.full_name !== undefined || profile.bio !== undefined) await changeProfile(inside, actor, userId, profile);
    return readListed(inside, userId);
  });
}
