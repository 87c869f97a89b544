import type { Context } from "../context.ts";
import { isMailbox } from "../mail/mail.ts";
import { queueMail } from "../mail/send-mail.ts";
import type { Site } from "../settings/settings.ts";
import { cutText } from "../text-rules.ts";
import {
  ADMIN_NOTICED,
  NOTICE_DAYS,
  NOTICE_KINDS,
  NOTICE_TEXT_MAX,
  NOTICE_TITLE_MAX,
  NOTICES_PER_MAIL,
  type Notice,
  type NoticeSettings,
} from "./notification.ts";
import {
  anyWaiting,
  deleteOldNotices,
  forgetWaiting,
  insertNotice,
  lockNotices,
  secondsUntilNextMail,
  takeWaiting,
} from "./notifications.sql.ts";

/** The key of jobs that wait until the next mail is allowed; one job is enough. */
const LATER = "later";

type NoticesOf = { settings: NoticeSettings; site: Site };

/**
 * Mails all waiting notifications in one mail. If there was a mail in the last ten minutes, it queues a job for later. Concurrent calls
 * send one mail. If notifications have been turned off, it deletes what is waiting.
 */
export async function mailNotices(ctx: Context, of: NoticesOf): Promise<void> {
  if (!ctx.db.isTransaction) return ctx.db.transaction().execute((db) => mailNotices({ ...ctx, db }, of));
  const { db } = ctx;
  const { settings, site } = of;
  await lockNotices(db);
  if (!(await anyWaiting(db))) return;
  if (!settings.enableNotifications || !isMailbox(settings.adminEmail)) {
    await forgetWaiting(db);
    return;
  }
  const seconds = await secondsUntilNextMail(db);
  if (seconds > 0) return ctx.jobs?.send(ADMIN_NOTICED, {}, { db, key: LATER, after: seconds });
  const waiting = await takeWaiting(db);
  const counts = NOTICE_KINDS.map((kind) => ({ kind, count: waiting.filter((notice) => notice.kind === kind).length }));
  const notices = waiting.slice(0, NOTICES_PER_MAIL).map(({ title, text, path }) => ({ title, text, url: site.url + path }));
  await queueMail(ctx, { to: settings.adminEmail, kind: "admin_notices", data: { counts, notices }, site });
  await deleteOldNotices(db, NOTICE_DAYS);
}

/** Queues a job for waiting notifications when the site starts: for those of commands, and for those whose job was lost. */
export async function queueNotices(ctx: Context): Promise<void> {
  if (await anyWaiting(ctx.db)) await ctx.jobs?.send(ADMIN_NOTICED, {}, { db: ctx.db });
}

/**
 * Notifies the admin if notifications are turned on. Stores the notification and queues its job in the transaction of `ctx.db`, so
 * nothing is sent if it rolls back. At most one mail is sent in ten minutes; it contains everything since the previous one. Without
 * jobs, the mail goes to the outbox as soon as it is allowed.
 * @param settings the current ones; those at the time of the mail decide
 * @param note `title`: one line, `text`: any length (both are cut), `path`: where to see it on this site
 */
export async function notifyAdmin(ctx: Context, settings: NoticeSettings, site: Site, note: Notice): Promise<void> {
  if (!settings.enableNotifications) return;
  const { kind, path } = note;
  const kept = { kind, path, title: cutText(note.title, NOTICE_TITLE_MAX, "…"), text: cutText(note.text, NOTICE_TEXT_MAX, "…") };
  if (!ctx.db.isTransaction) return ctx.db.transaction().execute((db) => notifyAdmin({ ...ctx, db }, settings, site, note));
  await insertNotice(ctx.db, kept);
  if (ctx.jobs) await ctx.jobs.send(ADMIN_NOTICED, {}, { db: ctx.db });
  else await mailNotices(ctx, { settings, site });
}
