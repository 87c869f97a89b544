import type { Context } from "../context.ts";
import { duplicate, forbidden, notFound } from "../errors.ts";
import { POST_ID } from "../posts/post-rules.ts";
import type { ArticleLike, LikeStats } from "./like.ts";
import {
  countLikes,
  deleteLike,
  findLike,
  findLikes,
  findSessionLike,
  insertLike,
  toggleLikeRow,
  updateLike,
} from "./likes.sql.ts";

const LIKE_ID = POST_ID;

/** Texts for readers (specification, section 8). */
const LIKE_MESSAGES = {
  notYours: "You can only modify your own likes",
  duplicate: "You have already liked this article",
} as const;

/**
 * The likes of articles. Ids that aren't a published article's have 0 likes. One SQL statement.
 * @param sessionId whether this reader session likes them is read, too; null for none
 */
export async function readLikeStats(ctx: Context, sessionId: string | null, ids: string[]): Promise<Record<string, LikeStats>> {
  const known = [...new Set(ids.filter((id) => POST_ID.test(id)).map((id) => id.toLowerCase()))];
  const rows = known.length ? await findLikes(ctx.db, sessionId, known) : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return Object.fromEntries(
    ids.map((id) => {
      const row = byId.get(id.toLowerCase());
      return [id, { totalLikes: row?.likes_count ?? 0, isLikedByCurrentUser: row?.is_liked ?? false }];
    }),
  );
}

/**
 * Toggles this session's like of an article; safe under any concurrency.
 * @throws DomainError not_found when no such article is published
 */
export async function toggleLike(ctx: Context, sessionId: string, articleId: string): Promise<LikeStats & { like: ArticleLike }> {
  const row = POST_ID.test(articleId) ? await toggleLikeRow(ctx.db, sessionId, articleId, ctx.clock.now()) : undefined;
  if (!row) throw notFound("Post");
  // A trigger updates the counter at the end of the statement, so only a later statement can read it.
  return { totalLikes: await countLikes(ctx.db, articleId), isLikedByCurrentUser: row.is_liked, like: present(row) };
}

/** This session's like of an article, whether given or taken back. @throws DomainError not_found when it never liked it */
export async function readOwnLike(ctx: Context, sessionId: string, articleId: string): Promise<ArticleLike> {
  const row = POST_ID.test(articleId) ? await findSessionLike(ctx.db, sessionId, articleId) : undefined;
  if (!row) throw notFound("Like");
  return present(row);
}

/**
 * Adds a like for this session.
 * @throws DomainError not_found when no such article is published, conflict (23505) when the session already has one
 */
export async function addLike(ctx: Context, sessionId: string, articleId: string, isLiked = true): Promise<ArticleLike> {
  if (!POST_ID.test(articleId)) throw notFound("Post");
  const row = await insertLike(ctx.db, sessionId, articleId, isLiked, ctx.clock.now()).catch((error: unknown) => {
    throw (error as { code?: unknown }).code === "23505" ? duplicate(LIKE_MESSAGES.duplicate, error) : error;
  });
  if (!row) throw notFound("Post");
  return present(row);
}

/** Sets this session's like. @throws DomainError not_found for an unknown like, forbidden for another session's */
export async function changeLike(ctx: Context, sessionId: string, likeId: string, isLiked: boolean): Promise<ArticleLike> {
  const row = LIKE_ID.test(likeId) ? await updateLike(ctx.db, sessionId, likeId, isLiked, ctx.clock.now()) : undefined;
  return row ? present(row) : refuse(ctx, likeId);
}

/** Removes this session's like. @throws DomainError not_found for an unknown like, forbidden for another session's */
export async function removeLike(ctx: Context, sessionId: string, likeId: string): Promise<void> {
  const row = LIKE_ID.test(likeId) ? await deleteLike(ctx.db, sessionId, likeId) : undefined;
  if (!row) await refuse(ctx, likeId);
}

async function refuse(ctx: Context, likeId: string): Promise<never> {
  throw LIKE_ID.test(likeId) && (await findLike(ctx.db, likeId)) ? forbidden(LIKE_MESSAGES.notYours) : notFound("Like");
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
