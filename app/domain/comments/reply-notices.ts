import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { routes } from "../../routes.ts";
import type { Context } from "../context.ts";
import { isMailbox } from "../mail/mail.ts";
import { queueMail } from "../mail/send-mail.ts";
import type { Site } from "../settings/settings.ts";
import { cutText } from "../text-rules.ts";
import { THREAD_ANCHOR } from "./comment-rules.ts";
import { type Recipient, readUnsubscribeToken, unsubscribePath } from "./comment-tokens.ts";

/** Can be repeated. @throws DomainError unsubscribe_link */
export async function unsubscribe(ctx: Context, token: string): Promise<void> {
  const { kind, id } = await readUnsubscribeToken(ctx, token);
  if (kind === "guest") await ctx.db.updateTable("guests").set({ reply_notices: false }).where("id", "=", id).execute();
  else await ctx.db.updateTable("users").set({ reply_notices: false }).where("id", "=", id).execute();
}

/** `wanted`: whether the recipient gets mails about replies; undefined if the account or the guest is gone. @throws DomainError unsubscribe_link */
export async function readUnsubscribeLink(
  ctx: Context,
  token: string,
): Promise<Pick<Recipient, "kind"> & { wanted: boolean | undefined }> {
  const { kind, id } = await readUnsubscribeToken(ctx, token);
  const row = await ctx.db
    .selectFrom(kind === "guest" ? "guests" : "users")
    .select("reply_notices")
    .where("id", "=", id)
    .executeTakeFirst();
  return { kind, wanted: row?.reply_notices };
}

const QUOTED_MAX = 600;

export const quoted = (text: string) => cutText(text, QUOTED_MAX, "…");

type ReplyNotice = {
  id: string;
  content: string;
  who: string | null;
  is_staff: boolean;
  title: string;
  slug: string;
  recipient: string;
  user_id: string | null;
  guest_id: string | null;
};

const recipientOf = ({ user_id, guest_id }: ReplyNotice): Recipient => ({
  kind: user_id === null ? "guest" : "user",
  id: user_id ?? guest_id ?? "",
});

/** In mails about a comment. */
export const nameInMail = ({ who, is_staff }: { who: string | null; is_staff: boolean }, site: Site): string =>
  who || (is_staff ? site.defaultAuthor : "A reader");

const compose = async (ctx: Context, notice: ReplyNotice, site: Site) => ({
  who: nameInMail(notice, site),
  article: notice.title,
  text: quoted(notice.content),
  path: `${routes.story(notice.slug)}#${THREAD_ANCHOR}`,
  unsubscribe: await unsubscribePath(ctx, recipientOf(notice)),
  isGuest: recipientOf(notice).kind === "guest",
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
    with next as materialized (
      select n.id, coalesce(w.full_name, n.guest_name) as who, coalesce(w.role = 'admin', false) as is_staff, o.title, o.slug,
        coalesce(u.email, g.email) as recipient, u.id as user_id, g.id as guest_id
      from comments n join comments a on a.id = n.reply_to_id join posts o on o.id = n.post_id
        left join users w on w.id = n.author_id
        left join users u on u.id = a.author_id left join guests g on g.id = a.guest_id
      where n.id = any(${ids}::uuid[]) and n.status = 'approved' and n.notified_at is null and o.status = 'published'
        and coalesce(a.author_id, a.guest_id) <> coalesce(n.author_id, n.guest_id)
        and coalesce(u.is_active and u.reply_notices, g.reply_notices, false)
      order by n.created_at, n.id limit 1 for update of n
    )
    update comments c set notified_at = ${now} from next where c.id = next.id and c.notified_at is null
    returning c.content, next.*`.execute(db);
  return rows[0];
}
