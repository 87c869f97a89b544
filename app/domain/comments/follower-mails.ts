import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { routes } from "../../routes.ts";
import type { Context } from "../context.ts";
import { isMailbox } from "../mail/mail.ts";
import { queueMail } from "../mail/send-mail.ts";
import type { Site } from "../settings/settings.ts";
import { unfollowPath } from "./comment-tokens.ts";
import { nameInMail, quoted } from "./reply-notices.ts";

type NewComment = {
  id: string;
  post_id: string;
  author_id: string | null;
  answered_id: string | null;
  content: string;
  who: string | null;
  is_staff: boolean;
  title: string;
  slug: string;
};

/** Each new comment once, however often this is called. Left out are own ones, and those about which a reply notice goes to the same person. */
export async function mailFollowers(ctx: Context, ids: string[], site: Site): Promise<void> {
  if (ids.length === 0) return;
  for (let more = true; more; ) {
    more = await ctx.db.transaction().execute(async (db) => {
      const comment = await takeComment(db, ids, ctx.clock.now());
      if (!comment) return false;
      const { id, post_id, title, slug, content } = comment;
      const data = {
        who: nameInMail(comment, site),
        article: title,
        text: quoted(content),
        path: `${routes.story(slug)}#comment-${id}`,
      };
      for (const { id: userId, email } of await followersOf(db, comment)) {
        const unsubscribe = await unfollowPath({ ...ctx, db }, userId, post_id);
        if (isMailbox(email))
          await queueMail({ ...ctx, db }, { to: email, kind: "thread_comment", data: { ...data, unsubscribe }, site });
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
    select c.id, c.post_id, c.author_id, a.author_id as answered_id, c.content, coalesce(w.full_name, c.guest_name) as who,
      coalesce(w.role = 'admin', false) as is_staff, p.title, p.slug
    from taken c join posts p on p.id = c.post_id left join users w on w.id = c.author_id left join comments a on a.id = c.reply_to_id`.execute(
    db,
  );
  return rows[0];
}

const followersOf = (db: Db, { post_id, author_id, answered_id }: NewComment) =>
  db
    .selectFrom("followed_threads as f")
    .innerJoin("users as u", "u.id", "f.user_id")
    .select(["u.id", "u.email"])
    .where("f.post_id", "=", post_id)
    .where("u.is_active", "=", true)
    .where(sql<boolean>`u.id is distinct from ${author_id}::uuid`)
    .where(sql<boolean>`not (u.id is not distinct from ${answered_id}::uuid and u.reply_notices)`)
    .orderBy("u.id")
    .execute();
