import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";

type Db = Kysely<DB>;

/** A reply of which the author of the answered comment is to be told. */
export type ReplyNotice = {
  id: string;
  content: string;
  who: string | null;
  is_staff: boolean;
  title: string;
  slug: string;
  recipient: string;
  recipient_id: string;
};

/**
 * Takes the next of these comments that an author waits to hear of: an approved reply on a published article, to somebody
 * else's comment, whose author is active and wants such mails. From now on it counts as told; so a comment that is approved
 * a second time is no news.
 */
export async function takeNotice(db: Db, ids: string[], now: Date): Promise<ReplyNotice | undefined> {
  const { rows } = await sql<ReplyNotice>`
    update comments c set notified_at = ${now}
    from comments answered join users r on r.id = answered.author_id, posts p, users w
    where c.id = (
        select n.id from comments n join comments a on a.id = n.reply_to_id join users u on u.id = a.author_id
        join posts o on o.id = n.post_id
        where n.id = any(${ids}::uuid[]) and n.status = 'approved' and n.notified_at is null and o.status = 'published'
          and a.author_id <> n.author_id and u.is_active and u.reply_notices
        order by n.created_at, n.id limit 1 for update of n)
      and c.notified_at is null and answered.id = c.reply_to_id and p.id = c.post_id and w.id = c.author_id
    returning c.id, c.content, w.full_name as who, w.role = 'admin' as is_staff, p.title, p.slug, r.email as recipient, r.id as recipient_id`.execute(
    db,
  );
  return rows[0];
}

/** Whether a person is mailed about answers; undefined when there is no such person. */
export const wantsNotices = async (db: Db, userId: string): Promise<boolean | undefined> =>
  (await db.selectFrom("users").select("reply_notices").where("id", "=", userId).executeTakeFirst())?.reply_notices;

/** Sets whether a person is mailed about answers. */
export const setNotices = (db: Db, userId: string, reply_notices: boolean) =>
  db.updateTable("users").set({ reply_notices }).where("id", "=", userId).execute();
