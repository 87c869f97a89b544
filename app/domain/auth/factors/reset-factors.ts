import { recordAudit } from "../../audit/record-audit.ts";
import { type ActorOrOperator, authorize } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { DomainError, notFound } from "../../errors.ts";
import type { Site } from "../../settings/settings.ts";
import { userPolicy } from "../../users/user.policy.ts";
import { lockById } from "../auth.sql.ts";
import { findPasskeys } from "../passkeys/passkeys.sql.ts";
import { findFactors } from "./factors.sql.ts";
import { mailFactorChange } from "./mail-factor-change.ts";
import { removeAll } from "./remove-factor.ts";

type Listed = { kind: "totp" | "recovery_code" | "passkey" | (string & {}); friendly_name: string; created_at: Date };

/** With passkeys, without unfinished setups. @throws DomainError `forbidden` */
export async function listFactors({ db }: Context, actor: ActorOrOperator, userId: string): Promise<Listed[]> {
  authorize(actor, userPolicy.readAny);
  const factors = (await findFactors(db, userId)).filter(({ status }) => status === "verified");
  const passkeys = await findPasskeys(db, userId);
  return [
    ...factors.map((factor) => ({ ...factor, kind: factor.factor_type })),
    ...passkeys.map((passkey) => ({ ...passkey, kind: "passkey" })),
  ];
}

const OWN =
  "You can’t reset your own two-step sign-in here. Remove it in your account, or ask another admin, or the operator of the server.";

/**
 * For users who have lost their phone and their recovery codes. They sign in with their password alone afterwards: passkeys go, too.
 * @returns whether there was something to reset @throws DomainError `forbidden`, PGRST116; `conflict` "own_factors"
 */
export async function resetFactors(ctx: Context, actor: ActorOrOperator, userId: string, site: Site): Promise<boolean> {
  authorize(actor, userPolicy.update);
  if (actor.kind === "user" && actor.id === userId) throw new DomainError("conflict", "own_factors", OWN);
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const user = await lockById(db, userId);
    if (!user) throw notFound("User");
    const passkeys = await db.deleteFrom("passkeys").where("user_id", "=", userId).executeTakeFirst();
    if ((await removeAll(inside, userId)) + Number(passkeys.numDeletedRows) === 0) return false;
    await mailFactorChange(inside, user, { change: "reset" }, site);
    await recordAudit(inside, actor, { action: "factors reset", entity: "user", entityId: userId, label: user.email });
    return true;
  });
}
