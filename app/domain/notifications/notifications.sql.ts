import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import { NOTICE_PAUSE_SECONDS, type Notice, type NoticeKind } from "./notification.ts";

type Db = Kysely<DB>;

/** Adds a notice. */
export const insertNotice = (db: Db, notice: Notice) => db.insertInto("admin_notices").values(notice).execute();

/** Lets only one at a time mail notices, until the transaction ends. */
export const takeTurn = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('admin notices'))`.execute(db);

/**
 * In how many seconds the next mail may go; 0: now. The database's own time, which all instances share, and the one of this
 * statement: whoever waited for their turn began before the mail that went meanwhile.
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

/** Whether any notice waits. */
export const anyWaiting = async (db: Db): Promise<boolean> =>
  (await db.selectFrom("admin_notices").select("id").where("mailed_at", "is", null).limit(1).executeTakeFirst()) !== undefined;

/** Takes all notices that wait, the oldest first; from now on they count as mailed. */
export async function takeWaiting(db: Db): Promise<Notice[]> {
  const rows = await db
    .updateTable("admin_notices")
    .set({ mailed_at: sql<Date>`clock_timestamp()` })
    .where("mailed_at", "is", null)
    .returning(["id", "kind", "title", "text", "path"])
    .execute();
  return rows.sort((a, b) => a.id - b.id).map(({ id: _, kind, ...rest }) => ({ ...rest, kind: kind as NoticeKind }));
}

/** Forgets everything that waits. */
export const forgetWaiting = (db: Db) => db.deleteFrom("admin_notices").where("mailed_at", "is", null).execute();

/** Deletes notices that were mailed more than so many days ago. */
export const deleteOldNotices = (db: Db, days: number) =>
  db.deleteFrom("admin_notices").where("mailed_at", "<", sql<Date>`now() - make_interval(days => ${days})`).execute();
