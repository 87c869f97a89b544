import { routes } from "../../routes.ts";
import type { Context } from "../context.ts";
import { isMailbox } from "../mail/mail.ts";
import { queueMail } from "../mail/queue-mail.ts";
import type { Site } from "../settings/settings.ts";
import { THREAD_ANCHOR } from "./comment-rules.ts";
import { type ReplyNotice, takeNotice } from "./notice.sql.ts";
import { unsubscribePath } from "./unsubscribe.ts";

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
