import type { Db } from "../../platform/database/db.ts";

const findCommentsOf = (db: Db, userId: string) =>
  db
    .selectFrom("comments")
    .innerJoin("posts", "posts.id", "comments.post_id")
    .select(["comments.id", "comments.content", "comments.status", "comments.created_at", "comments.updated_at"])
    .select(["posts.title as post_title", "posts.slug as post_slug"])
    .where("comments.author_id", "=", userId)
    .where("comments.status", "<>", "trashed")
    .orderBy("comments.created_at")
    .execute();

const findFollowedBy = (db: Db, userId: string) =>
  db
    .selectFrom("followed_threads")
    .innerJoin("posts", "posts.id", "followed_threads.post_id")
    .select(["posts.title as post_title", "posts.slug as post_slug", "followed_at"])
    .where("user_id", "=", userId)
    .where("posts.status", "=", "published")
    .orderBy("followed_at")
    .execute();

const findBanOf = (db: Db, userId: string) =>
  db.selectFrom("comment_bans").select(["reason", "ends_at", "created_at"]).where("user_id", "=", userId).executeTakeFirst();

/** What an account's export has of its comments. Ended bans are in it until they are deleted. It doesn't name the moderator. */
export const exportConversation = async (db: Db, userId: string) => ({
  comments: await findCommentsOf(db, userId),
  followed_threads: await findFollowedBy(db, userId),
  comment_ban: (await findBanOf(db, userId)) ?? null,
});
