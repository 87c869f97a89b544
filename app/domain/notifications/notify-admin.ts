import type { Context } from "../context.ts";
import type { Site } from "../settings/settings.ts";
import { mailNotices } from "./mail-notices.ts";
import { ADMIN_NOTICED, NOTICE_TEXT_MAX, NOTICE_TITLE_MAX, type Notice, type NoticeSettings } from "./model.ts";
import { insertNotice } from "./notifications.sql.ts";

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
