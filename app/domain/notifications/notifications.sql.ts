import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { NOTICE_PAUSE_SECONDS, type Notice, type NoticeKind } from "./notification.ts";

/** Adds a notification. */
export const insertNotice = (db: Db, notice: Notice) => db.insertInto("admin_notices").values(notice).execute();

/** Takes the lock for mailing notifications, until the transaction ends. */
export const lockNotices = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('admin notices'))`.execute(db);

/**
 * In how many seconds the next mail may be sent; 0: now. Uses the database's clock at this statement, not at the start of the
 * transaction, because the transaction may have waited for the lock while another sent a mail.
 */
export async function secondsUntilNextMail(db: Db): Promise<number> {
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

/** Whether any notification waits. */
export const anyWaiting = async (db: Db): Promise<boolean> =>
  (await db.selectFrom("admin_notices").select("id").where("mailed_at", "is", null).limit(1).executeTakeFirst()) !== undefined;

/** Takes all waiting notifications, oldest first, and marks them as mailed. */
export async function takeWaiting(db: Db): Promise<Notice[]> {
  const rows = await db
    .updateTable("admin_notices")
    .set({ mailed_at: sql<Date>`clock_timestamp()` })
    .where("mailed_at", "is", null)
    .returning(["id", "kind", "title", "text", "path"])
    .execute();
  return rows.sort((a, b) => a.id - b.id).map(({ id: _, kind, ...rest }) => ({ ...rest, kind: kind as NoticeKind }));
}

/** Deletes all waiting notifications. */
export const forgetWaiting = (db: Db) => db.deleteFrom("admin_notices").where("mailed_at", "is", null).execute();

/** Deletes notifications that were mailed more than `days` ago. */
export const deleteOldNotices = (db: Db, days: number) =>
  db.deleteFrom("admin_notices").where("mailed_at", "<", sql<Date>`now() - make_interval(days => ${days})`).execute();
