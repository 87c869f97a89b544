import { sql } from "kysely";
import type { Actor } from "../authorize.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { POST_ID } from "../posts/post-rules.ts";
import type { LikeStats } from "./like.ts";
import { ANONYMOUS, unlessBanned } from "./unless-banned.ts";

/** Safe under any concurrency. @throws DomainError not_found for a comment that readers don't see */
export const toggleCommentLike = (ctx: Context, sessionId: string, commentId: string, actor: Actor = ANONYMOUS) =>
  unlessBanned(
    ctx,
    actor,
    (inside) => toggle(inside, sessionId, commentId),
    ({ isLikedByCurrentUser }) => isLikedByCurrentUser,
  );

async function toggle({ db, clock }: Context, sessionId: string, commentId: string): Promise<LikeStats> {
  if (!POST_ID.test(commentId)) throw notFound("Comment");
  const now = clock.now();
  const { rows } = await sql<{ is_liked: boolean }>`
    insert into comment_likes (comment_id, session_id, created_at, updated_at)
    select c.id, ${sessionId}::text, ${now}::timestamptz, ${now}::timestamptz from comments c join posts p on p.id = c.post_id
    where c.id = ${commentId}::uuid and c.status = 'approved' and p.status = 'published'
    on conflict (comment_id, session_id) do update set is_liked = not comment_likes.is_liked, updated_at = excluded.updated_at
    returning is_liked`.execute(db);
  const [row] = rows;
  if (!row) throw notFound("Comment");
  // A trigger updates the counter at the end of the statement, so only a later statement can read it.
  const comment = await db.selectFrom("comments").select("likes_count").where("id", "=", commentId).executeTakeFirst();
  return { totalLikes: comment?.likes_count ?? 0, isLikedByCurrentUser: row.is_liked };
}
