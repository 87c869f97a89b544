import { shortenAddress } from "../../platform/limits/shorten-address.ts";
import { pathOfSite } from "../../routes.ts";
import type { Context } from "../context.ts";
import type { MailKind } from "../mail/mail.ts";
import { queueMail } from "../mail/queue-mail.ts";
import type { Site } from "../settings/settings.ts";
import { findByEmail } from "./auth.sql.ts";
import type { SessionMeta } from "./auth-rules.ts";
import type { PendingSignUp } from "./one-time.sql.ts";
import { issueOneTime, type OneTimeKind } from "./one-time.ts";

/** The mails whose link redeems their token. */
type MailedKind = Exclude<OneTimeKind, "reauthentication">;

const MAILS = {
  signup: "confirm",
  recovery: "recovery",
  magiclink: "magiclink",
  invite: "invite",
  email_change: "email_change",
} as const satisfies Record<MailedKind, MailKind>;

/**
 * Whom a mail is for; `next`: where to go on to once its link has been used, as a client named it; `signUp`: what the mail of a
 * sign-up confirms, null for the address alone.
 */
export type Receiver = { id: string; email: string; next?: string | undefined; signUp?: PendingSignUp | null };

/** Does several steps as one: in the caller's transaction when it has one, else in one of its own. */
export const inTransaction = <T>(ctx: Context, steps: (ctx: Context) => Promise<T>): Promise<T> =>
  ctx.db.isTransaction ? steps(ctx) : ctx.db.transaction().execute((db) => steps({ ...ctx, db }));

/** Makes a one-time token for an address and queues the mail that carries it; the two exist together or not at all. */
export const mailOneTime = (
  ctx: Context,
  kind: MailedKind,
  { id, email, next, signUp = null }: Receiver,
  site: Site,
): Promise<void> =>
  inTransaction(ctx, async (inside) => {
    const { code, token } = await issueOneTime(inside, { userId: id, kind, email, signUp, sendsMail: site.sendsMail });
    const path = pathOfSite(next, site.url);
    await queueMail(inside, { to: email, kind: MAILS[kind], data: { code, token, ...(path && { next: path }) }, site });
  });

/** Asks whoever signed up to prove that the address is theirs. May run in the transaction of the sign-up. */
export const sendConfirmation = (ctx: Context, user: Receiver & { signUp: PendingSignUp }, site: Site) =>
  mailOneTime(ctx, "signup", user, site);

/** Tells whoever signs up with the address of an account that there is one. Costs as much as a confirmation. */
export const sendAccountExists = (ctx: Context, { email }: { email: string }, site: Site) =>
  inTransaction(ctx, (inside) => queueMail(inside, { to: email, kind: "account_exists", data: {}, site }));

/** Tells a user that their password was changed. */
export const sendPasswordChanged = (ctx: Context, { email }: { email: string }, site: Site) =>
  inTransaction(ctx, (inside) => queueMail(inside, { to: email, kind: "password_changed", data: {}, site }));

/**
 * Asks for proof of a new address, and tells the old one. The address changes when the mail's link is used; until then it
 * is kept in `pending_email`, which the caller sets in the same transaction. The owner of an address that has an account is told
 * instead, and nobody else learns of it.
 * @param user the account with its present address
 */
export const sendEmailChange = (ctx: Context, user: Receiver, newEmail: string, site: Site) =>
  inTransaction(ctx, async (inside) => {
    const owner = await findByEmail(inside.db, newEmail);
    if (!owner) await mailOneTime(inside, "email_change", { ...user, email: newEmail }, site);
    else if (owner.is_active) await queueMail(inside, { to: newEmail, kind: "email_change_taken", data: {}, site });
    await queueMail(inside, { to: user.email, kind: "email_change_notice", data: { newEmail }, site });
  });

/** Tells an account's owner that somebody tries wrong passwords: how many there were, and from which network the last one came. */
export const sendWrongPasswords = (
  ctx: Context,
  { email }: { email: string },
  { failures, meta }: { failures: number; meta: Pick<SessionMeta, "address"> },
  site: Site,
) =>
  inTransaction(ctx, (inside) =>
    queueMail(inside, {
      to: email,
      kind: "wrong_passwords",
      data: { failures, network: shortenAddress(meta.address) },
      site,
    }),
  );

/** Mails a code that proves once more who somebody is. It works in their own session alone. */
export const sendReauthentication = (ctx: Context, { id, email }: Receiver, site: Site): Promise<void> =>
  inTransaction(ctx, async (inside) => {
    const wish = { userId: id, kind: "reauthentication", email, sendsMail: site.sendsMail } as const;
    const { code } = await issueOneTime(inside, wish);
    await queueMail(inside, { to: email, kind: "reauthentication", data: { code }, site });
  });
