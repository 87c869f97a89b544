import { sql } from "kysely";
import type { Context } from "../domain/context.ts";
import { hostOf } from "../domain/mail/send-mail.ts";
import { endLeases } from "../domain/newsletter/claim-recipients.ts";
import { composeStoredIssue } from "../domain/newsletter/compose-stored-issue.ts";
import { makeDigest } from "../domain/newsletter/make-digest.ts";
import { finishIssues, type PrepareTools, prepareIssues } from "../domain/newsletter/prepare-issues.ts";
import { type SendingTools, sendIssues } from "../domain/newsletter/send-issues.ts";
import type { CurrentSettings } from "../domain/settings/read-settings.ts";
import type { Settings } from "../domain/settings/settings.ts";
import type { Config } from "../platform/config/config.ts";
import { reportError } from "../platform/log.ts";
import { createMailConnection } from "../platform/smtp-connection.ts";
import type { FileStore } from "../platform/storage/file-store.ts";
import { type Rounds, startRounds } from "./start-rounds.ts";

/** While issues are sent; while one waits for its post; and otherwise. */
const BUSY_MS = 2000;
const POST_MS = 10_000;
const IDLE_MS = 30_000;

type NewsletterOptions = {
  config: Pick<Config, "smtpUrl" | "bounceAddress">;
  settings: Pick<CurrentSettings, "get" | "site">;
  media: FileStore;
};

/** From what the owner has set at this moment. */
export function newsletterTools(ctx: Context, { config, settings, media }: NewsletterOptions): NewsletterTools {
  const { smtpUrl = "", bounceAddress } = config;
  const { get, site } = settings;
  return {
    canSend: smtpUrl !== "",
    connect: () => createMailConnection(smtpUrl, () => hostOf(site())),
    connections: () => get().newsletterConnections,
    limits: () => ({
      perSecond: get().newsletterPerSecond,
      perHour: get().newsletterPerHour,
      perDay: get().newsletterPerDay,
    }),
    sender: () => ({ address: get().newsletterSender, replyTo: get().newsletterReplyTo, bounces: bounceAddress }),
    site,
    settings: get,
    compose: (issue) => composeStoredIssue(ctx, media, issue, { site: site(), postalAddress: get().postalAddress }),
  };
}

export type NewsletterTools = Omit<SendingTools, "signal" | "settings"> &
  Omit<PrepareTools, "settings"> & { settings(): Settings; canSend: boolean };

/** Looks at once, then often while there is something to send. Every instance does; they share the recipients of an issue. */
export function startNewsletter(
  ctx: Context,
  { canSend, ...tools }: NewsletterTools,
  { busyMs = BUSY_MS, idleMs = IDLE_MS }: { busyMs?: number; idleMs?: number } = {},
): Rounds {
  return startRounds(
    async (signal) => {
      await endLeases(ctx.db);
      const digestAt = await makeDigest(ctx, tools);
      await prepareIssues(ctx, tools);
      if (canSend && (await isAnySent(ctx))) await sendIssues(ctx, { ...tools, signal });
      await finishIssues(ctx.db);
      const waits = await waitsFor(ctx, busyMs);
      return Math.min(idleMs, waits, digestAt ? digestAt.getTime() - ctx.clock.now().getTime() : idleMs);
    },
    { retryMs: busyMs, onError: (error) => reportError(ctx.log, error, "the newsletter could not be looked after") },
  );
}

const isAnySent = async ({ db }: Context): Promise<boolean> =>
  (await db
    .selectFrom("newsletter_issues")
    .select("id")
    .where("state", "=", "sending")
    .where("started_at", "is not", null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Until an issue may need something, in ms. */
async function waitsFor({ db }: Context, busyMs: number): Promise<number> {
  const { rows } = await sql<{ ms: number | null }>`
    select min(case when state = 'sending' then ${busyMs}::float when scheduled_at is null then ${POST_MS}::float
      else extract(epoch from scheduled_at - clock_timestamp()) * 1000 end)::float as ms
    from newsletter_issues where state in ('scheduled', 'sending')`.execute(db);
  return rows[0]?.ms ?? Number.POSITIVE_INFINITY;
}
