import { endSessions } from "../auth/sessions.ts";
import type { ActorOrOperator } from "../authorize.ts";
import { authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import type { Profile } from "./model.ts";
import { presentProfile } from "./present-user.ts";
import { setActive } from "./set-active.ts";
import { userPolicy } from "./user.policy.ts";

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
