import type { JsonObject } from "../../../db/schema.gen.ts";
import { adminRoutes } from "../../admin-routes.ts";
import { shortenAddress } from "../../platform/limits/shorten-address.ts";
import { pathOfSite } from "../../routes.ts";
import { recordAccount } from "../audit/record-account.ts";
import type { Context } from "../context.ts";
import { composeMail } from "../mail/compose-mail.ts";
import type { MailKind } from "../mail/mail.ts";
import { queueMail } from "../mail/send-mail.ts";
import type { NoticeSettings } from "../notifications/notification.ts";
import { notifyAdmin } from "../notifications/notify-admin.ts";
import type { Site } from "../settings/settings.ts";
import { findByEmail, findById, insertAccount } from "./auth.sql.ts";
import type { SessionMeta } from "./auth-rules.ts";
import { deleteToken, findByLink, findByPendingEmail, findSignUps, type PendingSignUp } from "./one-time.sql.ts";
import { hashLink, issueOneTime, type OneTimeKind } from "./one-time.ts";
import type { UserRow } from "./present-user.ts";

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

/** The event of somebody asking for a mail with a one-time token; its data is what they asked for. */
export const EMAIL_REQUESTED = "auth.mail-asked";

/**
 * What somebody asks for who may have an account or not; `email` as accepting.ts takes it. `magiclink` with `create` makes an account where there is none, as
 * far as the site allows; `signup` and `email_change` send a mail once more.
 */
export type EmailRequest = {
  email: string;
  next?: string | undefined;
  /** who asks, for the activity log */
  meta?: Pick<SessionMeta, "address" | "userAgent"> | undefined;
} & (
  | { kind: "recovery" | "signup" | "email_change" }
  | { kind: "magiclink"; create: boolean; metadata: JsonObject; fullName: string | null }
);

/** What the answer depends on. */
type EmailRequestOptions = { site: Site };

/**
 * Takes a wish for a mail. Whether there is such an account is looked up later, by a job: what happens here is the same for
 * every address, and so takes the same time.
 */
export async function requestEmail(ctx: Context, wish: EmailRequest, of: EmailRequestOptions): Promise<void> {
  // What waits in a job shows nobody's whole address.
  const meta = wish.meta && { ...wish.meta, address: shortenAddress(wish.meta.address) };
  const asked = { ...wish, meta, next: pathOfSite(wish.next, of.site.url) };
  if (ctx.jobs) await ctx.jobs.send(EMAIL_REQUESTED, asked, { db: ctx.db, key: `${asked.kind} ${asked.email.toLowerCase()}` });
  else await sendRequestedEmail(ctx, asked, of);
}

/** Sends what was asked for, if the address has an account that may have it; else does nothing. */
export const sendRequestedEmail = (ctx: Context, asked: EmailRequest, { site }: EmailRequestOptions): Promise<void> =>
  inTransaction(ctx, async (inside) => {
    const id = await receiverOf(inside, asked, site);
    if (!id) return;
    const signUp = asked.kind === "signup" ? await onlySignUp(inside, id) : null;
    await mailOneTime(inside, asked.kind, { id, email: asked.email, next: asked.next, signUp }, site);
    const account = asked.kind === "recovery" && asked.meta ? await findById(inside.db, id) : undefined;
    if (account && asked.meta) await recordAccount(inside, { action: "recovery requested", account, meta: asked.meta });
  });

/** The sign-up that waits for an address; null where several do: nobody can tell whose mail is asked for, so it sets no password. */
async function onlySignUp({ db }: Context, userId: string): Promise<PendingSignUp | null> {
  const [first, second] = await findSignUps(db, userId);
  return first && !second ? first : null;
}

/** The id of the account whose owner may be sent what was asked for. */
async function receiverOf({ db }: Context, asked: EmailRequest, site: Site): Promise<string | undefined> {
  const user = await findByEmail(db, asked.email);
  // The owner of an address with an account was told when somebody else wanted it; no link can give it away.
  if (asked.kind === "email_change")
    return user ? undefined : (await findByPendingEmail(db, asked.email)).find(({ is_active }) => is_active)?.id;
  // Nothing but the invitation opens an account that waits for its owner: else it could not be revoked.
  if (user?.invited_at) return undefined;
  if (user) return user.is_active && (asked.kind !== "signup" || user.email_confirmed_at === null) ? user.id : undefined;
  if (asked.kind !== "magiclink" || !asked.create || !site.allowRegistration) return undefined;
  const { email, fullName, metadata } = asked;
  return (await insertAccount(db, { email, full_name: fullName, user_metadata: metadata }))?.id;
}

/** How the site tells its admin of things. */
export type NotifyOptions = { site: Site; notices: NoticeSettings };

/** Tells the admin of an account that is confirmed from now on, in the transaction of `ctx.db`. */
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

/** A link that lets somebody choose a name and a password, once. It is told once: only its hash is kept. */
export type Invitation = { link: string; expiresAt: Date };

/**
 * Makes an invitation for an account, in place of its earlier one, and mails it if wanted. May run in the caller's
 * transaction: account, invitation and mail exist together or not at all.
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

/** Makes an account's invitation worthless. @returns whether there was one */
export const withdrawInvitation = (ctx: Context, userId: string): Promise<boolean> => deleteToken(ctx.db, userId, "invite");

/**
 * Whom a link invites, for the page that it leads to. Nothing is used up by that.
 * @param token of the link
 * @returns null when the invitation is used, replaced, revoked, expired or never was
 */
export async function readInvitation(ctx: Context, token: string): Promise<{ email: string; full_name: string | null } | null> {
  const found = await findByLink(ctx.db, "invite", hashLink(token), ctx.clock.now());
  const user = found && (await findById(ctx.db, found.user_id));
  return user?.is_active ? { email: user.email, full_name: user.full_name } : null;
}
