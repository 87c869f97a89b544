import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";

const columns = ["id", "article_id", "session_id", "is_liked", "created_at"] as const;

/** The number of likes of published articles, and whether this session likes them. */
export function findLikes(db: Db, sessionId: string | null, ids: string[]) {
  return db
    .selectFrom("posts")
    .leftJoin("article_likes as own", (join) =>
      join.onRef("own.article_id", "=", "posts.id").on("own.session_id", "=", sessionId),
    )
    .select(["posts.id", "posts.likes_count", "own.is_liked"])
    .where("posts.status", "=", "published")
    .where((eb) => eb.or(ids.map((id) => eb("posts.id", "=", id))))
    .execute();
}

/** The number of likes of an article. */
export async function countLikes(db: Db, articleId: string): Promise<number> {
  const row = await db.selectFrom("posts").select("likes_count").where("id", "=", articleId).executeTakeFirst();
  return row?.likes_count ?? 0;
}

/**
 * Likes a published article or toggles this session's like of it, in one statement. @returns undefined if there is no such article
 */
export function toggleLikeRow(db: Db, sessionId: string, articleId: string, now: Date) {
  return db
    .insertInto("article_likes")
    .columns(["article_id", "session_id", "is_liked", "created_at", "updated_at"])
    .expression(publishedWith(db, articleId, sessionId, true, now))
    .onConflict((conflict) =>
      conflict
        .columns(["article_id", "session_id"])
        .doUpdateSet({ is_liked: sql<boolean>`not article_likes.is_liked`, updated_at: now }),
    )
    .returning(columns)
    .executeTakeFirst();
}

/** Adds a like. The database refuses a second one. @returns undefined if there is no such article */
export function insertLike(db: Db, sessionId: string, articleId: string, isLiked: boolean, now: Date) {
  return db
    .insertInto("article_likes")
    .columns(["article_id", "session_id", "is_liked", "created_at", "updated_at"])
    .expression(publishedWith(db, articleId, sessionId, isLiked, now))
    .returning(columns)
    .executeTakeFirst();
}

/** A session's like of an article. */
export function findSessionLike(db: Db, sessionId: string, articleId: string) {
  return db
    .selectFrom("article_likes")
    .select(columns)
    .where("article_id", "=", articleId)
    .where("session_id", "=", sessionId)
    .executeTakeFirst();
}

/** A like by id. */
export function findLike(db: Db, id: string) {
  return db.selectFrom("article_likes").select(columns).where("id", "=", id).executeTakeFirst();
}

/** Sets a like, if it is the session's own. */
export function updateLike(db: Db, sessionId: string, id: string, isLiked: boolean, now: Date) {
  return db
    .updateTable("article_likes")
    .set({ is_liked: isLiked, updated_at: now })
    .where("id", "=", id)
    .where("session_id", "=", sessionId)
    .returning(columns)
    .executeTakeFirst();
}

/** Removes a like, if it is the session's own. */
export function deleteLike(db: Db, sessionId: string, id: string) {
  return db
    .deleteFrom("article_likes")
    .where("id", "=", id)
    .where("session_id", "=", sessionId)
    .returning("id")
    .executeTakeFirst();
}

/** The values of a new like, if the article is published. */
function publishedWith(db: Db, articleId: string, sessionId: string, isLiked: boolean, now: Date) {
  return db
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
}
