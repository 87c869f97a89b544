import type { ActorOrOperator } from "../authorize.ts";
import { authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import type { Profile, Role } from "./model.ts";
import { presentProfile } from "./present-user.ts";
import { setActive } from "./set-active.ts";
import { userPolicy } from "./user.policy.ts";

/**
 * Gives a user a role; it holds from the user's next request on.
 * @throws DomainError `forbidden`, PGRST116, or "last_admin" when no active admin would be left
 */
export async function changeRole(ctx: Context, doer: ActorOrOperator, userId: string, role: Role): Promise<Profile> {
  authorize(doer, userPolicy.update);
  const action = role === "admin" ? "made admin" : "removed as admin";
  return presentProfile(await setActive(ctx, doer, userId, { set: { role }, action }));
}
