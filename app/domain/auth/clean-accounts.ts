import { forgetAccountEntries } from "../audit/record-account.ts";
import type { Context } from "../context.ts";
import { deleteEndedSessions, deleteExpiredTokens } from "./auth.sql.ts";
import { deleteTriesBefore, endOldSessions } from "./session.sql.ts";
import { endsOf, type SessionLife } from "./sessions.ts";

/** The event of a day that went by; it carries no data. */
export const CLEANING = "auth.cleaning";

/** How long sessions are kept once they have ended. */
const ENDED_SESSION_DAYS = 30;
/** How long a sign-up that nobody has confirmed can be confirmed by another mail. */
const SIGN_UP_DAYS = 30;
const DAY_SECONDS = 86_400;
/** Not while the site starts. */
const FIRST_SECONDS = 60;

/** One waits at a time, however many instances there are. */
const again = (ctx: Context, after: number) => ctx.jobs?.send(CLEANING, {}, { db: ctx.db, key: "daily", after });

/** Sees to it that the cleaning is done once a day. For the start. */
export const queueCleaning = async (ctx: Context): Promise<void> => again(ctx, FIRST_SECONDS);

/**
 * Ends sessions that have lasted too long, and deletes what nobody can use any more: sessions that ended a month ago and expired tokens of mails. Then again in a day,
 * which is settled first, so that a failure doesn't end it.
 */
export async function cleanAccounts(ctx: Context, life: SessionLife): Promise<void> {
  await again(ctx, DAY_SECONDS);
  const now = ctx.clock.now();
  await endOldSessions(ctx.db, { ...endsOf(life, now), now });
  await deleteEndedSessions(ctx.db, ENDED_SESSION_DAYS);
  await deleteExpiredTokens(ctx.db, SIGN_UP_DAYS);
  await deleteTriesBefore(ctx.db, new Date(now.getTime() - 2 * DAY_SECONDS * 1000));
  await forgetAccountEntries(ctx);
}
