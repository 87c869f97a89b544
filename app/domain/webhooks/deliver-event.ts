import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { adminRoutes } from "../../admin-routes.ts";
import type { Db } from "../../platform/database/db.ts";
import { guardedPost } from "../../platform/guarded-fetch.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import type { NoticeSettings } from "../notifications/notification.ts";
import { notifyAdmin } from "../notifications/notify-admin.ts";
import type { Site } from "../settings/settings.ts";
import { type ClaimedDelivery, later } from "./claim-deliveries.ts";
import {
  ANSWER_MAX,
  ANSWER_MS,
  FAILING_SECONDS,
  FAILURES_MAX,
  type OffReason,
  RETRY_JITTER,
  RETRY_PAUSES,
  TEST_EVENT,
} from "./webhook-rules.ts";

export type DeliveryTools = {
  site(): Site;
  settings(): NoticeSettings;
  /** the IP addresses that may be reached; the public internet unless given */
  allows?: ((address: string) => boolean) | undefined;
  answerMs?: number;
  /** in seconds */
  pauses?: readonly number[];
};

/** `failure`: null if the receiver has taken it. */
type Outcome = { status: number | null; answer: string | null; failure: string | null; took_ms: number };

const GONE = 410;

/** By both secrets while one takes the place of the other. */
const signatures = ({ id, body, secret, previous_secret }: ClaimedDelivery, now: Date): string =>
  [secret, previous_secret].flatMap((one) => (one === null ? [] : new Webhook(one).sign(id, now, body))).join(" ");

const isTaken = (status: number) => status >= 200 && status <= 299;

async function send(ctx: Context, delivery: ClaimedDelivery, { allows, answerMs = ANSWER_MS }: DeliveryTools): Promise<Outcome> {
  const now = ctx.clock.now();
  const begun = performance.now();
  const took = () => Math.round(performance.now() - begun);
  try {
    const { status, answer } = await guardedPost(delivery.url, {
      headers: {
        "content-type": "application/json",
        "webhook-id": delivery.id,
        "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
        "webhook-signature": signatures(delivery, now),
      },
      body: delivery.body,
      maxBytes: ANSWER_MAX,
      totalMs: answerMs,
      allows,
    });
    const redirects = status >= 300 && status <= 399 ? ", and redirects aren’t followed" : "";
    const failure = isTaken(status) ? null : `Answered ${status}${redirects}`;
    return { status, answer: answer.replaceAll("\0", ""), failure, took_ms: took() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { status: null, answer: null, failure: `The receiver ${reason}`, took_ms: took() };
  }
}

/** Before its deliveries, always in this order. New deliveries refer to it and don't wait. */
const lockWebhook = (db: Db, id: string) =>
  db.selectFrom("webhooks").select("is_active").where("id", "=", id).forNoKeyUpdate().executeTakeFirst();

/** @returns undefined when somebody else has it by now */
const settle = (db: Db, { id, claim }: ClaimedDelivery, outcome: Outcome, pause: number | null) =>
  db
    .updateTable("webhook_deliveries")
    .set({
      ...outcome,
      attempts: sql`attempts + 1`,
      state: outcome.failure === null ? "delivered" : pause === null ? "given up" : "waiting",
      ...(pause !== null && { next_at: later(pause) }),
      claim: null,
      lease_until: null,
    })
    .where("id", "=", id)
    .where("claim", "=", claim)
    .returning("id")
    .executeTakeFirst();

const noteSuccess = (db: Db, id: string) =>
  db.updateTable("webhooks").set({ failures: 0, failing_since: null }).where("id", "=", id).where("failures", ">", 0).execute();

/** @returns how often it has failed in a row, and whether for so long that it is hopeless */
const noteFailure = (db: Db, id: string) =>
  db
    .updateTable("webhooks")
    .set({ failures: sql`failures + 1`, failing_since: sql`coalesce(failing_since, now())` })
    .where("id", "=", id)
    .returning(["failures", sql<boolean>`failing_since <= now() - make_interval(secs => ${FAILING_SECONDS})`.as("long")])
    .executeTakeFirstOrThrow();

/** What waits is given up. */
export async function giveUpWaiting(db: Db, webhookId: string): Promise<void> {
  await db
    .updateTable("webhook_deliveries")
    .set({ state: "given up", failure: "The webhook was switched off" })
    .where("webhook_id", "=", webhookId)
    .where("state", "=", "waiting")
    .execute();
}

const REASONS: Record<OffReason, string> = {
  gone: "Its receiver answered 410, so it wants nothing more.",
  failing: `It failed ${FAILURES_MAX} times in a row, for more than a day.`,
};

async function switchOff(ctx: Context, { webhook_id, name }: ClaimedDelivery, reason: OffReason, tools: DeliveryTools) {
  const { db } = ctx;
  await db.updateTable("webhooks").set({ is_active: false, off_reason: reason }).where("id", "=", webhook_id).execute();
  await giveUpWaiting(db, webhook_id);
  const entry = { action: "switched off", entity: "webhook", entityId: webhook_id, label: name } as const;
  await recordAudit(ctx, { kind: "schedule" }, { ...entry, before: { is_active: true }, after: { is_active: false } });
  const title = `The webhook “${name}” is switched off`;
  const notice = { kind: "failed_job", title, text: REASONS[reason], path: adminRoutes.webhooks() } as const;
  await notifyAdmin(ctx, tools.settings(), tools.site(), notice);
}

/** Seconds until the next attempt; null after the last one. */
function pauseAfter({ type, attempts }: ClaimedDelivery, pauses: readonly number[] = RETRY_PAUSES): number | null {
  const pause = pauses[attempts];
  if (pause === undefined || type === TEST_EVENT) return null;
  return pause * (1 + RETRY_JITTER * (2 * Math.random() - 1));
}

/** One attempt, with all that follows from it. */
export async function deliverEvent(ctx: Context, delivery: ClaimedDelivery, tools: DeliveryTools): Promise<void> {
  const outcome = await send(ctx, delivery, tools);
  const isGone = outcome.status === GONE;
  const pause = outcome.failure === null || isGone ? null : pauseAfter(delivery, tools.pauses);
  await ctx.db.transaction().execute(async (db) => {
    const webhook = await lockWebhook(db, delivery.webhook_id);
    if (!webhook || !(await settle(db, delivery, outcome, webhook.is_active ? pause : null))) return;
    if (outcome.failure === null) return void (await noteSuccess(db, delivery.webhook_id));
    const { failures, long } = await noteFailure(db, delivery.webhook_id);
    const reason = isGone ? "gone" : failures >= FAILURES_MAX && long ? "failing" : null;
    if (webhook.is_active && reason) await switchOff({ ...ctx, db }, delivery, reason, tools);
  });
}
