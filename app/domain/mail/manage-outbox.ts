import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { DomainError, notFound } from "../errors.ts";
import { paged } from "../schema-fields.ts";
import type { Site } from "../settings/settings.ts";
import { systemPolicy } from "../system/system.policy.ts";
import { adviseOnError } from "./advise-on-error.ts";
import {
  MAIL_QUEUED,
  MAIL_STATES,
  type MailState,
  NOTICE_USEFUL_SECONDS,
  OUTBOX_PAGE_SIZE_MAX,
  type OutboxCounts,
  type OutboxMail,
  type OutboxPage,
} from "./mail.ts";
import { queueMail } from "./send-mail.ts";

const conflict = (code: string, message: string) => new DomainError("conflict", code, message);

const SHOWN = [
  "id",
  "recipient",
  "kind",
  "subject",
  "link",
  "code",
  "body_text",
  "created_at",
  "sent_at",
  "attempts",
  "last_error",
] as const;

/** A generated column (0015_back_office.sql), which has no other values. */
const STATE = sql<MailState>`state`.as("state");

/** @throws DomainError `forbidden`; not found; a conflict (`mail_sent`, or `mail_expired` when link and code have expired) */
export async function retryMail(ctx: Context, actor: Actor, id: string): Promise<OutboxMail> {
  authorize(actor, systemPolicy.retryMail);
  return ctx.db.transaction().execute(async (db) => {
    const mail = await db
      .selectFrom("outbox")
      .select(SHOWN)
      .select([STATE, sql<boolean>`(code is not null or kind = 'invite') and useful_until <= now()`.as("expired")])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!mail) throw notFound("Mail");
    if (mail.state !== "waiting" && mail.state !== "given up") throw conflict("mail_sent", "This email has already been sent.");
    if (mail.expired) throw conflict("mail_expired", "The link in this email has expired. Ask for a new one instead.");
    const due = await db
      .updateTable("outbox")
      .set({
        given_up_at: null,
        next_attempt_at: sql`now()`,
        useful_until: sql`case when code is null and kind <> 'invite' then greatest(useful_until, now() + make_interval(secs => ${NOTICE_USEFUL_SECONDS})) else useful_until end`,
      })
      .where("id", "=", id)
      .returning(SHOWN)
      .returning(STATE)
      .executeTakeFirstOrThrow();
    // A separate key: the job that waits for the end of the pause has the usual one.
    await ctx.jobs?.send(MAIL_QUEUED, { id }, { db, key: `retry ${id}` });
    const { subject, recipient, kind } = mail;
    const entry = { action: "retried", entity: "mail" as const, entityId: id, label: subject };
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: null, after: { recipient, kind } });
    return presentMail(due);
  });
}

const mailsOfPage = (db: Db, { limit, offset, state }: { limit: number; offset: number; state?: MailState | undefined }) =>
  db
    .selectFrom("outbox")
    .select(SHOWN)
    .select(STATE)
    .$if(state !== undefined, (query) => query.where("state", "=", state ?? ""))
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(limit)
    .offset(offset)
    .execute();

type OutboxRow = Awaited<ReturnType<typeof mailsOfPage>>[number];

const presentMail = (row: OutboxRow): OutboxMail => ({
  ...row,
  advice: row.last_error === null ? null : adviseOnError(row.last_error),
  created_at: row.created_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
});

/** The caller checks the permission, as for the list. @throws DomainError not found */
export async function readMail({ db }: Context, id: string): Promise<OutboxMail> {
  const row = await db.selectFrom("outbox").select(SHOWN).select(STATE).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("Mail");
  return presentMail(row);
}

/**
 * To the admin's own address, so that they see whether emails arrive. The outbox says what the mail server answered.
 * @throws DomainError `forbidden`; a conflict (`mail_not_set_up`)
 */
export async function createTestMail(ctx: Context, actor: Actor, site: Site): Promise<OutboxMail> {
  authorize(actor, systemPolicy.createTestMail);
  if (!site.sendsMail) throw conflict("mail_not_set_up", "No mail server is set up.");
  return ctx.db.transaction().execute(async (db) => {
    const within = { ...ctx, db };
    const { id } = await queueMail(within, { to: actor.email, kind: "test", data: {}, site });
    const mail = await readMail(within, id);
    const entry = { action: "tested", entity: "mail" as const, entityId: id, label: mail.subject };
    await recordAudit(within, actor, { ...entry, before: null, after: { recipient: mail.recipient } });
    return mail;
  });
}

const countMails = (db: Db) =>
  db
    .selectFrom("outbox")
    .select([STATE, sql<number>`count(*)::int`.as("count")])
    .groupBy("state")
    .execute();

async function countsOf(ctx: Context): Promise<OutboxCounts> {
  const counted = new Map((await countMails(ctx.db)).map(({ state, count }) => [state, count]));
  const counts = Object.fromEntries(MAIL_STATES.map((state) => [state, counted.get(state) ?? 0])) as Record<MailState, number>;
  return { ...counts, all: [...counted.values()].reduce((sum, count) => sum + count, 0) };
}

/**
 * Newest first. A page (from 1) beyond the end is empty but has the right totals. The caller checks the permission: links and codes allow
 * signing in as other users.
 */
export async function listOutbox(
  ctx: Context,
  query: { page: number; limit: number; state?: MailState | undefined },
): Promise<OutboxPage> {
  const limit = Math.min(Math.max(1, Math.trunc(query.limit) || 1), OUTBOX_PAGE_SIZE_MAX);
  const page = Math.max(1, Math.trunc(query.page) || 1);
  const counts = await countsOf(ctx);
  const total = counts[query.state ?? "all"];
  const offset = (page - 1) * limit;
  const rows = offset < total ? await mailsOfPage(ctx.db, { limit, offset, state: query.state }) : [];
  return { ...paged(rows.map(presentMail), total, page, limit), counts };
}
