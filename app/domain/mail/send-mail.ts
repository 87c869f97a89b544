import { isIP } from "node:net";
import type { Context } from "../context.ts";
import type { Site } from "../settings/settings.ts";
import { composeMail, usefulSecondsOf } from "./compose-mail.ts";
import { type ClaimedMail, claimMail, deleteOldMail, dueIn, insertMail, markFailed, markSent, waitingMail } from "./mail.sql.ts";
import {
  isMailbox,
  LEASE_SECONDS,
  MAIL_QUEUED,
  type MailKind,
  type Mails,
  NOTICE_USEFUL_SECONDS,
  OUTBOX_DAYS,
  oneLine,
  pauseAfter,
} from "./mail.ts";

type MailToSend<Kind extends MailKind = MailKind> = { to: string; kind: Kind; data: Mails[Kind]; site: Site };

/**
 * Puts a message into the outbox and queues a job that sends it, both in the transaction of `ctx.db`: nothing is sent if it rolls back,
 * and nothing is lost after it commits. Without jobs (a command next to the server), the server sends it at its next start.
 * @param mail `to`: one email address
 * @throws Error when `to` could be read as anything but one address
 */
export async function queueMail<Kind extends MailKind>(ctx: Context, { to, kind, data, site }: MailToSend<Kind>): Promise<void> {
  if (!isMailbox(to)) throw new Error("a mail must go to exactly one address");
  const { subject, text, html, link, code, unsubscribe } = composeMail(kind, data, site);
  const row = { recipient: to, kind, subject, body_text: text, body_html: html, link, code, unsubscribe };
  const id = await insertMail(ctx.db, row, usefulSecondsOf(kind, site) ?? NOTICE_USEFUL_SECONDS);
  await ctx.jobs?.send(MAIL_QUEUED, { id }, { db: ctx.db, key: id });
}

/** Delivers a message. `keepsSecrets`: the receiver has the link and the code, so the outbox can drop them. */
export type Deliver = { keepsSecrets: boolean; send(mail: ClaimedMail): Promise<void> };

/** Whether the error is permanent, so that retrying is pointless. */
const isForGood = (error: unknown) => (error as { forGood?: unknown } | null)?.forGood === true;

/** The texts without the link and code with which somebody could still sign in. */
function withoutSecrets({ body_text, body_html, link, code }: ClaimedMail) {
  const token = link && new URL(link).searchParams.get("token_hash");
  const clean = (text: string) =>
    [token, code].reduce<string>((rest, secret) => (secret ? rest.replaceAll(secret, "(removed)") : rest), text);
  return { body_text: clean(body_text), body_html: clean(body_html), link: null, code: null };
}

/**
 * Sends one message of the outbox if it is due, once, however often and concurrently it is called. A failure is stored and logged, and
 * retried after a growing pause until the message is no longer useful.
 * @param id the outbox's row
 */
export async function sendMail(ctx: Context, deliver: Deliver, id: string): Promise<void> {
  const mail = await claimMail(ctx.db, id, LEASE_SECONDS);
  if (!mail) return retryLater(ctx, id);
  if (!mail.useful) return fail(ctx, mail, "It couldn't be sent in time to be useful.", null);
  try {
    await deliver.send(mail);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail(ctx, mail, reason, isForGood(error) ? null : pauseAfter(mail.attempts));
  }
  await markSent(ctx.db, id, deliver.keepsSecrets ? withoutSecrets(mail) : {});
  await deleteOldMail(ctx.db, OUTBOX_DAYS);
}

/** The message isn't due, or another process has claimed it and may have died: a later job tries again. */
async function retryLater(ctx: Context, id: string): Promise<void> {
  const due = await dueIn(ctx.db, id);
  if (due) await ctx.jobs?.send(MAIL_QUEUED, { id }, { db: ctx.db, key: id, after: due.seconds });
}

/** Records a failure and queues the next attempt, in one transaction; without `pause` there is none. */
async function fail(ctx: Context, { id, kind, attempts }: ClaimedMail, reason: string, pause: number | null): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    await markFailed(db, id, reason, pause);
    if (pause !== null) await ctx.jobs?.send(MAIL_QUEUED, { id }, { db, key: id, after: pause });
  });
  const fields = { mail: id, kind, attempts, reason };
  if (pause === null) ctx.log.error(fields, "a mail could not be sent and is given up");
  else ctx.log.warn({ ...fields, nextTryIn: pause }, "a mail could not be sent; it is tried again");
}

/** Queues a job for every waiting message, when the site starts: for messages of commands, and for those whose job was lost. */
export async function queueWaiting(ctx: Context): Promise<void> {
  for (const { id, seconds } of await waitingMail(ctx.db)) {
    await ctx.jobs?.send(MAIL_QUEUED, { id }, { db: ctx.db, key: id, after: seconds });
  }
}

type Sender = { name: string; address: string };

/** The sender of messages: the configured mailbox, else "no-reply" at the site's host, in the site's name. */
export function senderOf(site: Site, configured: Sender | undefined): Sender {
  if (configured) return configured;
  return { name: oneLine(site.name), address: `no-reply@${hostOf(site)}` };
}

/** The site's host for email addresses. An IP address can't be used as it is. */
export function hostOf(site: Pick<Site, "url">): string {
  const { hostname } = new URL(site.url);
  return isIP(hostname.replace(/^\[|\]$/g, "")) ? "localhost" : hostname;
}
