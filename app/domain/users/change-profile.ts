import { recordAudit } from "../audit/record-audit.ts";
import type { ActorOrOperator } from "../authorize.ts";
import { authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import type { Account } from "./model.ts";
import { readAccount } from "./read-user.ts";
import { userPolicy } from "./user.policy.ts";
import { findUser, type UserRow, updateProfile } from "./users.sql.ts";

/** What others see of somebody; a field that is left out stays as it is. `full_name` null: none. */
export type ProfileChange = { full_name?: string | null | undefined; bio?: string | undefined };

const shown = ({ full_name, bio }: UserRow) => ({ full_name, bio });

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
export async function changeProfile(ctx: Context, doer: ActorOrOperator, userId: string, change: ProfileChange): Promise<void> {
  authorize(doer, userPolicy.update);
  const before = await findUser(ctx.db, userId);
  const after = before && (await updateProfile(ctx.db, userId, change, ctx.clock.now()));
  if (!after) throw notFound("User");
  await recordAudit(ctx, doer, {
    action: "updated",
    entity: "user",
    entityId: userId,
    label: after.email,
    before: shown(before),
    after: shown(after),
  });
}
