import type { SignedIn } from "../authorize.ts";
import type { Context } from "../context.ts";
import type { Site } from "../settings/settings.ts";
import { findById, findPasswordHash } from "./auth.sql.ts";
import { authError, invalidCredentials, sessionNotFound } from "./auth-errors.ts";
import { FRESH_SESSION_MS } from "./auth-rules.ts";
import { redeemOneTime } from "./one-time.ts";
import { verifyPassword } from "./passwords.ts";
import { sendReauthentication } from "./send-one-time.ts";

type User = SignedIn;

/** The nonce has six digits. @throws DomainError email_not_confirmed, session_not_found */
export async function reauthenticate(ctx: Context, actor: User, site: Site): Promise<void> {
  const user = await findById(ctx.db, actor.id);
  if (!user) throw sessionNotFound();
  if (user.email_confirmed_at === null) throw authError("email_not_confirmed", "Please verify your email first.");
  await sendReauthentication(ctx, user, site);
}

export type OwnerProof = { currentPassword?: string | undefined; nonce?: string | undefined };

/** Uses up the nonce, in the transaction of the change. */
export type SettleProof = (inside: Context) => Promise<void>;

const notValid = () => authError("reauthentication_not_valid", "Nonce has expired or is invalid");

/**
 * A stolen token isn't enough: requires the current password, a session younger than 15 minutes, or the nonce of a mail. A password or
 * nonce must be right if it is given, and is noted in the session. This may hash one: never call it in a transaction.
 * @throws DomainError invalid_credentials, reauthentication_needed, reauthentication_not_valid
 */
export async function requireOwner(ctx: Context, actor: User, { currentPassword, nonce }: OwnerProof): Promise<SettleProof> {
  if (currentPassword !== undefined) {
    const stored = (await findPasswordHash(ctx.db, actor.id))?.hash;
    if (!(stored && (await verifyPassword(currentPassword, stored, actor.id)))) throw invalidCredentials();
    return (inside) => noteProof(inside, actor);
  }
  if (nonce) {
    const settle = await requireNonce(ctx, actor, nonce);
    return async (inside) => {
      await settle(inside);
      await noteProof(inside, actor);
    };
  }
  const begun = (
    await ctx.db.selectFrom("auth_sessions").select("created_at").where("id", "=", actor.sessionId).executeTakeFirst()
  )?.created_at;
  if (begun && ctx.clock.now().getTime() - begun.getTime() < FRESH_SESSION_MS) return async () => {};
  const message = "This needs your current password, or the code that /reauthenticate emails you";
  throw authError("reauthentication_needed", message);
}

const noteProof = async ({ db, clock }: Context, { sessionId }: Pick<User, "sessionId">): Promise<void> =>
  void (await db.updateTable("auth_sessions").set({ proved_at: clock.now() }).where("id", "=", sessionId).execute());

/** Proof that the user reads the account's mail. @returns a function as of `requireOwner` @throws DomainError reauthentication_not_valid */
export async function requireNonce(ctx: Context, actor: Pick<User, "id" | "email">, nonce: string): Promise<SettleProof> {
  const redeem = async (inside: Context, keep: boolean) => {
    const proof = { email: actor.email, code: nonce };
    return (await redeemOneTime(inside, ["reauthentication"], proof, { keep }))?.userId === actor.id;
  };
  // Checked before other errors of the change; in a transaction of its own, so that a wrong code is counted.
  if (!(await ctx.db.transaction().execute((db) => redeem({ ...ctx, db }, true)))) throw notValid();
  return async (inside) => {
    if (!(await redeem(inside, false))) throw notValid();
  };
}
