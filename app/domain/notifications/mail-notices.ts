import type { Context } from "../context.ts";
import { isMailbox } from "../mail/model.ts";
import { queueMail } from "../mail/queue-mail.ts";
import type { Site } from "../settings/settings.ts";
import { ADMIN_NOTICED, NOTICE_DAYS, NOTICE_KINDS, NOTICES_PER_MAIL, type NoticeSettings } from "./model.ts";
import { anyWaiting, deleteOldNotices, forgetWaiting, secondsUntilNextMail, takeTurn, takeWaiting } from "./notifications.sql.ts";

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
