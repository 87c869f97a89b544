import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "../../platform/database/db.ts";

export type SendingLimits = { perSecond: number; perHour: number; perDay: number };

/** `claim`: what nobody else has. */
export type Claimed = { claim: string; issueId: string; recipients: { id: string; email: string }[] };

/** A recipient is claimed for so long before its mail is begun; a process that ends keeps no more of them waiting. */
const BATCH = 10;

/** How long to wait when a limit per hour or day is reached. */
const LIMIT_PAUSE_MS = 30_000;

/** The time now, also after waiting for a lock. */
const NOW = sql<Date>`clock_timestamp()`;

export const later = (seconds: number): RawBuilder<Date> => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`;

/** How many mails the limits of all instances allow now, and else when to ask again. The row stays locked. */
async function roomNow(trx: Trx, { perSecond, perHour, perDay }: SendingLimits): Promise<{ room: number; waitMs: number }> {
  const { wait } = await trx
    .selectFrom("newsletter_upkeep")
    .select(sql<number>`ceil(extract(epoch from next_at - clock_timestamp()) * 1000)`.as("wait"))
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (Number(wait) > 0) return { room: 0, waitMs: Number(wait) };
  const { hour, day } = await trx
    .selectFrom("newsletter_minutes")
    .select([
      sql<number>`coalesce(sum(begun) filter (where minute > clock_timestamp() - interval '61 minutes'), 0)::int`.as("hour"),
      sql<number>`coalesce(sum(begun), 0)::int`.as("day"),
    ])
    .where("minute", ">", sql<Date>`clock_timestamp() - interval '1441 minutes'`)
    .executeTakeFirstOrThrow();
  const room = Math.min(BATCH, perSecond, perHour - hour, perDay - day);
  return room > 0 ? { room, waitMs: 0 } : { room: 0, waitMs: LIMIT_PAUSE_MS };
}

const sendingIssues = (db: Db) =>
  db
    .selectFrom("newsletter_issues")
    .select("id")
    .where("state", "=", "sending")
    .where("started_at", "is not", null)
    .where("next_at", "<=", NOW)
    .orderBy("started_at")
    .execute();

const claimOf = (
  trx: Trx,
  { issueId, room, claim, seconds }: { issueId: string; room: number; claim: string; seconds: number },
) =>
  trx
    .with("due", (query) =>
      query
        .selectFrom("newsletter_recipients")
        .select("id")
        .where("issue_id", "=", issueId)
        .where("state", "=", "waiting")
        .where("next_at", "<=", NOW)
        .orderBy("next_at")
        .orderBy("id")
        .limit(room)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable("newsletter_recipients as r")
    .from("due")
    .set({ state: "claimed", claim, lease_until: later(seconds), begun_at: null })
    .whereRef("r.id", "=", "due.id")
    .returning(["r.id", "r.email"])
    .execute();

async function noteClaimed(trx: Trx, count: number, perSecond: number): Promise<void> {
  await trx
    .updateTable("newsletter_upkeep")
    .set({ next_at: later(count / perSecond) })
    .execute();
  await trx
    .insertInto("newsletter_minutes")
    .values({ minute: sql<Date>`date_trunc('minute', clock_timestamp())`, begun: count })
    .onConflict((conflict) =>
      conflict.column("minute").doUpdateSet((eb) => ({ begun: eb("newsletter_minutes.begun", "+", eb.ref("excluded.begun")) })),
    )
    .execute();
}

/**
 * A few recipients of the issue that began first. The limits count for all instances together.
 * @returns what was claimed; in ms when there may be more; null when nobody is due
 */
export const claimRecipients = (db: Db, limits: SendingLimits, claim: string, seconds: number) =>
  db.transaction().execute(async (trx): Promise<Claimed | { waitMs: number } | null> => {
    const issues = await sendingIssues(trx);
    if (issues.length === 0) return null;
    const { room, waitMs } = await roomNow(trx, limits);
    if (room === 0) return { waitMs };
    for (const { id: issueId } of issues) {
      const recipients = await claimOf(trx, { issueId, room, claim, seconds });
      if (recipients.length === 0) continue;
      await noteClaimed(trx, recipients.length, limits.perSecond);
      return { claim, issueId, recipients };
    }
    return null;
  });

/** Those whose process has ended. What it had begun is uncertain; the rest waits again. Also forgets minutes that no limit counts. */
export async function endLeases(db: Db): Promise<void> {
  await db
    .updateTable("newsletter_recipients")
    .set({
      state: sql`case when begun_at is null then 'waiting' else 'uncertain' end`,
      claim: null,
      ended_at: sql<Date>`case when begun_at is not null then now() end`,
    })
    .where("state", "=", "claimed")
    .where("lease_until", "<", NOW)
    .execute();
  await db.deleteFrom("newsletter_minutes").where("minute", "<", sql<Date>`now() - interval '2 days'`).execute();
}
