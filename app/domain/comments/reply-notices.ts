import { routes } from "../../routes.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { isMailbox } from "../mail/mail.ts";
import { queueMail } from "../mail/send-mail.ts";
import type { Site } from "../settings/settings.ts";
import { THREAD_ANCHOR } from "./comment-rules.ts";
import { readUnsubscribeToken, unsubscribePath } from "./comment-tokens.ts";
import { type ReplyNotice, setNotices, takeNotice, wantsNotices } from "./comments.sql.ts";

/** Ends a person's mails about answers, by the link of one of them. Once more does no harm. @throws DomainError unsubscribe_link */
export async function unsubscribe(ctx: Context, token: string): Promise<void> {
  await setNotices(ctx.db, await readUnsubscribeToken(ctx, token), false);
}

/** What a person has chosen. @throws DomainError PGRST116 when the account is gone */
export async function readNoticeChoice(ctx: Context, userId: string): Promise<boolean> {
  const wanted = await wantsNotices(ctx.db, userId);
  if (wanted === undefined) throw notFound("User");
  return wanted;
}

/** Chooses whether one is mailed about answers to one's comments. */
export const chooseNotices = (ctx: Context, userId: string, wanted: boolean) => setNotices(ctx.db, userId, wanted);

/** A reply as its mail quotes it, in characters. */
const QUOTED_MAX = 600;

const quoted = (text: string) => {
  const characters = [...text];
  return characters.length > QUOTED_MAX ? `${characters.slice(0, QUOTED_MAX - 1).join("")}…` : text;
};

const compose = async (ctx: Context, { content, who, is_staff, title, slug, recipient_id }: ReplyNotice, site: Site) => ({
  who: who || (is_staff ? site.defaultAuthor : "A reader"),
  article: title,
  text: quoted(content),
  path: `${routes.story(slug)}#${THREAD_ANCHOR}`,
  unsubscribe: await unsubscribePath(ctx, recipient_id),
});

/**
 * Mails those whose comments were answered by these comments, which have been approved. Each reply is told of once, however
 * often this is called; nobody is told of their own words, and nobody who is shut out or doesn't want it.
 * @param ids comments, approved or not any more
 */
export async function mailReplyNotices(ctx: Context, ids: string[], site: Site): Promise<void> {
  if (ids.length === 0) return;
  for (let more = true; more; ) {
    more = await ctx.db.transaction().execute(async (db) => {
      const notice = await takeNotice(db, ids, ctx.clock.now());
      if (!notice) return false;
      const inside = { ...ctx, db };
      // An address that was taken over from elsewhere may be none that mail can go to.
      if (isMailbox(notice.recipient)) {
        await queueMail(inside, { to: notice.recipient, kind: "comment_reply", data: await compose(inside, notice, site), site });
      }
      return true;
    });
  }
}
