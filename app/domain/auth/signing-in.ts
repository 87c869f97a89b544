import { subscriberOf } from "../../platform/limits/shorten-address.ts";
import type { Context } from "../context.ts";
import { authError, invalidCredentials, userBanned } from "./errors.ts";
import { isCommonPassword, MESSAGES, PASSWORD_MAX, type SessionMeta } from "./model.ts";
import { verifyNothing, verifyPassword } from "./passwords.ts";
import { findWithPassword } from "./queries.ts";
import { type Session, startSession } from "./sessions.ts";

export type PasswordSignIn = {
  email: string;
  password: string;
  /** whether only confirmed addresses get in */
  requireConfirmation: boolean;
};

/**
 * Signs in by address and password. Unknown addresses take as long as known ones; that an account is deactivated or
 * unconfirmed is told only to who knows its password.
 * @returns the session; with `weak_password` when the password is a common one
 * @throws DomainError invalid_credentials, user_banned, email_not_confirmed, over_request_rate_limit
 */
export async function signInWithPassword(ctx: Context, input: PasswordSignIn, meta: SessionMeta): Promise<Session> {
  const { email, password } = input;
  // The database can't be asked for NUL, and no password is as long.
  if (email.includes("\0") || !email.isWellFormed() || password.length > PASSWORD_MAX) throw invalidCredentials();
  const found = await findWithPassword(ctx.db, email.trim());
  const whose = meta.address === null ? undefined : subscriberOf(meta.address);
  const fits = found?.hash ? await verifyPassword(password, found.hash, whose) : await verifyNothing(password, whose);
  if (!found || !fits) throw invalidCredentials();
  if (!found.is_active) throw userBanned();
  if (input.requireConfirmation && found.email_confirmed_at === null)
    throw authError("email_not_confirmed", "Email not confirmed");
  const session = await startSession(ctx, found.id, meta);
  if (!isCommonPassword(password)) return session;
  return { ...session, weak_password: { message: MESSAGES.commonPassword, reasons: ["pwned"] } };
}
