import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { forgetAccountEntries } from "../audit/record-account.ts";
import type { Context } from "../context.ts";
import { forgetBrowsers } from "./record-browser.ts";
import { endsOf, type SessionLife } from "./sessions.ts";

/** Daily; carries no data. */
export const CLEANING = "auth.cleaning";

export const ENDED_SESSION_DAYS = 30;
/** A sign-up can be confirmed for so long by requesting another mail. */
export const SIGN_UP_DAYS = 30;
const DAY_SECONDS = 86_400;
const FIRST_SECONDS = 60;

/** One job at most, however many instances there are. */
const queueNext = (ctx: Context, after: number) => ctx.jobs?.send(CLEANING, {}, { db: ctx.db, key: "daily", after });

export const queueCleaning = async (ctx: Context): Promise<void> => queueNext(ctx, FIRST_SECONDS);

const endOldSessions = (db: Db, { idleSince, beganBefore, now }: { idleSince: Date; beganBefore: Date; now: Date }) =>
  db
    .updateTable("auth_sessions")
    .set({ ended_at: now, ended_reason: "expired" })
    .where("ended_at", "is", null)
    .where((eb) => eb.or([eb("last_used_at", "<", idleSince), eb("created_at", "<", beganBefore)]))
    .execute();

/** Ends long sessions, and deletes old tokens, sessions and seen browsers. Queues the next cleaning first, so that a failure doesn't stop the series. */
export async function cleanAccounts(ctx: Context, life: SessionLife): Promise<void> {
  await queueNext(ctx, DAY_SECONDS);
  const now = ctx.clock.now();
  await endOldSessions(ctx.db, { ...endsOf(life, now), now });
  await ctx.db
    .deleteFrom("auth_sessions")
    .where("ended_at", "<", sql<Date>`now() - make_interval(days => ${ENDED_SESSION_DAYS})`)
    .execute();
  // Tokens of sign-ups stay longer, because a later mail can still confirm the sign-up.
  await ctx.db
    .deleteFrom("one_time_tokens")
    .where(sql<boolean>`expires_at < now() - make_interval(days => case kind when 'signup' then ${SIGN_UP_DAYS}::int else 0 end)`)
    .execute();
  await ctx.db
    .deleteFrom("sign_in_tries")
    .where("last_at", "<", new Date(now.getTime() - 2 * DAY_SECONDS * 1000))
    .execute();
  await forgetBrowsers(ctx);
  await forgetAccountEntries(ctx);
}
