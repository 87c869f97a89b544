import { routes } from "../../routes.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { isMailbox } from "../mail/mail.ts";
import { queueMail } from "../mail/send-mail.ts";
import type { Site } from "../settings/settings.ts";
import { cutText } from "../text-rules.ts";
import { THREAD_ANCHOR } from "./comment-rules.ts";
import { readUnsubscribeToken, unsubscribePath } from "./comment-tokens.ts";
import { type ReplyNotice, setNotices, takeNotice, wantsNotices } from "./comments.sql.ts";

/** Ends a user's mails about replies, by the link of one of them; can be repeated. @throws DomainError unsubscribe_link */
export async function unsubscribe(ctx: Context, token: string): Promise<void> {
  await setNotices(ctx.db, await readUnsubscribeToken(ctx, token), false);
}

/**
 * Whether the user of an unsubscribe link gets mails about replies; undefined if the account was deleted.
 * @throws DomainError unsubscribe_link
 */
export const readUnsubscribeLink = async (ctx: Context, token: string): Promise<boolean | undefined> =>
  wantsNotices(ctx.db, await readUnsubscribeToken(ctx, token));

/** Whether the user gets mails about replies. @throws DomainError PGRST116 when the account was deleted */
export async function readNoticeChoice(ctx: Context, userId: string): Promise<boolean> {
  const wanted = await wantsNotices(ctx.db, userId);
  if (wanted === undefined) throw notFound("User");
  return wanted;
}

/** Sets whether the user gets mails about replies. */
export const chooseNotices = (ctx: Context, userId: string, wanted: boolean) => setNotices(ctx.db, userId, wanted);

/** The most characters of a reply that its mail quotes. */
const QUOTED_MAX = 600;

const quoted = (text: string) => cutText(text, QUOTED_MAX, "…");

const compose = async (ctx: Context, { content, who, is_staff, title, slug, recipient_id }: ReplyNotice, site: Site) => ({
  who: who || (is_staff ? site.defaultAuthor : "A reader"),
  article: title,
  text: quoted(content),
  path: `${routes.story(slug)}#${THREAD_ANCHOR}`,
  unsubscribe: await unsubscribePath(ctx, recipient_id),
});

/**
 * Notifies the authors of comments that these approved comments answer. Each reply is notified once, however often this is called.
 * Nobody is notified of their own replies, and deactivated users and those who don't want it aren't either.
 * @param ids comments, whether they are still approved or not
 */
export async function mailReplyNotices(ctx: Context, ids: string[], site: Site): Promise<void> {
  if (ids.length === 0) return;
  for (let more = true; more; ) {
    more = await ctx.db.transaction().execute(async (db) => {
      const notice = await takeNotice(db, ids, ctx.clock.now());
      if (!notice) return false;
      const inside = { ...ctx, db };
      // Imported accounts may have an email address that can't receive mail.
      if (isMailbox(notice.recipient)) {
        await queueMail(inside, { to: notice.recipient, kind: "comment_reply", data: await compose(inside, notice, site), site });
      }
      return true;
    });
  }
}
