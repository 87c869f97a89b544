import type { JsonObject } from "../../../db/schema.gen.ts";
import { adminRoutes } from "../../admin-routes.ts";
import { shortenAddress } from "../../platform/ip-address.ts";
import { pathOfSite } from "../../routes.ts";
import { recordAccount } from "../audit/record-account.ts";
import type { Context } from "../context.ts";
import { composeMail } from "../mail/compose-mail.ts";
import type { MailKind } from "../mail/mail.ts";
import { queueMail } from "../mail/send-mail.ts";
import type { NoticeSettings } from "../notifications/notification.ts";
import { notifyAdmin } from "../notifications/notify-admin.ts";
import type { Site } from "../settings/settings.ts";
import {
  deleteToken,
  findByEmail,
  findById,
  findByLink,
  findByPendingEmail,
  findSignUps,
  insertAccount,
  type PendingSignUp,
} from "./auth.sql.ts";
import type { SessionMeta } from "./auth-rules.ts";
import { hashLink, issueOneTime, type OneTimeKind } from "./one-time.ts";
import type { UserRow } from "./present-user.ts";

type MailedKind = Exclude<OneTimeKind, "reauthentication">;

const MAILS = {
  signup: "confirm",
  recovery: "recovery",
  magiclink: "magiclink",
  invite: "invite",
  email_change: "email_change",
} as const satisfies Record<MailedKind, MailKind>;

/**
 * The receiver of a mail. `next`: the path to open after the link, as the client named it; `signUp`: what the mail of a sign-up
 * confirms, null for the email address alone.
 */
export type Receiver = { id: string; email: string; next?: string | undefined; signUp?: PendingSignUp | null };

/** Runs several steps in one transaction: the caller's if there is one, else a new one. */
const inTransaction = <T>(ctx: Context, steps: (ctx: Context) => Promise<T>): Promise<T> =>
  ctx.db.isTransaction ? steps(ctx) : ctx.db.transaction().execute((db) => steps({ ...ctx, db }));

const mailOneTime = (ctx: Context, kind: MailedKind, { id, email, next, signUp = null }: Receiver, site: Site): Promise<void> =>
  inTransaction(ctx, async (inside) => {
    const { code, token } = await issueOneTime(inside, { userId: id, kind, email, signUp, sendsMail: site.sendsMail });
    const path = pathOfSite(next, site.url);
    await queueMail(inside, { to: email, kind: MAILS[kind], data: { code, token, ...(path && { next: path }) }, site });
  });

/** Asks a user who signed up to confirm their email address. May run in the transaction of the sign-up. */
export const sendConfirmation = (ctx: Context, user: Receiver & { signUp: PendingSignUp }, site: Site) =>
  mailOneTime(ctx, "signup", user, site);

/** Tells the owner of an account that somebody signed up with its email address. Takes as long as a confirmation. */
export const sendAccountExists = (ctx: Context, { email }: { email: string }, site: Site) =>
  inTransaction(ctx, (inside) => queueMail(inside, { to: email, kind: "account_exists", data: {}, site }));

export const sendPasswordChanged = (ctx: Context, { email }: { email: string }, site: Site) =>
  inTransaction(ctx, (inside) => queueMail(inside, { to: email, kind: "password_changed", data: {}, site }));

/**
 * Asks the new email address for confirmation and notifies the old one. The email address changes when the link of the mail is used;
 * until then the caller stores it in `pending_email`, in the same transaction. If the new address already has an account, only its
 * owner is notified, so nobody else learns about it.
 * @param user the account, with its current email address
 */
export const sendEmailChange = (ctx: Context, user: Receiver, newEmail: string, site: Site) =>
  inTransaction(ctx, async (inside) => {
    const owner = await findByEmail(inside.db, newEmail);
    if (!owner) await mailOneTime(inside, "email_change", { ...user, email: newEmail }, site);
    else if (owner.is_active) await queueMail(inside, { to: newEmail, kind: "email_change_taken", data: {}, site });
    await queueMail(inside, { to: user.email, kind: "email_change_notice", data: { newEmail }, site });
  });

/** Warns the owner of an account about wrong passwords: how many there were, and the network of the last one. */
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

/** Mails a code for reauthentication. It is valid only in the user's own session. */
export const sendReauthentication = (ctx: Context, { id, email }: Receiver, site: Site): Promise<void> =>
  inTransaction(ctx, async (inside) => {
    const request = { userId: id, kind: "reauthentication", email, sendsMail: site.sendsMail } as const;
    const { code } = await issueOneTime(inside, request);
    await queueMail(inside, { to: email, kind: "reauthentication", data: { code }, site });
  });

/** The event of a request for a mail with a one-time token; its data is the request. */
export const EMAIL_REQUESTED = "auth.mail-asked";

/**
 * A request for a mail; the email address may have an account or not. `email` is checked by `acceptEmail`. `magiclink` with `create`
 * makes an account if there is none and the site allows it; `signup` and `email_change` send a mail again.
 */
export type EmailRequest = {
  email: string;
  next?: string | undefined;
  /** who requests it, for the activity log */
  meta?: Pick<SessionMeta, "address" | "userAgent"> | undefined;
} & (
  | { kind: "recovery" | "signup" | "email_change" }
  | { kind: "magiclink"; create: boolean; metadata: JsonObject; fullName: string | null }
);

type EmailRequestOptions = { site: Site };

/** Takes a request for a mail. A job looks up the account later, so this takes the same time for every email address. */
export async function requestEmail(ctx: Context, request: EmailRequest, of: EmailRequestOptions): Promise<void> {
  // A waiting job must not contain a whole IP address.
  const meta = request.meta && { ...request.meta, address: shortenAddress(request.meta.address) };
  const asked = { ...request, meta, next: pathOfSite(request.next, of.site.url) };
  if (ctx.jobs) await ctx.jobs.send(EMAIL_REQUESTED, asked, { db: ctx.db, key: `${asked.kind} ${asked.email.toLowerCase()}` });
  else await sendRequestedEmail(ctx, asked, of);
}

/** Sends the requested mail if the email address has an account that may receive it; otherwise does nothing. */
export const sendRequestedEmail = (ctx: Context, asked: EmailRequest, { site }: EmailRequestOptions): Promise<void> =>
  inTransaction(ctx, async (inside) => {
    const id = await receiverOf(inside, asked, site);
    if (!id) return;
    const signUp = asked.kind === "signup" ? await onlySignUp(inside, id) : null;
    await mailOneTime(inside, asked.kind, { id, email: asked.email, next: asked.next, signUp }, site);
    const account = asked.kind === "recovery" && asked.meta ? await findById(inside.db, id) : undefined;
    if (account && asked.meta) await recordAccount(inside, { action: "recovery requested", account, meta: asked.meta });
  });

/**
 * The unconfirmed sign-up of an account. Null if there are several: it is unclear who requested the mail, so it must not set a
 * password.
 */
async function onlySignUp({ db }: Context, userId: string): Promise<PendingSignUp | null> {
  const [first, second] = await findSignUps(db, userId);
  return first && !second ? first : null;
}

async function receiverOf({ db }: Context, asked: EmailRequest, site: Site): Promise<string | undefined> {
  const user = await findByEmail(db, asked.email);
  // If the address has an account, its owner was notified when someone else wanted it. No link may give it away.
  if (asked.kind === "email_change")
    return user ? undefined : (await findByPendingEmail(db, asked.email)).find(({ is_active }) => is_active)?.id;
  // Only the invitation opens an invited account; otherwise it could not be revoked.
  if (user?.invited_at) return undefined;
  if (user) return user.is_active && (asked.kind !== "signup" || user.email_confirmed_at === null) ? user.id : undefined;
  if (asked.kind !== "magiclink" || !asked.create || !site.allowRegistration) return undefined;
  const { email, fullName, metadata } = asked;
  return (await insertAccount(db, { email, full_name: fullName, user_metadata: metadata }))?.id;
}

export type NotifyOptions = { site: Site; notices: NoticeSettings };

/** Notifies the admin about a newly confirmed account, in the transaction of `ctx.db`. */
export const notifyNewUser = (
  ctx: Context,
  { email, full_name }: Pick<UserRow, "email" | "full_name">,
  { site, notices }: NotifyOptions,
): Promise<void> =>
  notifyAdmin(ctx, notices, site, {
    kind: "user",
    title: `New user: ${full_name ?? email}`,
    text: full_name === null ? "" : email,
    path: adminRoutes.users(),
  });

/** A link with which somebody chooses a name and a password, once. It is returned once: only its hash is stored. */
export type Invitation = { link: string; expiresAt: Date };

/**
 * Issues an invitation for an account, replacing an earlier one, and mails it if wanted. May run in the caller's transaction, so that
 * account, invitation and mail are stored together or not at all.
 */
export const issueInvitation = (
  ctx: Context,
  { id, email }: { id: string; email: string },
  site: Site,
  { mail }: { mail: boolean },
): Promise<Invitation> =>
  inTransaction(ctx, async (inside) => {
    const { expiresAt, ...secrets } = await issueOneTime(inside, { userId: id, kind: "invite", email });
    if (mail) await queueMail(inside, { to: email, kind: "invite", data: secrets, site });
    return { link: composeMail("invite", secrets, site).link ?? "", expiresAt };
  });

/** Revokes an account's invitation. @returns whether there was one */
export const withdrawInvitation = (ctx: Context, userId: string): Promise<boolean> => deleteToken(ctx.db, userId, "invite");

/**
 * Reads whom a link invites, for the page that it opens. This doesn't use up the invitation.
 * @param token of the link
 * @returns null if the invitation was used, replaced or revoked, has expired, or never existed
 */
export async function readInvitation(ctx: Context, token: string): Promise<{ email: string; full_name: string | null } | null> {
  const found = await findByLink(ctx.db, "invite", hashLink(token), ctx.clock.now());
  const user = found && (await findById(ctx.db, found.user_id));
  return user?.is_active ? { email: user.email, full_name: user.full_name } : null;
}
