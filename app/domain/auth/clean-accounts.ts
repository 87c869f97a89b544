import { forgetAccountEntries } from "../audit/record-account.ts";
import type { Context } from "../context.ts";
import { deleteEndedSessions, deleteExpiredTokens } from "./auth.sql.ts";
import { deleteTriesBefore, endOldSessions } from "./session.sql.ts";
import { endsOf, type SessionLife } from "./sessions.ts";

/** The event of the daily cleaning; it carries no data. */
export const CLEANING = "auth.cleaning";

/** How long ended sessions are kept. */
export const ENDED_SESSION_DAYS = 30;
/** How long a sign-up can still be confirmed by requesting another mail. */
export const SIGN_UP_DAYS = 30;
const DAY_SECONDS = 86_400;
/** The first cleaning waits until the site has started. */
const FIRST_SECONDS = 60;

/** Queues at most one job, however many instances there are. */
const queueNext = (ctx: Context, after: number) => ctx.jobs?.send(CLEANING, {}, { db: ctx.db, key: "daily", after });

/** Queues the daily cleaning when the site starts. */
export const queueCleaning = async (ctx: Context): Promise<void> => queueNext(ctx, FIRST_SECONDS);

/**
 * Ends sessions that have lasted too long, and deletes expired one-time tokens and sessions that ended a month ago. Queues the next
 * cleaning first, so that a failure doesn't stop the series.
 */
export async function cleanAccounts(ctx: Context, life: SessionLife): Promise<void> {
  await queueNext(ctx, DAY_SECONDS);
  const now = ctx.clock.now();
  await endOldSessions(ctx.db, { ...endsOf(life, now), now });
  await deleteEndedSessions(ctx.db, ENDED_SESSION_DAYS);
  await deleteExpiredTokens(ctx.db, SIGN_UP_DAYS);
  await deleteTriesBefore(ctx.db, new Date(now.getTime() - 2 * DAY_SECONDS * 1000));
  await forgetAccountEntries(ctx);
}
