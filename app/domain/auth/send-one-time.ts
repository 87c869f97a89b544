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

/** `next`: the path to open after the link, from the client; `signUp`: what a sign-up's mail confirms, null for the email address alone. */
export type Receiver = { id: string; email: string; next?: string | undefined; signUp?: PendingSignUp | null };

const inTransaction = <T>(ctx: Context, steps: (ctx: Context) => Promise<T>): Promise<T> =>
  ctx.db.isTransaction ? steps(ctx) : ctx.db.transaction().execute((db) => steps({ ...ctx, db }));

const mailOneTime = (ctx: Context, kind: MailedKind, { id, email, next, signUp = null }: Receiver, site: Site): Promise<void> =>
  inTransaction(ctx, async (inside) => {
    const { code, token } = await issueOneTime(inside, { userId: id, kind, email, signUp, sendsMail: site.sendsMail });
    const path = pathOfSite(next, site.url);
    await queueMail(inside, { to: email, kind: MAILS[kind], data: { code, token, ...(path && { next: path }) }, site });
  });

/** May run in the transaction of the sign-up. */
export const sendConfirmation = (ctx: Context, user: Receiver & { signUp: PendingSignUp }, site: Site) =>
  mailOneTime(ctx, "signup", user, site);

/** Takes as long as a confirmation. */
export const sendAccountExists = (ctx: Context, { email }: { email: string }, site: Site) =>
  inTransaction(ctx, (inside) => queueMail(inside, { to: email, kind: "account_exists", data: {}, site }));

export const sendPasswordChanged = (ctx: Context, { email }: { email: string }, site: Site) =>
  inTransaction(ctx, (inside) => queueMail(inside, { to: email, kind: "password_changed", data: {}, site }));

/**
 * Notifies the old email address, too. The caller stores the new one in `pending_email`, in the same transaction. If it has an account
 * already, only its owner is notified, so nobody else learns about it.
 */
export const sendEmailChange = (ctx: Context, user: Receiver, newEmail: string, site: Site) =>
  inTransaction(ctx, async (inside) => {
    const owner = await findByEmail(inside.db, newEmail);
    if (!owner) await mailOneTime(inside, "email_change", { ...user, email: newEmail }, site);
    else if (owner.is_active) await queueMail(inside, { to: newEmail, kind: "email_change_taken", data: {}, site });
    await queueMail(inside, { to: user.email, kind: "email_change_notice", data: { newEmail }, site });
  });

/** How many wrong passwords there were, and the network of the last one. */
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

/** Valid only in the user's own session. */
export const sendReauthentication = (ctx: Context, { id, email }: Receiver, site: Site): Promise<void> =>
  inTransaction(ctx, async (inside) => {
    const request = { userId: id, kind: "reauthentication", email, sendsMail: site.sendsMail } as const;
    const { code } = await issueOneTime(inside, request);
    await queueMail(inside, { to: email, kind: "reauthentication", data: { code }, site });
  });

/** Its data is the request. */
export const EMAIL_REQUESTED = "auth.mail-asked";

/** With or without an account. `magiclink` with `create` may make one; `signup` and `email_change` send a mail again. */
export type EmailRequest = {
  email: string;
  next?: string | undefined;
  meta?: Pick<SessionMeta, "address" | "userAgent"> | undefined;
} & (
  | { kind: "recovery" | "signup" | "email_change" }
  | { kind: "magiclink"; create: boolean; metadata: JsonObject; fullName: string | null }
);

type EmailRequestOptions = { site: Site };

/** A job looks up the account later, so this takes the same time for every email address. */
export async function requestEmail(ctx: Context, request: EmailRequest, of: EmailRequestOptions): Promise<void> {
  // A job must not contain a whole IP address.
  const meta = request.meta && { ...request.meta, address: shortenAddress(request.meta.address) };
  const asked = { ...request, meta, next: pathOfSite(request.next, of.site.url) };
  if (ctx.jobs) await ctx.jobs.send(EMAIL_REQUESTED, asked, { db: ctx.db, key: `${asked.kind} ${asked.email.toLowerCase()}` });
  else await sendRequestedEmail(ctx, asked, of);
}

/** Does nothing unless the email address has an account that may receive the mail. */
export const sendRequestedEmail = (ctx: Context, asked: EmailRequest, { site }: EmailRequestOptions): Promise<void> =>
  inTransaction(ctx, async (inside) => {
    const id = await receiverOf(inside, asked, site);
    if (!id) return;
    const signUp = asked.kind === "signup" ? await onlySignUp(inside, id) : null;
    await mailOneTime(inside, asked.kind, { id, email: asked.email, next: asked.next, signUp }, site);
    const account = asked.kind === "recovery" && asked.meta ? await findById(inside.db, id) : undefined;
    if (account && asked.meta) await recordAccount(inside, { action: "recovery requested", account, meta: asked.meta });
  });

/** Null if there are several: it is unclear who requested the mail, so it must not set a password. */
async function onlySignUp({ db }: Context, userId: string): Promise<PendingSignUp | null> {
  const [first, second] = await findSignUps(db, userId);
  return first && !second ? first : null;
}

async function receiverOf({ db }: Context, asked: EmailRequest, site: Site): Promise<string | undefined> {
  const user = await findByEmail(db, asked.email);
  // The owner of an account was notified when someone else wanted its address. No link may give it away.
  if (asked.kind === "email_change")
    return user ? undefined : (await findByPendingEmail(db, asked.email)).find(({ is_active }) => is_active)?.id;
  // Otherwise an invitation couldn't be revoked.
  if (user?.invited_at) return undefined;
  if (user) return user.is_active && (asked.kind !== "signup" || user.email_confirmed_at === null) ? user.id : undefined;
  if (asked.kind !== "magiclink" || !asked.create || !site.allowRegistration) return undefined;
  const { email, fullName, metadata } = asked;
  return (await insertAccount(db, { email, full_name: fullName, user_metadata: metadata }))?.id;
}

export type NotifyOptions = { site: Site; notices: NoticeSettings };

/** In the transaction of `ctx.db`. */
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

/** Returned once: only the hash is stored. */
export type Invitation = { link: string; expiresAt: Date };

/** Replaces an earlier one. May run in the caller's transaction, so that account, invitation and mail are stored together or not at all. */
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

/** @returns whether there was one */
export const withdrawInvitation = (ctx: Context, userId: string): Promise<boolean> => deleteToken(ctx.db, userId, "invite");

/** For the page of the link; doesn't use up the invitation. Null if it was used, replaced or revoked, has expired, or never existed. */
export async function readInvitation(ctx: Context, token: string): Promise<{ email: string; full_name: string | null } | null> {
  const found = await findByLink(ctx.db, "invite", hashLink(token), ctx.clock.now());
  const user = found && (await findById(ctx.db, found.user_id));
  return user?.is_active ? { email: user.email, full_name: user.full_name } : null;
}
