import type { Actor } from "../authorize.ts";
import type { Context } from "../context.ts";
import type { Site } from "../settings/settings.ts";
import { findById, findPasswordHash, findSessionStart } from "./auth.sql.ts";
import { FRESH_SESSION_MS } from "./auth-rules.ts";
import { authError, invalidCredentials, sessionNotFound } from "./errors.ts";
import { redeemOneTime } from "./one-time.ts";
import { verifyPassword } from "./passwords.ts";
import { sendReauthentication } from "./send-one-time.ts";

type User = Extract<Actor, { kind: "user" }>;

/**
 * Mails a six-digit nonce to somebody signed in, who proves by it that they are still the account's owner.
 * @throws DomainError email_not_confirmed, session_not_found
 */
export async function reauthenticate(ctx: Context, actor: User, site: Site): Promise<void> {
  const user = await findById(ctx.db, actor.id);
  if (!user) throw sessionNotFound();
  if (user.email_confirmed_at === null) throw authError("email_not_confirmed", "Please verify your email first.");
  await sendReauthentication(ctx, user, site);
}

/** What somebody gives as a proof of who they are. */
export type OwnerProof = { currentPassword?: string | undefined; nonce?: string | undefined };

/** Uses up the nonce that the proof was, in the transaction of the change. */
export type SettleProof = (inside: Context) => Promise<void>;

const notValid = () => authError("reauthentication_not_valid", "Nonce has expired or is invalid");

/**
 * Makes sure that a change of password or address is asked for by the owner of the account and not by somebody who has got hold of a
 * token: by the current password, a session that began less than 15 minutes ago, or the nonce of a mail. A current password
 * that is given must be right in any case. May hash: never call it within a transaction.
 * @returns what uses the proof up, to be called in the transaction of the change
 * @throws DomainError invalid_credentials, reauthentication_needed, reauthentication_not_valid
 */
export async function requireOwner(ctx: Context, actor: User, { currentPassword, nonce }: OwnerProof): Promise<SettleProof> {
  if (currentPassword !== undefined) {
    const stored = (await findPasswordHash(ctx.db, actor.id))?.hash;
    if (!(stored && (await verifyPassword(currentPassword, stored, actor.id)))) throw invalidCredentials();
    return async () => {};
  }
  const begun = await findSessionStart(ctx.db, actor.sessionId);
  if (begun && ctx.clock.now().getTime() - begun.getTime() < FRESH_SESSION_MS) return async () => {};
  if (!nonce) {
    const message = "This needs your current password, or the code that /reauthenticate mails you";
    throw authError("reauthentication_needed", message);
  }
  return requireNonce(ctx, actor, nonce);
}

/**
 * Makes sure that somebody can read the account's mail, by the code that `reauthenticate` mailed.
 * @returns what uses the code up, to be called in the transaction of the change
 * @throws DomainError reauthentication_not_valid
 */
export async function requireNonce(ctx: Context, actor: Pick<User, "id" | "email">, nonce: string): Promise<SettleProof> {
  const redeem = async (inside: Context, keep: boolean) => {
    const proof = { email: actor.email, code: nonce };
    return (await redeemOneTime(inside, ["reauthentication"], proof, { keep }))?.userId === actor.id;
  };
  // Looked at before anything else is said of the change. In a transaction of its own, so that a wrong one is counted.
  if (!(await ctx.db.transaction().execute((db) => redeem({ ...ctx, db }, true)))) throw notValid();
  return async (inside) => {
    if (!(await redeem(inside, false))) throw notValid();
  };
}
