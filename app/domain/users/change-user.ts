import type { ActorOrOperator } from "../authorize.ts";
import type { Context } from "../context.ts";
import { changeProfile } from "./change-profile.ts";
import { changeRole } from "./change-role.ts";
import { deactivateUser, reactivateUser } from "./deactivate-user.ts";
import { keepAnAdmin } from "./keep-an-admin.ts";
import { readListed } from "./list-users.ts";
import type { AdminUser } from "./model.ts";
import type { UserChange } from "./schema.ts";

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
