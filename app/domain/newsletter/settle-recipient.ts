import { type Expression, type SqlBool, sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import type { Context } from "../context.ts";
import type { NoticeSettings } from "../notifications/notification.ts";
import type { Site } from "../settings/settings.ts";
import { suppressSubscriber } from "../subscribers/suppress-subscriber.ts";
import { later } from "./claim-recipients.ts";
import type { Judgment } from "./judge-failure.ts";
import { RETRY_HOURS, retryPause, SENDER_REFUSALS_IN_ROW, senderRefusalsMax, setbackPause } from "./newsletter-rules.ts";
import { pauseByItself } from "./pause-issue.ts";

/** A recipient whose mail was begun: `attempts` counts this one. */
export type Begun = {
  id: string;
  issueId: string;
  claim: string;
  subscriberId: string;
  linkKey: string;
  articles: string[] | null;
  attempts: number;
  /** the issue had setbacks, or refusals in a row */
  wasTroubled: boolean;
};

/**
 * The mark before the mail server gets the mail. May be called again by the same process, when the database's answer was lost.
 * @returns undefined if it mustn't be sent: the subscriber has left, the issue is no longer sent, or the claim is over
 */
export async function beginRecipient(db: Db, id: string, claim: string, seconds: number): Promise<Begun | undefined> {
  const row = await db
    .updateTable("newsletter_recipients as r")
    .from(["subscribers as s", "newsletter_issues as i"])
    .set({
      begun_at: sql<Date>`clock_timestamp()`,
      attempts: sql`r.attempts + 1`,
      first_tried_at: sql<Date>`coalesce(r.first_tried_at, clock_timestamp())`,
      lease_until: later(seconds),
    })
    .where("r.id", "=", id)
    .where("r.claim", "=", claim)
    .where("r.lease_until", ">", sql<Date>`clock_timestamp()`)
    .whereRef("s.id", "=", "r.subscriber_id")
    .where("s.state", "=", "confirmed")
    .whereRef("i.id", "=", "r.issue_id")
    .where("i.state", "=", "sending")
    .returning([
      "r.issue_id as issueId",
      "s.id as subscriberId",
      "s.link_key as linkKey",
      "r.articles",
      "r.attempts",
      sql<boolean>`i.setbacks > 0 or i.refused_in_row > 0`.as("wasTroubled"),
    ])
    .executeTakeFirst();
  return row && { id, claim, ...row };
}

/** Recipients of a claim that were never begun. Those who have left meanwhile get no mail. */
export async function releaseRecipients(db: Db, claim: string): Promise<void> {
  const isSubscribed = sql`exists (select from subscribers s where s.id = newsletter_recipients.subscriber_id and s.state = 'confirmed')`;
  await db
    .updateTable("newsletter_recipients")
    .set({
      state: sql`case when ${isSubscribed} then 'waiting' else 'left' end`,
      ended_at: sql<Date>`case when not ${isSubscribed} then now() end`,
      claim: null,
    })
    .where("claim", "=", claim)
    .where("begun_at", "is", null)
    .execute();
}

type Settled = { state: "sent" | "refused" | "uncertain" | "waiting"; answer: string; code: string | null; next?: number };

/** The row may have become uncertain meanwhile, when this process had no way to the database. */
const isOurs = ({ id, claim, attempts }: Begun): Expression<SqlBool> =>
  sql<boolean>`id = ${id}::uuid and (claim = ${claim}::uuid or state = 'uncertain' and attempts = ${attempts})`;

async function settle(db: Db, begun: Begun, { state, answer, code, next = 0 }: Settled): Promise<void> {
  const isOver = state !== "waiting";
  await db
    .updateTable("newsletter_recipients")
    .set({
      state,
      answer,
      code,
      claim: null,
      ...(state === "sent" && { sent_at: sql<Date>`now()` }),
      ...(isOver ? { ended_at: sql<Date>`now()` } : { next_at: later(next), begun_at: null }),
    })
    .where(isOurs(begun))
    .execute();
}

export async function settleSent(db: Db, begun: Begun, answer: string): Promise<void> {
  await settle(db, begun, { state: "sent", answer, code: null });
  if (!begun.wasTroubled) return;
  await db
    .updateTable("newsletter_issues")
    .set({ setbacks: 0, refused_in_row: 0, reason: null })
    .where("id", "=", begun.issueId)
    .where("state", "=", "sending")
    .execute();
}

/** Several connections that fail at once are one setback. An issue that was paused or canceled meanwhile keeps its reason. */
async function slowDown(db: Db, issueId: string, reason: string, pauseOf: (setbacks: number) => number): Promise<void> {
  const issue = await db
    .selectFrom("newsletter_issues")
    .select("setbacks")
    .where("id", "=", issueId)
    .where("next_at", "<=", sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  if (!issue) return;
  await db
    .updateTable("newsletter_issues")
    .set({ setbacks: issue.setbacks + 1, next_at: later(pauseOf(issue.setbacks + 1)), reason })
    .where("id", "=", issueId)
    .where("state", "=", "sending")
    .where("setbacks", "=", issue.setbacks)
    .execute();
}

/** @returns why the issue is to be paused, if it is */
async function noteSenderRefusal(db: Db, issueId: string): Promise<boolean> {
  const { row } = await db
    .updateTable("newsletter_issues")
    .set((eb) => ({ refused_in_row: eb("refused_in_row", "+", 1) }))
    .where("id", "=", issueId)
    .returning("refused_in_row as row")
    .executeTakeFirstOrThrow();
  if (row >= SENDER_REFUSALS_IN_ROW) return true;
  const { refused, all } = await db
    .selectFrom("newsletter_recipients as r")
    .innerJoin("newsletter_issues as i", "i.id", "r.issue_id")
    .select([
      sql<number>`count(*)::int`.as("all"),
      sql<number>`count(*) filter (where r.state = 'refused' and r.code like '5.7.%'
        and r.ended_at > coalesce(i.resumed_at, '-infinity'))::int`.as("refused"),
    ])
    .where("r.issue_id", "=", issueId)
    .executeTakeFirstOrThrow();
  return refused >= senderRefusalsMax(all);
}

/** `pauseOf`: seconds until the issue goes on, after so many setbacks in a row. */
export type SettleTools = { site: Site; settings: NoticeSettings; pauseOf?: (setbacks: number) => number };

export type Failure = { judgment: Judgment; answer: string; code: string | null };

async function isTriedLongEnough(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom("newsletter_recipients")
    .select(sql<boolean>`first_tried_at < now() - make_interval(hours => ${RETRY_HOURS})`.as("long"))
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.long ?? false;
}

/** Also carries out what the failure means for subscriber and issue, in one transaction. @returns whether the issue goes on at once */
export function settleFailure(
  ctx: Context,
  begun: Begun,
  { judgment, answer, code }: Failure,
  { site, settings, pauseOf = setbackPause }: SettleTools,
): Promise<boolean> {
  return ctx.db.transaction().execute(async (db) => {
    const within = { ...ctx, db };
    const as = (state: Settled["state"], next?: number) => settle(db, begun, { state, answer, code, ...(next && { next }) });
    const pause = () => pauseByItself(within, begun.issueId, answer, { site, settings });
    switch (judgment) {
      case "slow down":
        await as("waiting", Math.min(begun.attempts, 60));
        await slowDown(db, begun.issueId, answer, pauseOf);
        return false;
      case "uncertain":
        await as("uncertain");
        await slowDown(db, begun.issueId, answer, pauseOf);
        return false;
      case "try later":
        await ((await isTriedLongEnough(db, begun.id)) ? as("refused") : as("waiting", retryPause(begun.attempts)));
        return true;
      case "no such mailbox":
        await as("refused");
        await suppressSubscriber(within, begun.subscriberId, "hard bounce");
        return true;
      case "refused":
        await as("refused");
        return true;
      case "sender refused":
        await as("refused");
        if (!(await noteSenderRefusal(db, begun.issueId))) return true;
        await pause();
        return false;
      case "stop":
        await as("waiting");
        await pause();
        return false;
    }
  });
}
