import { recordAccount } from "../../audit/record-account.ts";
import type { SignedIn } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import type { Site } from "../../settings/settings.ts";
import { lockById } from "../auth.sql.ts";
import { sessionNotFound } from "../auth-errors.ts";
import type { SessionMeta } from "../auth-rules.ts";
import { findFactors, lowerSessions } from "./factors.sql.ts";
import { mailFactorChange } from "./mail-factor-change.ts";
import { requireFreshOwner } from "./require-proof.ts";
import { readFactor } from "./verify-factor.ts";

/**
 * Lowers the sessions that it raised to aal1. The last one takes the recovery codes with it, and lowers all sessions. An unfinished setup
 * needs no proof.
 * @throws DomainError mfa_factor_not_found, reauthentication_needed, insufficient_aal
 */
export async function removeFactor(
  ctx: Context,
  actor: SignedIn,
  id: string,
  { meta, site }: { meta: SessionMeta; site: Site },
): Promise<{ id: string }> {
  const factor = await readFactor(ctx, actor, id);
  if (factor.status === "verified") await requireFreshOwner(ctx, actor);
  await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const user = await lockById(db, actor.id);
    if (!user) throw sessionNotFound();
    const removed = await db.deleteFrom("mfa_factors").where("id", "=", factor.id).returning("status").executeTakeFirst();
    if (removed?.status !== "verified") return;
    const others = (await findFactors(db, actor.id)).filter(({ status }) => status === "verified");
    if (others.some(({ factor_type }) => factor_type === "totp")) await lowerSessions(db, actor.id, factor.id);
    else await removeAll(inside, actor.id);
    await mailFactorChange(inside, user, { change: "removed" }, site);
    await recordAccount(inside, { action: "factor removed", account: user, meta });
  });
  return { id: factor.id };
}

/** With the recovery codes, and all sessions go down to aal1. @returns how many */
export async function removeAll({ db }: Context, userId: string): Promise<number> {
  const gone = await db.deleteFrom("mfa_factors").where("user_id", "=", userId).executeTakeFirst();
  await lowerSessions(db, userId);
  return Number(gone.numDeletedRows);
}
