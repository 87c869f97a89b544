import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { routes } from "../../routes.ts";
import type { Context } from "../context.ts";
import { isMailbox } from "../mail/mail.ts";
import { queueMail } from "../mail/send-mail.ts";
import type { Site } from "../settings/settings.ts";
import { type Recipient, unfollowPath } from "./comment-tokens.ts";
import { nameInMail, quoted } from "./reply-notices.ts";

type NewComment = {
  id: string;
  post_id: string;
  writer_id: string | null;
  answered_id: string | null;
  content: string;
  who: string | null;
  is_staff: boolean;
  title: string;
  slug: string;
};

/**
 * Each new comment once, however often this is called. Left out are own ones, those about which a reply notice goes to the same person, and followers
 * who are banned or deactivated.
 */
export async function mailFollowers(ctx: Context, ids: string[], site: Site): Promise<void> {
  if (ids.length === 0) return;
  for (let more = true; more; ) {
    more = await ctx.db.transaction().execute(async (db) => {
      const now = ctx.clock.now();
      const comment = await takeComment(db, ids, now);
      if (!comment) return false;
      const { id, post_id, title, slug, content } = comment;
      const data = {
        who: nameInMail(comment, site),
        article: title,
        text: quoted(content),
        path: `${routes.story(slug)}#comment-${id}`,
      };
      for (const { email: to, ...follower } of await followersOf(db, comment, now)) {
        if (!isMailbox(to)) continue;
        const unsubscribe = await unfollowPath({ ...ctx, db }, follower, post_id);
        const whole = { ...data, unsubscribe, isGuest: follower.kind === "guest" };
        await queueMail({ ...ctx, db }, { to, kind: "thread_comment", data: whole, site });
      }
      return true;
    });
  }
}

/** Counts as mailed from now on, so that approving a comment twice sends nothing new. */
async function takeComment(db: Db, ids: string[], now: Date): Promise<NewComment | undefined> {
  const { rows } = await sql<NewComment>`
    with taken as (
      update comments c set followers_mailed_at = ${now}
      where c.id = (
          select n.id from comments n join posts o on o.id = n.post_id
          where n.id = any(${ids}::uuid[]) and n.status = 'approved' and n.followers_mailed_at is null and o.status = 'published'
          order by n.created_at, n.id limit 1 for update of n)
        and c.followers_mailed_at is null
      returning c.*)
    select c.id, c.post_id, coalesce(c.author_id, c.guest_id) as writer_id, coalesce(a.author_id, a.guest_id) as answered_id, c.content, coalesce(w.full_name, c.guest_name) as who,
      coalesce(w.role = 'admin', false) as is_staff, p.title, p.slug
    from taken c join posts p on p.id = c.post_id left join users w on w.id = c.author_id left join comments a on a.id = c.reply_to_id`.execute(
    db,
  );
  return rows[0];
}

async function followersOf(db: Db, { post_id, writer_id, answered_id }: NewComment, now: Date) {
  const { rows } = await sql<Recipient & { email: string }>`
    select case when g.id is null then 'user' else 'guest' end as kind, coalesce(u.id, g.id) as id, coalesce(u.email, g.email) as email
    from followed_threads f left join users u on u.id = f.user_id left join guests g on g.id = f.guest_id
    where f.post_id = ${post_id} and coalesce(u.is_active, true) and coalesce(u.id, g.id) is distinct from ${writer_id}::uuid
      and not (coalesce(u.id, g.id) is not distinct from ${answered_id}::uuid and coalesce(u.reply_notices, g.reply_notices))
      and not exists (select from comment_bans b where (b.user_id = u.id or b.guest_id = g.id) and (b.ends_at is null or b.ends_at > ${now}))
    order by 2`.execute(db);
  return rows;
}
