import { subscriberOf } from "../../platform/limits/shorten-address.ts";
import { recordAccount } from "../audit/record-account.ts";
import type { Context } from "../context.ts";
import type { Site } from "../settings/model.ts";
import { admitSignIn } from "./admit-try.ts";
import { findWithPassword } from "./auth.sql.ts";
import { authError, invalidCredentials, userBanned } from "./errors.ts";
import { MESSAGES, PASSWORD_MAX, type SessionMeta } from "./model.ts";
import { verifyNothing, verifyPassword } from "./passwords.ts";
import { isCommonPassword } from "./refuse-weak-password.ts";
import { sendWrongPasswords } from "./send-one-time.ts";
import { type Session, startSession } from "./sessions.ts";

export type PasswordSignIn = {
  email: string;
  password: string;
  /** whether only confirmed addresses get in */
  requireConfirmation: boolean;
  /** the address that the password comes from, where it is certain */
  from: string | null;
  /** the name of the site that warns an owner about wrong passwords */
  site: Site;
};

/**
 * Signs in by address and password. After many wrong ones an account's tries have to keep a distance (slow-guessing.ts), and its owner is told
 * by mail, once a day at most. Unknown addresses take as long as known ones; that an account is deactivated or
 * unconfirmed is told only to who knows its password.
 * @returns the session; with `weak_password` when the password is a common one
 * @throws DomainError invalid_credentials, user_banned, email_not_confirmed, over_request_rate_limit
 */
export async function signInWithPassword(ctx: Context, input: PasswordSignIn, meta: SessionMeta): Promise<Session> {
  const { email, password } = input;
  // The database can't be asked for NUL, and no password is as long.
  if (email.includes("\0") || !email.isWellFormed() || password.length > PASSWORD_MAX) throw invalidCredentials();
  const tried = await admitSignIn(ctx, email, input.from);
  const found = await findWithPassword(ctx.db, email.trim());
  const whose = meta.address === null ? undefined : subscriberOf(meta.address);
  const check = found?.hash ? verifyPassword(password, found.hash, whose) : verifyNothing(password, whose);
  const fits = await check.catch(async (error: unknown) => {
    await tried.takeBack();
    throw error;
  });
  if (!found || !fits) {
    const failures = await tried.failed();
    await recordAccount(ctx, { action: "sign-in failed", account: found ?? null, meta, detail: found ? {} : { typed: email } });
    if (found?.is_active && failures !== null) await sendWrongPasswords(ctx, found, { failures, meta }, input.site);
    throw invalidCredentials();
  }
  await tried.takeBack();
  if (!found.is_active) throw userBanned();
  if (input.requireConfirmation && found.email_confirmed_at === null)
    throw authError("email_not_confirmed", "Email not confirmed");
  const session = await startSession(ctx, found.id, meta);
  await recordAccount(ctx, { action: "signed in", account: found, meta, detail: { method: "password" } });
  if (!isCommonPassword(password)) return session;
  return { ...session, weak_password: { message: MESSAGES.commonPassword, reasons: ["pwned"] } };
}
