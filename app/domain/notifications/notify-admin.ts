import type { Context } from "../context.ts";
import { isMailbox } from "../mail/mail.ts";
import { queueMail } from "../mail/send-mail.ts";
import type { Site } from "../settings/settings.ts";
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
  secondsUntilNextMail,
  takeTurn,
  takeWaiting,
} from "./notifications.sql.ts";

/** Of the jobs that wait for the ten minutes to be over, one is enough. */
const LATER = "later";

type NoticesOf = { settings: NoticeSettings; site: Site };

/**
 * Puts everything that waits to be told into one mail, unless there was one in the last ten minutes: then a job does it when
 * they are over. Called twice, or by several instances at the same moment, it makes one mail. When the site doesn't notify
 * any more, what waits is forgotten.
 */
export async function mailNotices(ctx: Context, of: NoticesOf): Promise<void> {
  if (!ctx.db.isTransaction) return ctx.db.transaction().execute((db) => mailNotices({ ...ctx, db }, of));
  const { db } = ctx;
  const { settings, site } = of;
  await takeTurn(db);
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

/** Sees to it that what waits has a job: what commands noted, and what lost its job. For the start. */
export async function queueNotices(ctx: Context): Promise<void> {
  if (await anyWaiting(ctx.db)) await ctx.jobs?.send(ADMIN_NOTICED, {}, { db: ctx.db });
}

const short = (text: string, max: number) => (text.length > max ? `${text.slice(0, max - 1)}…` : text).toWellFormed();

/**
 * Tells the admin's address of something, if the site does that at all. The notice and the job that mails it are written in
 * the transaction of `ctx.db`: what is rolled back is never told. There is at most one mail in ten minutes; it tells
 * everything since the one before. Where no jobs run, the mail is put into the outbox at once, when it is time.
 * @param settings those in force now; what they say when the mail is due decides
 * @param note `title` on one line, `text` of any length (both are cut), `path` on this site, to look at it
 */
export async function notifyAdmin(ctx: Context, settings: NoticeSettings, site: Site, note: Notice): Promise<void> {
  if (!settings.enableNotifications) return;
  const { kind, path } = note;
  const kept = { kind, path, title: short(note.title, NOTICE_TITLE_MAX), text: short(note.text, NOTICE_TEXT_MAX) };
  if (!ctx.db.isTransaction) return ctx.db.transaction().execute((db) => notifyAdmin({ ...ctx, db }, settings, site, note));
  await insertNotice(ctx.db, kept);
  if (ctx.jobs) await ctx.jobs.send(ADMIN_NOTICED, {}, { db: ctx.db });
  else await mailNotices(ctx, { settings, site });
}
