import { recordAccount } from "../audit/record-account.ts";
import type { Context } from "../context.ts";
import { findById, findPasswordHash, lockById, setPasswordHash, updateAccount } from "./auth.sql.ts";
import type { SessionMeta, SignInMethod } from "./auth-rules.ts";
import { authError, userBanned } from "./errors.ts";
import { deletePassword, deleteSignUpTokens, type PendingSignUp } from "./one-time.sql.ts";
import { type OneTimeKind, type Proof, type Redeemed, redeemOneTime } from "./one-time.ts";
import type { UserRow } from "./present-user.ts";
import { type NotifyOptions, notifyNewUser } from "./send-one-time.ts";
import { endSessions, type Session, startSession } from "./sessions.ts";
import { withMinimumDuration } from "./sign-in.ts";

/** The types a client may name, and the mails whose tokens each redeems. */
const KINDS = new Map<string, readonly OneTimeKind[]>([
  ["email", ["signup", "magiclink", "invite"]],
  ["signup", ["signup"]],
  ["magiclink", ["magiclink"]],
  ["invite", ["invite"]],
  ["recovery", ["recovery"]],
  ["email_change", ["email_change"]],
]);

/** What the link of each mail counts as, once it signs somebody in. */
const METHODS: Record<OneTimeKind, SignInMethod> = {
  signup: "email/signup",
  magiclink: "magiclink",
  invite: "invite",
  recovery: "recovery",
  email_change: "email_change",
  // Proves who goes on with a session; it begins none.
  reauthentication: "otp",
};

/** The mails whose tokens a client means by a type; undefined for a type that there isn't. */
export const kindsOfType = (type: string) => KINDS.get(type);

const expired = ({ token }: { token?: string }) =>
  authError("otp_expired", token === undefined ? "Token has expired or is invalid" : "Email link is invalid or has expired");

/** A code is answered after so long, in ms: counting a wrong one takes time only where an account is. */
const EVEN_MS = 150;

/**
 * Redeems a token of a mail: the address is proven, and its owner signed in. Several at once with one token: one succeeds.
 * @param kinds which mails the token may come from
 * @param told how the site tells its admin of an account that is confirmed by this
 * @throws DomainError otp_expired when it is wrong, used, replaced, too old or tried too often; email_exists when a new
 *   address has been taken by somebody else in the meantime; user_banned for a deactivated account
 */
export async function verifyOneTime(
  ctx: Context,
  kinds: readonly OneTimeKind[],
  proof: Proof,
  meta: SessionMeta,
  told: NotifyOptions,
): Promise<Session> {
  const redeem = () =>
    ctx.db.transaction().execute(async (db) => {
      const inside = { ...ctx, db };
      const redeemed = await redeemOneTime(inside, kinds, proof);
      // A wrong code is counted, so this transaction has to be committed.
      const account = redeemed && (await findById(db, redeemed.userId));
      if (!redeemed || !(await prove(inside, redeemed, told))) return null;
      const method = "code" in proof ? "otp" : METHODS[redeemed.kind];
      const started = await startSession(inside, redeemed.userId, meta, method);
      if (account) await noteWayIn(inside, account, redeemed, method, meta);
      return started;
    });
  const session = await ("code" in proof ? withMinimumDuration(EVEN_MS, redeem) : redeem());
  if (!session) throw expired("token" in proof ? proof : {});
  return session;
}

/** Notes in the activity log what a mail's token was used for. @param account as it was before */
async function noteWayIn(
  ctx: Context,
  account: UserRow,
  { kind, email }: Redeemed,
  method: SignInMethod,
  meta: SessionMeta,
): Promise<void> {
  const action = kind === "recovery" ? "recovery used" : kind === "email_change" ? "email changed" : "signed in";
  await recordAccount(ctx, { action, account, meta, detail: kind === "email_change" ? { to: email } : { method } });
}

/** What follows from the proof of an address. @returns false when it isn't the account's address any more */
async function prove(ctx: Context, { userId, kind, email, signUp }: Redeemed, told: NotifyOptions): Promise<boolean> {
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
  await deleteSignUpTokens(ctx.db, userId);
  await notifyNewUser(ctx, confirmed ?? user, told);
  return true;
}

/**
 * Leaves the account the password of the sign-up that was confirmed, or none: the one that is stored may be anybody's who signed
 * up with this address, and so may the sessions begun with it.
 */
async function setProvenPassword(ctx: Context, userId: string, signUp: PendingSignUp | undefined): Promise<void> {
  const stored = (await findPasswordHash(ctx.db, userId))?.hash;
  if (stored === signUp?.passwordHash) return;
  if (signUp) await setPasswordHash(ctx.db, userId, signUp.passwordHash);
  else await deletePassword(ctx.db, userId);
  await endSessions(ctx, userId, { reason: "address_proven" });
}

function taken(error: unknown): never {
  if ((error as { code?: unknown }).code === "23505") {
    throw authError("email_exists", "A user with this email address has already been registered", error);
  }
  throw error;
}
