import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import type { Context } from "../context.ts";
import { isMailbox } from "../mail/mail.ts";
import { queueMail } from "../mail/send-mail.ts";
import type { Site } from "../settings/settings.ts";
import { cutText } from "../text-rules.ts";
import {
  ADMIN_NOTICED,
  NOTICE_DAYS,
  NOTICE_KINDS,
  NOTICE_PAUSE_SECONDS,
  NOTICE_TEXT_MAX,
  NOTICE_TITLE_MAX,
  NOTICES_PER_MAIL,
  type Notice,
  type NoticeKind,
  type NoticeSettings,
} from "./notification.ts";

const LATER = "later";

type NoticesOf = { settings: NoticeSettings; site: Site };

const anyWaiting = async (db: Db): Promise<boolean> =>
  (await db.selectFrom("admin_notices").select("id").where("mailed_at", "is", null).limit(1).executeTakeFirst()) !== undefined;

/** Within ten minutes of a mail, queues a job for later. Concurrent calls send one mail. Deletes what waits if notifications are off. */
export async function mailNotices(ctx: Context, of: NoticesOf): Promise<void> {
  if (!ctx.db.isTransaction) return ctx.db.transaction().execute((db) => mailNotices({ ...ctx, db }, of));
  const { db } = ctx;
  const { settings, site } = of;
  await sql`select pg_advisory_xact_lock(hashtext('admin notices'))`.execute(db);
  if (!(await anyWaiting(db))) return;
  if (!settings.enableNotifications || !isMailbox(settings.adminEmail)) {
    await db.deleteFrom("admin_notices").where("mailed_at", "is", null).execute();
    return;
  }
  const seconds = await secondsUntilNextMail(db);
  if (seconds > 0) return ctx.jobs?.send(ADMIN_NOTICED, {}, { db, key: LATER, after: seconds });
  const waiting = await takeWaiting(db);
  const counts = NOTICE_KINDS.map((kind) => ({ kind, count: waiting.filter((notice) => notice.kind === kind).length }));
  const notices = waiting.slice(0, NOTICES_PER_MAIL).map(({ title, text, path }) => ({ title, text, url: site.url + path }));
  await queueMail(ctx, { to: settings.adminEmail, kind: "admin_notices", data: { counts, notices }, site });
  await db
    .deleteFrom("admin_notices")
    .where("mailed_at", "<", sql<Date>`now() - make_interval(days => ${NOTICE_DAYS})`)
    .execute();
}

/** The database's clock at this statement: the transaction may have waited for the lock while another sent a mail. */
async function secondsUntilNextMail(db: Db): Promise<number> {
  const { seconds } = await db
    .selectFrom("admin_notices")
    .select(
      sql<number>`greatest(0, ceil(coalesce(${NOTICE_PAUSE_SECONDS} - extract(epoch from clock_timestamp() - max(mailed_at)), 0)))::int`.as(
        "seconds",
      ),
    )
    .where("mailed_at", "is not", null)
    .executeTakeFirstOrThrow();
  return seconds;
}

async function takeWaiting(db: Db): Promise<Notice[]> {
  const rows = await db
    .updateTable("admin_notices")
    .set({ mailed_at: sql<Date>`clock_timestamp()` })
    .where("mailed_at", "is", null)
    .returning(["id", "kind", "title", "text", "path"])
    .execute();
  return rows.sort((a, b) => a.id - b.id).map(({ id: _, kind, ...rest }) => ({ ...rest, kind: kind as NoticeKind }));
}

/** At the start of the site: for notifications of commands, and for those whose job was lost. */
export async function queueNotices(ctx: Context): Promise<void> {
  if (await anyWaiting(ctx.db)) await ctx.jobs?.send(ADMIN_NOTICED, {}, { db: ctx.db });
}

/**
 * In the transaction of `ctx.db`, so nothing is sent if it rolls back. At most one mail in ten minutes. Without jobs, it goes to the outbox
 * as soon as it is allowed.
 * @param settings those at the time of the mail decide @param note `title`: one line, `text`: any length (both are cut)
 */
export async function notifyAdmin(ctx: Context, settings: NoticeSettings, site: Site, note: Notice): Promise<void> {
  if (!settings.enableNotifications) return;
  const { kind, path } = note;
  const values = {
    kind,
    path,
    title: cutText(note.title, NOTICE_TITLE_MAX, "…"),
    text: cutText(note.text, NOTICE_TEXT_MAX, "…"),
  };
  if (!ctx.db.isTransaction) return ctx.db.transaction().execute((db) => notifyAdmin({ ...ctx, db }, settings, site, note));
  await ctx.db.insertInto("admin_notices").values(values).execute();
  if (ctx.jobs) await ctx.jobs.send(ADMIN_NOTICED, {}, { db: ctx.db });
  else await mailNotices(ctx, { settings, site });
}
