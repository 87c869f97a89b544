import type { Context } from "../context.ts";
import { countMails, mailsOfPage, type OutboxRow } from "./mail.sql.ts";
import {
  MAIL_STATES,
  type MailState,
  OUTBOX_PAGE_SIZE_MAX,
  type OutboxCounts,
  type OutboxMail,
  type OutboxPage,
} from "./model.ts";

/** A message as the back office is shown it. */
export const presentMail = (row: OutboxRow): OutboxMail => ({
  ...row,
  created_at: row.created_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
});

async function countsOf(ctx: Context): Promise<OutboxCounts> {
  const counted = new Map((await countMails(ctx.db)).map(({ state, count }) => [state, count]));
  const counts = Object.fromEntries(MAIL_STATES.map((state) => [state, counted.get(state) ?? 0])) as Record<MailState, number>;
  return { ...counts, all: [...counted.values()].reduce((sum, count) => sum + count, 0) };
}

/**
 * Lists the outbox, the newest message first; a page beyond the end is empty with the right totals. Whoever sees it can let
 * themselves in as others: only for admins, which the caller sees to.
 * @param query the page, from 1, and its size, 1 to 100; `state`: only the messages in that state
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
  return { items: rows.map(presentMail), total, page, pages: Math.ceil(total / limit), limit, counts };
}
