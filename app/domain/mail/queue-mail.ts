import type { Context } from "../context.ts";
import type { Site } from "../settings/settings.ts";
import { composeMail, usefulSecondsOf } from "./compose-mail.ts";
import { insertMail } from "./mail.sql.ts";
import { isMailbox, MAIL_QUEUED, type MailKind, type Mails, NOTICE_USEFUL_SECONDS } from "./mail.ts";

export type MailToSend<Kind extends MailKind = MailKind> = { to: string; kind: Kind; data: Mails[Kind]; site: Site };

/**
 * Puts a message into the outbox and leaves the sending to a job. Both happen in the transaction of `ctx.db`: when it is
 * rolled back, nothing is sent; when it commits, the message outlives any crash.
 * Where no jobs run (a command beside the server), the server's next start sends it.
 * @param mail `to`: one address
 * @throws Error when the address could be read as anything but one address
 */
export async function queueMail<Kind extends MailKind>(ctx: Context, { to, kind, data, site }: MailToSend<Kind>): Promise<void> {
  if (!isMailbox(to)) throw new Error("mail can't go to something that isn't one address");
  const { subject, text, html, link, code, unsubscribe } = composeMail(kind, data, site);
  const row = { recipient: to, kind, subject, body_text: text, body_html: html, link, code, unsubscribe };
  const id = await insertMail(ctx.db, row, usefulSecondsOf(kind, site) ?? NOTICE_USEFUL_SECONDS);
  await ctx.jobs?.send(MAIL_QUEUED, { id }, { db: ctx.db, key: id });
}
