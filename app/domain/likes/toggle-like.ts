import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import type { Actor } from "../authorize.ts";
import type { Context } from "../context.ts";
import { duplicate, forbidden, notFound } from "../errors.ts";
import { POST_ID } from "../posts/post-rules.ts";
import type { ArticleLike, LikeStats } from "./like.ts";
import { ANONYMOUS, unlessBanned } from "./unless-banned.ts";

const LIKE_ID = POST_ID;

const LIKE_MESSAGES = {
  notYours: "You can only modify your own likes",
  duplicate: "You have already liked this article",
} as const;

/** Of articles and comments. Ids of what isn't public have 0 likes. One SQL statement. @param sessionId null: no reader's own likes */
export async function readLikeStats(ctx: Context, sessionId: string | null, ids: string[]): Promise<Record<string, LikeStats>> {
  const known = [...new Set(ids.filter((id) => POST_ID.test(id)).map((id) => id.toLowerCase()))];
  if (known.length === 0) return Object.fromEntries(ids.map((id) => [id, { totalLikes: 0, isLikedByCurrentUser: false }]));
  const { rows } = await sql<{ id: string; likes_count: number; is_liked: boolean | null }>`
    select p.id, p.likes_count, own.is_liked
    from posts p left join article_likes own on own.article_id = p.id and own.session_id = ${sessionId}::text
    where p.id = any(${known}::uuid[]) and p.status = 'published'
    union all
    select c.id, c.likes_count, own.is_liked
    from comments c join posts p on p.id = c.post_id and p.status = 'published'
      left join comment_likes own on own.comment_id = c.id and own.session_id = ${sessionId}::text
    where c.id = any(${known}::uuid[]) and c.status = 'approved'`.execute(ctx.db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return Object.fromEntries(
    ids.map((id) => {
      const row = byId.get(id.toLowerCase());
      return [id, { totalLikes: row?.likes_count ?? 0, isLikedByCurrentUser: row?.is_liked ?? false }];
    }),
  );
}

const columns = ["id", "article_id", "session_id", "is_liked", "created_at"] as const;

/** Safe under any concurrency. @throws DomainError not_found when no such article is published; comment_ban */
export const toggleLike = (ctx: Context, sessionId: string, articleId: string, actor: Actor = ANONYMOUS) =>
  unlessBanned(
    ctx,
    actor,
    (inside) => toggle(inside, sessionId, articleId),
    ({ isLikedByCurrentUser }) => isLikedByCurrentUser,
  );

async function toggle(ctx: Context, sessionId: string, articleId: string): Promise<LikeStats & { like: ArticleLike }> {
  if (!POST_ID.test(articleId)) throw notFound("Post");
  const now = ctx.clock.now();
  const row = await insertion(ctx.db, { articleId, sessionId, isLiked: true, now })
    .onConflict((conflict) =>
      conflict
        .columns(["article_id", "session_id"])
        .doUpdateSet({ is_liked: sql<boolean>`not article_likes.is_liked`, updated_at: now }),
    )
    .executeTakeFirst();
  if (!row) throw notFound("Post");
  // A trigger updates the counter at the end of the statement, so only a later statement can read it.
  const post = await ctx.db.selectFrom("posts").select("likes_count").where("id", "=", articleId).executeTakeFirst();
  return { totalLikes: post?.likes_count ?? 0, isLikedByCurrentUser: row.is_liked, like: present(row) };
}

function insertion(db: Db, like: { articleId: string; sessionId: string; isLiked: boolean; now: Date }) {
  const { articleId, sessionId, isLiked, now } = like;
  const published = db
    .selectFrom("posts")
    .select((eb) => [
      "id",
      sql<string>`${sessionId}::text`.as("session_id"),
      sql<boolean>`${isLiked}::boolean`.as("is_liked"),
      eb.cast<Date>(eb.val(now), "timestamptz").as("created_at"),
      eb.cast<Date>(eb.val(now), "timestamptz").as("updated_at"),
    ])
    .where("id", "=", articleId)
    .where("status", "=", "published");
  return db
    .insertInto("article_likes")
    .columns(["article_id", "session_id", "is_liked", "created_at", "updated_at"])
    .expression(published)
    .returning(columns);
}

/** Given or taken back. @throws DomainError not_found when the session never liked it */
export async function readOwnLike(ctx: Context, sessionId: string, articleId: string): Promise<ArticleLike> {
  if (!POST_ID.test(articleId)) throw notFound("Like");
  const row = await ctx.db
    .selectFrom("article_likes")
    .select(columns)
    .where("article_id", "=", articleId)
    .where("session_id", "=", sessionId)
    .executeTakeFirst();
  if (!row) throw notFound("Like");
  return present(row);
}

const isGiven = ({ is_liked }: ArticleLike) => is_liked;

/** @throws DomainError not_found when no such article is published, conflict (23505) when the session already has one; comment_ban */
export const addLike = (ctx: Context, sessionId: string, articleId: string, isLiked = true, actor: Actor = ANONYMOUS) =>
  unlessBanned(ctx, actor, (inside) => add(inside, { sessionId, articleId, isLiked }), isGiven);

type NewLike = { sessionId: string; articleId: string; isLiked: boolean };

async function add(ctx: Context, { sessionId, articleId, isLiked }: NewLike): Promise<ArticleLike> {
  if (!POST_ID.test(articleId)) throw notFound("Post");
  const row = await insertion(ctx.db, { articleId, sessionId, isLiked, now: ctx.clock.now() })
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw (error as { code?: unknown }).code === "23505" ? duplicate(LIKE_MESSAGES.duplicate, error) : error;
    });
  if (!row) throw notFound("Post");
  return present(row);
}

/** @throws DomainError not_found for an unknown like, forbidden for another session's; comment_ban */
export const changeLike = (ctx: Context, sessionId: string, likeId: string, isLiked: boolean, actor: Actor = ANONYMOUS) =>
  unlessBanned(ctx, actor, (inside) => change(inside, sessionId, likeId, isLiked), isGiven);

async function change(ctx: Context, sessionId: string, likeId: string, isLiked: boolean): Promise<ArticleLike> {
  if (!LIKE_ID.test(likeId)) throw notFound("Like");
  const row = await ctx.db
    .updateTable("article_likes")
    .set({ is_liked: isLiked, updated_at: ctx.clock.now() })
    .where("id", "=", likeId)
    .where("session_id", "=", sessionId)
    .returning(columns)
    .executeTakeFirst();
  return row ? present(row) : refuse(ctx, likeId);
}

/** @throws DomainError not_found for an unknown like, forbidden for another session's */
export async function removeLike(ctx: Context, sessionId: string, likeId: string): Promise<void> {
  if (!LIKE_ID.test(likeId)) throw notFound("Like");
  const row = await ctx.db
    .deleteFrom("article_likes")
    .where("id", "=", likeId)
    .where("session_id", "=", sessionId)
    .returning("id")
    .executeTakeFirst();
  if (!row) await refuse(ctx, likeId);
}

async function refuse(ctx: Context, likeId: string): Promise<never> {
  const other = await ctx.db.selectFrom("article_likes").select("id").where("id", "=", likeId).executeTakeFirst();
  throw other ? forbidden(LIKE_MESSAGES.notYours) : notFound("Like");
}

type LikeRow = Omit<ArticleLike, "created_at" | "user_id"> & { created_at: Date };

const present = ({ id, article_id, session_id, is_liked, created_at }: LikeRow): ArticleLike => ({
  id,
  article_id,
  session_id,
  user_id: null,
  is_liked,
  created_at: created_at.toISOString(),
});
