import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { routes } from "../../routes.ts";
import type { Context } from "../context.ts";
import { isMailbox } from "../mail/mail.ts";
import { queueMail } from "../mail/send-mail.ts";
import type { Site } from "../settings/settings.ts";
import { cutText } from "../text-rules.ts";
import { THREAD_ANCHOR } from "./comment-rules.ts";
import { readUnsubscribeToken, unsubscribePath } from "./comment-tokens.ts";

const setNotices = (db: Db, userId: string, reply_notices: boolean) =>
  db.updateTable("users").set({ reply_notices }).where("id", "=", userId).execute();

/** Can be repeated. @throws DomainError unsubscribe_link */
export async function unsubscribe(ctx: Context, token: string): Promise<void> {
  await setNotices(ctx.db, await readUnsubscribeToken(ctx, token), false);
}

const wantsNotices = async (db: Db, userId: string): Promise<boolean | undefined> =>
  (await db.selectFrom("users").select("reply_notices").where("id", "=", userId).executeTakeFirst())?.reply_notices;

/** Whether the user gets mails about replies; undefined if the account was deleted. @throws DomainError unsubscribe_link */
export const readUnsubscribeLink = async (ctx: Context, token: string): Promise<boolean | undefined> =>
  wantsNotices(ctx.db, await readUnsubscribeToken(ctx, token));

const QUOTED_MAX = 600;

const quoted = (text: string) => cutText(text, QUOTED_MAX, "…");

type ReplyNotice = {
  id: string;
  content: string;
  who: string | null;
  is_staff: boolean;
  title: string;
  slug: string;
  recipient: string;
  recipient_id: string;
};

const compose = async (ctx: Context, { content, who, is_staff, title, slug, recipient_id }: ReplyNotice, site: Site) => ({
  who: who || (is_staff ? site.defaultAuthor : "A reader"),
  article: title,
  text: quoted(content),
  path: `${routes.story(slug)}#${THREAD_ANCHOR}`,
  unsubscribe: await unsubscribePath(ctx, recipient_id),
});

/** Once for each reply, however often this is called. Left out are own replies, deactivated users and those who don't want it. */
export async function mailReplyNotices(ctx: Context, ids: string[], site: Site): Promise<void> {
  if (ids.length === 0) return;
  for (let more = true; more; ) {
    more = await ctx.db.transaction().execute(async (db) => {
      const notice = await takeNotice(db, ids, ctx.clock.now());
      if (!notice) return false;
      const inside = { ...ctx, db };
      // An imported account may have an email address that can't receive mail.
      if (isMailbox(notice.recipient)) {
        await queueMail(inside, { to: notice.recipient, kind: "comment_reply", data: await compose(inside, notice, site), site });
      }
      return true;
    });
  }
}

/** Counts as notified from now on, so that approving a comment twice sends nothing new. */
async function takeNotice(db: Db, ids: string[], now: Date): Promise<ReplyNotice | undefined> {
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
