import { sql } from "kysely";
import { recordAudit } from "../audit/record-audit.ts";
import { type ActorOrOperator, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { DomainError, notFound } from "../errors.ts";
import { userPolicy } from "../users/user.policy.ts";
import { findSignUps, lockById, setPasswordHash, updateAccount } from "./auth.sql.ts";

const SEVERAL =
  "Several people have signed up with this address. Delete the account and invite the address instead, so that its owner chooses the password.";

/**
 * Confirms the email address of a sign-up on behalf of its owner, as a site without a mail server has to. Its link stops working. Does
 * nothing if the address is confirmed. Runs in the transaction of `ctx.db`.
 * @throws DomainError `forbidden`, PGRST116, or `conflict` "several_sign_ups" when nobody can tell whose password is right
 */
export async function confirmByHand(ctx: Context, actor: ActorOrOperator, userId: string): Promise<void> {
  authorize(actor, userPolicy.update);
  const user = await lockById(ctx.db, userId);
  if (!user) throw notFound("User");
  if (user.email_confirmed_at !== null) return;
  const [signUp, another] = await findSignUps(ctx.db, userId);
  if (another) throw new DomainError("conflict", "several_sign_ups", SEVERAL);
  const now = ctx.clock.now();
  if (signUp) await setPasswordHash(ctx.db, userId, signUp.passwordHash);
  const chosen = signUp && { full_name: signUp.fullName, user_metadata: JSON.stringify(signUp.metadata) };
  await updateAccount(ctx.db, userId, { ...chosen, email_confirmed_at: now }, now);
  await sql`delete from one_time_tokens where user_id = ${userId} and kind = 'signup'`.execute(ctx.db);
  await recordAudit(ctx, actor, { action: "confirmed", entity: "user", entityId: userId, label: user.email });
}
