import { sql } from "kysely";
import { recordAccount } from "../audit/record-account.ts";
import type { Context } from "../context.ts";
import { findById, findPasswordHash, lockById, type PendingSignUp, setPasswordHash, updateAccount } from "./auth.sql.ts";
import { authError, userBanned } from "./auth-errors.ts";
import { EMAIL_PROVEN, type SessionMeta, type SignInMethod } from "./auth-rules.ts";
import { type OneTimeKind, type Proof, type RedeemedToken, redeemOneTime } from "./one-time.ts";
import type { UserRow } from "./present-user.ts";
import { recordBrowser } from "./record-browser.ts";
import { type NotifyOptions, notifyNewUser } from "./send-one-time.ts";
import { endSessions, type Session, startSession } from "./sessions.ts";
import { withMinimumDuration } from "./sign-in.ts";

const KINDS = new Map<string, readonly OneTimeKind[]>([
  ["email", ["signup", "magiclink", "invite"]],
  ["signup", ["signup"]],
  ["magiclink", ["magiclink"]],
  ["invite", ["invite"]],
  ["recovery", ["recovery"]],
  ["email_change", ["email_change"]],
]);

const METHODS: Record<OneTimeKind, SignInMethod> = {
  signup: "email/signup",
  magiclink: "magiclink",
  invite: "invite",
  recovery: "recovery",
  email_change: "email_change",
  // Proves the owner of a session; it starts none.
  reauthentication: "otp",
};

/** Undefined for an unknown type. */
export const kindsOfType = (type: string) => KINDS.get(type);

const expired = ({ token }: { token?: string }) =>
  authError("otp_expired", token === undefined ? "Token has expired or is invalid" : "Email link is invalid or has expired");

/** ms after which a code is answered: counting a wrong one takes time only if there is an account */
const EVEN_MS = 150;

/**
 * Confirms the email address and signs its owner in. Of concurrent calls with one token, one succeeds.
 * @throws DomainError otp_expired when the token is wrong, used, replaced, expired or tried too often; email_exists when another account
 * has taken a new email address in the meantime; user_banned for a deactivated account
 */
export async function verifyOneTime(
  ctx: Context,
  kinds: readonly OneTimeKind[],
  proof: Proof,
  meta: SessionMeta,
  notify: NotifyOptions,
): Promise<Session> {
  const redeem = () =>
    ctx.db.transaction().execute(async (db) => {
      const inside = { ...ctx, db };
      const redeemed = await redeemOneTime(inside, kinds, proof);
      // A wrong code is counted, so this transaction must commit.
      const account = redeemed && (await findById(db, redeemed.userId));
      if (!redeemed || !(await prove(inside, redeemed, notify))) return null;
      const method = "code" in proof ? "otp" : METHODS[redeemed.kind];
      await ctx.jobs?.send(EMAIL_PROVEN, { userId: redeemed.userId }, { db: inside.db });
      await recordBrowser(inside, redeemed.userId, meta, notify.site);
      const started = await startSession(inside, redeemed.userId, meta, method);
      if (account) await recordUse(inside, account, redeemed, method, meta);
      return started;
    });
  const session = await ("code" in proof ? withMinimumDuration(EVEN_MS, redeem) : redeem());
  if (!session) throw expired("token" in proof ? proof : {});
  return session;
}

async function recordUse(
  ctx: Context,
  account: UserRow,
  { kind, email }: RedeemedToken,
  method: SignInMethod,
  meta: SessionMeta,
): Promise<void> {
  const action = kind === "recovery" ? "recovery used" : kind === "email_change" ? "email changed" : "signed in";
  await recordAccount(ctx, { action, account, meta, detail: kind === "email_change" ? { to: email } : { method } });
}

/** @returns false if the mail went to an email address that the account no longer has */
async function prove(ctx: Context, { userId, kind, email, signUp }: RedeemedToken, notify: NotifyOptions): Promise<boolean> {
  const now = ctx.clock.now();
  const user = await lockById(ctx.db, userId);
  if (!user) return false;
  if (!user.is_active) throw userBanned();
  const same = (address: string | null) => address?.toLowerCase() === email.toLowerCase();
  if (kind === "email_change") {
    if (!same(user.pending_email)) return false;
    await updateAccount(ctx.db, userId, { email, pending_email: null, email_confirmed_at: now }, now).catch(taken);
    return true;
  }
  if (!same(user.email)) return false;
  // The first link that is used ends the other sign-ups of the address.
  if (user.email_confirmed_at !== null) return kind !== "signup";
  await setProvenPassword(ctx, userId, signUp);
  const chosen = signUp && { full_name: signUp.fullName, user_metadata: JSON.stringify(signUp.metadata) };
  const confirmed = await updateAccount(ctx.db, userId, { ...chosen, email_confirmed_at: now }, now);
  await sql`delete from one_time_tokens where id in (
      select id from one_time_tokens where user_id = ${userId} and kind = 'signup' for update skip locked)`.execute(ctx.db);
  await notifyNewUser(ctx, confirmed ?? user, notify);
  return true;
}

/** Removes a password that isn't this sign-up's: anybody who signed up with this address may have set it. The same goes for sessions. */
async function setProvenPassword(ctx: Context, userId: string, signUp: PendingSignUp | undefined): Promise<void> {
  const stored = (await findPasswordHash(ctx.db, userId))?.hash;
  if (stored === signUp?.passwordHash) return;
  if (signUp) await setPasswordHash(ctx.db, userId, signUp.passwordHash);
  else (await ctx.db.deleteFrom("user_passwords").where("user_id", "=", userId).executeTakeFirst()).numDeletedRows > 0n;
  await endSessions(ctx, userId, { reason: "address_proven" });
}

function taken(error: unknown): never {
  if ((error as { code?: unknown }).code === "23505") {
    throw authError("email_exists", "A user with this email address has already been registered", error);
  }
  throw error;
}
