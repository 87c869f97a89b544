import { adminRoutes } from "../../admin-routes.ts";
import type { Context } from "../context.ts";
import { composeMail } from "../mail/compose-mail.ts";
import { queueMail } from "../mail/queue-mail.ts";
import type { NoticeSettings } from "../notifications/notification.ts";
import { notifyAdmin } from "../notifications/notify-admin.ts";
import type { Site } from "../settings/settings.ts";
import { findById } from "./auth.sql.ts";
import { deleteToken, findByLink } from "./one-time.sql.ts";
import { hashLink, issueOneTime } from "./one-time.ts";
import type { UserRow } from "./present-user.ts";
import { inTransaction } from "./send-one-time.ts";

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
