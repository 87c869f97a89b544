import { isIP } from "node:net";
import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import type { Context } from "../context.ts";
import type { Site } from "../settings/settings.ts";
import { composeMail, usefulSecondsOf } from "./compose-mail.ts";
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

const seconds = (count: number) => sql<Date>`now() + make_interval(secs => ${count})`;

export type MailToSend<Kind extends MailKind = MailKind> = { to: string; kind: Kind; data: Mails[Kind]; site: Site };

/**
 * In the transaction of `ctx.db`: nothing is sent if it rolls back, and nothing is lost after it commits. Without jobs (a command next to
 * the server), the server sends it at its next start. @throws Error when `to` could be read as anything but one address
 */
export async function queueMail<Kind extends MailKind>(ctx: Context, mail: MailToSend<Kind>): Promise<{ id: string }> {
  const [id] = await insertMails(ctx.db, [mail]);
  if (id === undefined) throw new Error("the outbox returns the id of a row");
  await ctx.jobs?.send(MAIL_QUEUED, { id }, { db: ctx.db, key: id });
  return { id };
}

/** As `queueMail`, in one statement for all mails and one for their jobs. */
export async function queueMails<Kind extends MailKind>(ctx: Context, mails: MailToSend<Kind>[]): Promise<void> {
  if (mails.length === 0) return;
  const ids = await insertMails(ctx.db, mails);
  const jobs = ids.map((id) => ({ key: id, data: { id } }));
  await ctx.jobs?.sendAll(MAIL_QUEUED, jobs, { db: ctx.db });
}

/** The database's clock, because the times are compared with those of its jobs. */
async function insertMails<Kind extends MailKind>(db: Db, mails: MailToSend<Kind>[]): Promise<string[]> {
  const values = mails.map(({ to, kind, data, site }) => {
    if (!isMailbox(to)) throw new Error("a mail must go to exactly one address");
    const { text, html, ...mail } = composeMail(kind, data, site);
    const useful_until = seconds(usefulSecondsOf(kind, site) ?? NOTICE_USEFUL_SECONDS);
    return { ...mail, recipient: to, kind, body_text: text, body_html: html, useful_until };
  });
  const rows = await db.insertInto("outbox").values(values).returning("id").execute();
  return rows.map(({ id }) => id);
}

/** For one attempt: nobody else can claim it for `lease` seconds. Undefined if it is sent, given up, or claimed by another process. */
const claimMail = (db: Db, id: string, lease: number) =>
  db
    .updateTable("outbox")
    .set({ attempts: sql`attempts + 1`, next_attempt_at: seconds(lease) })
    .where("id", "=", id)
    .where("sent_at", "is", null)
    .where("given_up_at", "is", null)
    .where("next_attempt_at", "<=", sql<Date>`now()`)
    .returning(["id", "recipient", "kind", "subject", "body_text", "body_html", "link", "code", "attempts", "unsubscribe"])
    .returning(sql<boolean>`useful_until > now()`.as("useful"))
    .executeTakeFirst();

export type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimMail>>>;

/** `keepsSecrets`: the receiver has the link and the code, so the outbox can drop them. */
export type Deliver = { keepsSecrets: boolean; send(mail: ClaimedMail): Promise<void> };

const isForGood = (error: unknown) => (error as { forGood?: unknown } | null)?.forGood === true;

/** Somebody could still sign in or subscribe with link and code. */
function withoutSecrets({ body_text, body_html, link, code }: ClaimedMail) {
  const query = link && new URL(link).searchParams;
  const token = query && (query.get("token_hash") ?? query.get("token"));
  const clean = (text: string) =>
    [token, code].reduce<string>((rest, secret) => (secret ? rest.replaceAll(secret, "(removed)") : rest), text);
  return { body_text: clean(body_text), body_html: clean(body_html), link: null, code: null };
}

/** Once, however often it is called. Retries after a growing pause until the message is no longer useful. */
export async function sendMail(ctx: Context, deliver: Deliver, id: string): Promise<void> {
  const mail = await claimMail(ctx.db, id, LEASE_SECONDS);
  if (!mail) return retryLater(ctx, id);
  if (!mail.useful) return fail(ctx, mail, "It couldn’t be sent in time to be useful.", null);
  try {
    await deliver.send(mail);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail(ctx, mail, reason, isForGood(error) ? null : pauseAfter(mail.attempts));
  }
  await ctx.db
    .updateTable("outbox")
    .set({ ...(deliver.keepsSecrets ? withoutSecrets(mail) : {}), sent_at: sql`now()`, last_error: null })
    .where("id", "=", id)
    .execute();
  await ctx.db.deleteFrom("outbox").where("created_at", "<", sql<Date>`now() - make_interval(days => ${OUTBOX_DAYS})`).execute();
}

async function retryLater(ctx: Context, id: string): Promise<void> {
  const due = await ctx.db
    .selectFrom("outbox")
    .select(sql<number>`greatest(0, ceil(extract(epoch from next_attempt_at - now())))::int`.as("seconds"))
    .where("id", "=", id)
    .where("sent_at", "is", null)
    .where("given_up_at", "is", null)
    .executeTakeFirst();
  if (due) await ctx.jobs?.send(MAIL_QUEUED, { id }, { db: ctx.db, key: id, after: due.seconds });
}

async function fail(ctx: Context, { id, kind, attempts }: ClaimedMail, reason: string, pause: number | null): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    await db
      .updateTable("outbox")
      .set({ last_error: reason, ...(pause === null ? { given_up_at: sql`now()` } : { next_attempt_at: seconds(pause) }) })
      .where("id", "=", id)
      .execute();
    if (pause !== null) await ctx.jobs?.send(MAIL_QUEUED, { id }, { db, key: id, after: pause });
  });
  const fields = { mail: id, kind, attempts, reason };
  if (pause === null) ctx.log.error(fields, "a mail could not be sent and is given up");
  else ctx.log.warn({ ...fields, nextTryIn: pause }, "a mail could not be sent; it is tried again");
}

const waitingMail = (db: Db) =>
  db
    .selectFrom("outbox")
    .select("id")
    .select(sql<number>`greatest(0, ceil(extract(epoch from next_attempt_at - now())))::int`.as("seconds"))
    .where("sent_at", "is", null)
    .where("given_up_at", "is", null)
    .execute();

/** At the start of the site: for messages of commands, and for those whose job was lost. */
export async function queueWaiting(ctx: Context): Promise<void> {
  for (const { id, seconds } of await waitingMail(ctx.db)) {
    await ctx.jobs?.send(MAIL_QUEUED, { id }, { db: ctx.db, key: id, after: seconds });
  }
}

type Sender = { name: string; address: string };

/** The configured mailbox, else "no-reply" at the site's host, in the site's name. */
export function senderOf(site: Site, configured: Sender | undefined): Sender {
  if (configured) return configured;
  return { name: oneLine(site.name), address: `no-reply@${hostOf(site)}` };
}

/** An IP address can't be used in email addresses as it is. */
export function hostOf(site: Pick<Site, "url">): string {
  const { hostname } = new URL(site.url);
  return isIP(hostname.replace(/^\[|\]$/g, "")) ? "localhost" : hostname;
}
