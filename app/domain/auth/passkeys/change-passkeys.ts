import { recordAccount } from "../../audit/record-account.ts";
import type { SignedIn } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { queueMail } from "../../mail/send-mail.ts";
import type { Site } from "../../settings/settings.ts";
import { lockById } from "../auth.sql.ts";
import { authError, sessionNotFound } from "../auth-errors.ts";
import type { SessionMeta } from "../auth-rules.ts";
import { acceptFactorName } from "../factors/enroll-factor.ts";
import { requireCodeIfAny, requireFreshOwner } from "../factors/require-proof.ts";
import { isUuid } from "./challenges.ts";
import { findPasskeys, type Passkey, passkeyColumns, presentPasskey } from "./passkeys.sql.ts";

const notThere = () => authError("webauthn_credential_not_found", "Passkey not found");

export const listPasskeys = async ({ db }: Context, actor: SignedIn): Promise<Passkey[]> =>
  (await findPasskeys(db, actor.id)).map(presentPasskey);

/** @throws DomainError validation_failed, insufficient_aal; webauthn_credential_not_found, also for somebody else's */
export async function renamePasskey(ctx: Context, actor: SignedIn, id: string, typed: string): Promise<Passkey> {
  const friendly_name = acceptFactorName(typed);
  if (friendly_name === "") throw authError("validation_failed", "friendly_name must not be empty");
  await requireCodeIfAny(ctx, actor);
  const renamed = isUuid(id)
    ? await ctx.db
        .updateTable("passkeys")
        .set({ friendly_name })
        .where("id", "=", id)
        .where("user_id", "=", actor.id)
        .returning(passkeyColumns)
        .executeTakeFirst()
    : undefined;
  if (!renamed) throw notThere();
  return presentPasskey(renamed);
}

/**
 * Sessions that it began go on, but without a second step.
 * @throws DomainError reauthentication_needed, insufficient_aal; webauthn_credential_not_found, also for somebody else's
 */
export async function removePasskey(
  ctx: Context,
  actor: SignedIn,
  id: string,
  { meta, site }: { meta: SessionMeta; site: Site },
): Promise<void> {
  await requireFreshOwner(ctx, actor);
  await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const user = await lockById(db, actor.id);
    if (!user) throw sessionNotFound();
    const query = db.deleteFrom("passkeys").where("id", "=", id).where("user_id", "=", actor.id);
    const gone = isUuid(id) ? await query.executeTakeFirst() : undefined;
    if (!gone?.numDeletedRows) throw notThere();
    await queueMail(inside, { to: user.email, kind: "passkey_changed", data: { change: "removed" }, site });
    await recordAccount(inside, { action: "passkey removed", account: user, meta });
  });
}
