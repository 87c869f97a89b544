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
  QUEUE_PAUSE_SECONDS,
} from "./notification.ts";

type Taken = Omit<Notice, "waitingComment"> & { waits: boolean };

type NoticesOf = { settings: NoticeSettings; site: Site };

const anyWaiting = async (db: Db): Promise<boolean> =>
  (await db.selectFrom("admin_notices").select("id").where("mailed_at", "is", null).limit(1).executeTakeFirst()) !== undefined;

/**
 * Within ten minutes of a mail, queues a job for later; within a day, if all that waits is comments for approval and one of the last mail still
 * waits, too. Concurrent calls send one mail. Deletes what waits if notifications are off.
 */
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
  const { seconds, key } = await timeOfNextMail(db);
  if (seconds > 0) return ctx.jobs?.send(ADMIN_NOTICED, {}, { db, key, after: seconds });
  const waiting = await takeWaiting(db);
  if (waiting.length === 0) return;
  const counts = NOTICE_KINDS.map((kind) => ({ kind, count: waiting.filter((notice) => notice.kind === kind).length }));
  const notices = waiting.slice(0, NOTICES_PER_MAIL).map(({ title, text, path }) => ({ title, text, url: site.url + path }));
  const holdsMore = waiting.some(({ waits }) => waits);
  await queueMail(ctx, { to: settings.adminEmail, kind: "admin_notices", data: { counts, notices, holdsMore }, site });
  await db
    .deleteFrom("admin_notices")
    .where("mailed_at", "<", sql<Date>`now() - make_interval(days => ${NOTICE_DAYS})`)
    .execute();
}

/** The database's clock at this statement: the transaction may have waited for the lock while another sent a mail. */
async function timeOfNextMail(db: Db): Promise<{ seconds: number; key: string }> {
  const { rows } = await sql<{ seconds: number; key: string }>`
    select greatest(0, ceil(coalesce(q.pause + extract(epoch from m.last - clock_timestamp()), 0)))::int as seconds, 'after ' || q.pause as key
    from (select max(mailed_at) as last from admin_notices where mailed_at is not null) m,
      (select case when exists (select from admin_notices where mailed_at is null and waiting_comment_id is null)
        or not exists (
          select from admin_notices n join comments c on c.id = n.waiting_comment_id and c.status = 'pending' where n.mailed_at is not null)
        then ${sql.lit(NOTICE_PAUSE_SECONDS)} else ${sql.lit(QUEUE_PAUSE_SECONDS)} end as pause) q`.execute(db);
  return rows[0] as { seconds: number; key: string };
}

/** Without comments that have been decided about. From now on, the others are those of the last mail. */
async function takeWaiting(db: Db): Promise<Taken[]> {
  await sql`
    delete from admin_notices n where mailed_at is null and waiting_comment_id is not null
      and not exists (select from comments c where c.id = n.waiting_comment_id and c.status = 'pending')`.execute(db);
  await sql`
    update admin_notices set waiting_comment_id = null where mailed_at is not null and waiting_comment_id is not null
      and exists (select from admin_notices where mailed_at is null and waiting_comment_id is not null)`.execute(db);
  const rows = await db
    .updateTable("admin_notices")
    .set({ mailed_at: sql<Date>`clock_timestamp()` })
    .where("mailed_at", "is", null)
    .returning(["id", "kind", "title", "text", "path", "waiting_comment_id"])
    .execute();
  return rows
    .sort((a, b) => a.id - b.id)
    .map(({ kind, title, text, path, waiting_comment_id }) => {
      return { kind: kind as NoticeKind, title, text, path, waits: waiting_comment_id !== null };
    });
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
  const { kind, path, waitingComment: waiting_comment_id = null } = note;
  const values = {
    kind,
    path,
    waiting_comment_id,
    title: cutText(note.title, NOTICE_TITLE_MAX, "…"),
    text: cutText(note.text, NOTICE_TEXT_MAX, "…"),
  };
  if (!ctx.db.isTransaction) return ctx.db.transaction().execute((db) => notifyAdmin({ ...ctx, db }, settings, site, note));
  await ctx.db.insertInto("admin_notices").values(values).execute();
  if (ctx.jobs) await ctx.jobs.send(ADMIN_NOTICED, {}, { db: ctx.db });
  else await mailNotices(ctx, { settings, site });
}
