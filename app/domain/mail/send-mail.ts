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

/** Hands a message over. `keepsSecrets`: whoever has it keeps the link and the code, so the outbox need not. */
export type Deliver = { keepsSecrets: boolean; send(mail: ClaimedMail): Promise<void> };

/** An error that says that trying again is of no use. */
const isForGood = (error: unknown) => (error as { forGood?: unknown } | null)?.forGood === true;

/** The texts without what would still let somebody in. */
function withoutSecrets({ body_text, body_html, link, code }: ClaimedMail) {
  const token = link && new URL(link).searchParams.get("token_hash");
  const clean = (text: string) =>
    [token, code].reduce<string>((rest, secret) => (secret ? rest.replaceAll(secret, "(removed)") : rest), text);
  return { body_text: clean(body_text), body_html: clean(body_html), link: null, code: null };
}

/**
 * Sends one message of the outbox, if it is due; once however often it is called, and by however many at a time. A refusal
 * is noted in the row and in the log, and tried again after a growing pause until the message is of no use any more.
 * @param id the outbox's row
 */
export async function sendMail(ctx: Context, deliver: Deliver, id: string): Promise<void> {
  const mail = await claimMail(ctx.db, id, LEASE_SECONDS);
  if (!mail) return again(ctx, id);
  if (!mail.useful) return fail(ctx, mail, "It was not sent in time to be of use.", null);
  try {
    await deliver.send(mail);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail(ctx, mail, reason, isForGood(error) ? null : pauseAfter(mail.attempts));
  }
  await markSent(ctx.db, id, deliver.keepsSecrets ? withoutSecrets(mail) : {});
  await deleteOldMail(ctx.db, OUTBOX_DAYS);
}

/** The message isn't due, or with a process that may have died over it: a later job looks again. */
async function again(ctx: Context, id: string): Promise<void> {
  const due = await dueIn(ctx.db, id);
  if (due) await ctx.jobs?.send(MAIL_QUEUED, { id }, { db: ctx.db, key: id, after: due.seconds });
}

/** Notes a failure, and in the same transaction when to try again; `pause` null: never. */
async function fail(ctx: Context, { id, kind, attempts }: ClaimedMail, reason: string, pause: number | null): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    await markFailed(db, id, reason, pause);
    if (pause !== null) await ctx.jobs?.send(MAIL_QUEUED, { id }, { db, key: id, after: pause });
  });
  const fields = { mail: id, kind, attempts, reason };
  if (pause === null) ctx.log.error(fields, "a mail could not be sent and is given up");
  else ctx.log.warn({ ...fields, nextTryIn: pause }, "a mail could not be sent; it is tried again");
}

/** Sees to it that every message that waits has a job: those of commands, and those whose job was lost. For the start. */
export async function queueWaiting(ctx: Context): Promise<void> {
  for (const { id, seconds } of await waitingMail(ctx.db)) {
    await ctx.jobs?.send(MAIL_QUEUED, { id }, { db: ctx.db, key: id, after: seconds });
  }
}

type Sender = string | { name: string; address: string };

/** Who messages come from: the configured mailbox, else "no-reply" at the site's own host, in the site's name. */
export function senderOf(site: Site, configured: string | undefined): Sender {
  if (configured) return configured;
  return { name: oneLine(site.name), address: `no-reply@${hostOf(site)}` };
}

/** The site's host as a part of addresses: an IP address can't be one as it is. */
export function hostOf(site: Site): string {
  const { hostname } = new URL(site.url);
  return isIP(hostname.replace(/^\[|\]$/g, "")) ? "localhost" : hostname;
}
