import type { Context } from "../domain/context.ts";
import { hostOf } from "../domain/mail/send-mail.ts";
import { endLeases } from "../domain/newsletter/claim-recipients.ts";
import { composeStoredIssue } from "../domain/newsletter/compose-stored-issue.ts";
import { finishIssues, type PrepareTools, prepareIssues } from "../domain/newsletter/prepare-issues.ts";
import { type SendingTools, sendIssues } from "../domain/newsletter/send-issues.ts";
import type { CurrentSettings } from "../domain/settings/read-settings.ts";
import type { Config } from "../platform/config/config.ts";
import { reportError } from "../platform/log.ts";
import { createMailConnection } from "../platform/smtp-connection.ts";
import type { FileStore } from "../platform/storage/file-store.ts";

const LOOK_MS = 2000;

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

export type NewsletterTools = Omit<SendingTools, "signal" | "settings"> & PrepareTools & { canSend: boolean };

/**
 * Looks at once and then every two seconds. Every instance does; they share the recipients of an issue.
 * @returns how to stop: the mails that are on their way are brought to their end
 */
export function startNewsletter(
  ctx: Context,
  { canSend, ...tools }: NewsletterTools,
  { everyMs = LOOK_MS }: { everyMs?: number } = {},
): () => Promise<void> {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const round = async () => {
    await endLeases(ctx.db);
    await prepareIssues(ctx, tools);
    if (canSend && (await isAnySent(ctx))) await sendIssues(ctx, { ...tools, signal: stopping.signal });
    await finishIssues(ctx.db);
  };
  const look = (): Promise<void> =>
    round()
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) reportError(ctx.log, error, "the newsletter could not be looked after");
      })
      .then(() => {
        if (stopping.signal.aborted) return;
        timer = setTimeout(() => {
          running = look();
        }, everyMs);
        timer.unref();
      });
  let running = look();
  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await running;
  };
}

const isAnySent = async ({ db }: Context): Promise<boolean> =>
  (await db
    .selectFrom("newsletter_issues")
    .select("id")
    .where("state", "=", "sending")
    .where("started_at", "is not", null)
    .limit(1)
    .executeTakeFirst()) !== undefined;
