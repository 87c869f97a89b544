import type pg from "pg";
import { queueCleaning } from "../domain/auth/clean-accounts.ts";
import type { SessionLife } from "../domain/auth/sessions.ts";
import type { Context } from "../domain/context.ts";
import { giveImportUp, queueImports } from "../domain/imports/import-commands.ts";
import { IMPORT_WANTED } from "../domain/imports/import-rules.ts";
import { type Deliver, hostOf, queueWaiting, senderOf } from "../domain/mail/send-mail.ts";
import { queueMediaCleaning } from "../domain/media/delete-media.ts";
import type { NoticeSettings } from "../domain/notifications/notification.ts";
import { notifyAdmin, queueNotices } from "../domain/notifications/notify-admin.ts";
import type { Settings, Site } from "../domain/settings/settings.ts";
import type { ImportTools } from "../domain/subscribers/imports/run-import.ts";
import { EVENTS, eventHandlers } from "../events.ts";
import type { Config } from "../platform/config/config.ts";
import { withAdvisoryLock } from "../platform/database/advisory-lock.ts";
import { startJobs } from "../platform/jobs.ts";
import { createSmtp } from "../platform/smtp.ts";
import type { FileStore } from "../platform/storage/file-store.ts";
import { routes } from "../routes.ts";

type OpenMail = { deliver: Deliver; close(): void };

/** Without SMTP_URL the console prints what each mail is about, and the outbox stores it in full, so that the operator can pass it on. */
function openMail(
  { smtpUrl, mailFrom }: Pick<Config, "smtpUrl" | "mailFrom">,
  site: () => Site,
  print: (text: string) => void,
): OpenMail {
  if (smtpUrl === undefined) return { deliver: toConsole(print), close: () => {} };
  const smtp = createSmtp(smtpUrl, () => hostOf(site()));
  const deliver: Deliver = {
    keepsSecrets: true,
    send: ({ id, recipient, subject, body_text, body_html, unsubscribe }) =>
      smtp.send({
        id: `${id}@${hostOf(site())}`,
        from: senderOf(site(), mailFrom),
        to: recipient,
        subject,
        text: body_text,
        html: body_html,
        unsubscribe,
      }),
  };
  return { deliver, close: smtp.close };
}

const toConsole = (print: (text: string) => void): Deliver => ({
  keepsSecrets: false,
  async send({ recipient, subject, link, code }) {
    const lines = ["", `  Mail to ${recipient}: ${subject}`];
    if (link) lines.push(`    link  ${link}`);
    if (code) lines.push(`    code  ${code}`);
    print(`${lines.join("\n")}\n\n`);
  },
});

const purgeHookOf = ({ purgeUrl, purgeToken }: JobsOf["config"]) =>
  purgeUrl === undefined ? undefined : { url: purgeUrl, token: purgeToken };

export type OpenJobs = { context: Context; close(): Promise<void> };

export type JobsOf = {
  config: Pick<Config, "smtpUrl" | "mailFrom"> & Partial<Pick<Config, "purgeUrl" | "purgeToken">>;
  site(): Site;
  settings(): NoticeSettings & SessionLife & ImportTools["settings"] & Pick<Settings, "filterStrictness">;
  media: FileStore;
  runImport(id: string): Promise<void>;
  /** Prints to the console, past the log. */
  print(text: string): void;
};

/** Jobs of earlier runs continue. @param reach the pool that the jobs share, and how to reach the database */
export async function openJobs(
  base: Context,
  reach: { pool: pg.Pool; connection: pg.ClientConfig; hears?: boolean },
  { config, site, settings, media, runImport, print }: JobsOf,
): Promise<OpenJobs> {
  const mail = openMail(config, site, print);
  const onGivenUp = async (name: string, reason: string, data: unknown) => {
    if (name === IMPORT_WANTED) await giveImportUp(context, (data as { id: string }).id, reason);
    const title = `The job ${name} failed and is not tried again`;
    await notifyAdmin(context, settings(), site(), { kind: "failed_job", title, text: reason, path: routes.adminDashboard() });
  };
  // One instance at a time: two that create the queue's tables at once can fail on each other.
  const jobs = await withAdvisoryLock(base.db, "start of the job queue", () =>
    startJobs({ ...reach, names: EVENTS, log: base.log, onGivenUp }),
  );
  const context: Context = { ...base, jobs };
  try {
    await jobs.work(
      eventHandlers(context, { deliver: mail.deliver, site, settings, media, runImport, purge: purgeHookOf(config) }),
    );
    await queueWaiting(context);
    await queueNotices(context);
    await queueCleaning(context);
    await queueMediaCleaning(context);
    await queueImports(context);
  } catch (error) {
    await jobs.stop();
    throw error;
  }
  return { context, close: () => jobs.stop().finally(mail.close) };
}
