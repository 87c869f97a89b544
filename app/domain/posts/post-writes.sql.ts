import { type Insertable, sql, type Updateable } from "kysely";
import type { Posts } from "../../../db/schema.gen.ts";
import type { Db, Trx } from "../../platform/database/db.ts";
import type { TagRef } from "../tags/tag.ts";
import type { PostStatus } from "./post-rules.ts";

/**
 * Locks the comments of posts in the order of their ids. Call it before locking the posts: moderation also locks comments first and
 * then their posts, whose counters it changes. The lock still allows replies, which lock the post before the comment.
 */
export const holdComments = (db: Db, ids: string[]) =>
  sql`select from comments where post_id = any(${ids}::uuid[]) order by id for no key update`.execute(db);

/** Moves posts to the trash and frees their slugs. A trigger moves their comments, too. */
export const moveToTrash = (db: Db, ids: string[], { by, now }: { by: string | null; now: Date }) =>
  db
    .updateTable("posts")
    .set((eb) => ({
      status: "trashed",
      trashed_status: eb.ref("status"),
      slug: sql<string>`'trash-' || id`,
      trashed_slug: eb.ref("slug"),
      trashed_at: now,
      trashed_by: by,
    }))
    .where("id", "in", ids)
    .execute();

/** A post in the trash, with its former slug and status. */
type TrashedPost = { id: string; title: string; slug: string; status: PostStatus };

/** Locks posts of the trash in the order of their ids. @returns those that exist */
export const lockTrashed = (db: Db, ids: string[]): Promise<TrashedPost[]> =>
  db
    .selectFrom("posts")
    .select(["id", "title", "trashed_slug as slug", "trashed_status as status"])
    .where("id", "in", ids)
    .where("status", "=", "trashed")
    .orderBy("id")
    .forUpdate()
    .execute() as Promise<TrashedPost[]>;

/** Whether a post is in the trash. */
export const isTrashed = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom("posts").select("id").where("id", "=", id).where("status", "=", "trashed").executeTakeFirst()) !==
  undefined;

/** Restores a post with its former status. @param slug its new slug */
export const takeFromTrash = (db: Db, { id, status }: TrashedPost, slug: string) =>
  db
    .updateTable("posts")
    .set({ status, slug, trashed_status: null, trashed_slug: null, trashed_at: null, trashed_by: null })
    .where("id", "=", id)
    .execute();

/** The slugs in use that equal this one, or start with it and a hyphen. */
export async function slugsLike(db: Db, slug: string): Promise<Set<string>> {
  const { rows } = await sql<{ slug: string }>`
    select slug from posts where slug = ${slug} or starts_with(slug, ${`${slug}-`})`.execute(db);
  return new Set(rows.map((row) => row.slug));
}

/** Deletes posts and everything that belongs to them permanently. */
export async function deletePosts(db: Db, ids: string[]): Promise<void> {
  await db.deleteFrom("posts").where("id", "in", ids).execute();
}

/**
 * Returns the ids of tags and creates missing ones. It writes in the order of the slugs, so that two transactions with the same new
 * tags never deadlock; the later one sees the rows of the earlier one.
 */
export async function ensureTags(trx: Trx, tags: TagRef[]): Promise<string[]> {
  if (tags.length === 0) return [];
  const ordered = tags.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
  await trx
    .insertInto("tags")
    .values(ordered)
    .onConflict((conflict) => conflict.column("slug").doNothing())
    .execute();
  const slugs = ordered.map((tag) => tag.slug);
  const rows = await trx.selectFrom("tags").select("id").where("slug", "in", slugs).execute();
  return rows.map((row) => row.id);
}

/** Inserts a post. @returns its id; null when its slug is taken */
export async function insertPost(trx: Trx, post: Insertable<Posts>): Promise<string | null> {
  const row = await trx
    .insertInto("posts")
    .values(post)
    .onConflict((conflict) => conflict.column("slug").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Links the post to the tags in one statement, so that the triggers of the counters lock the tags in order. */
export async function linkTags(trx: Trx, postId: string, tagIds: string[]): Promise<void> {
  if (tagIds.length === 0) return;
  const links = tagIds.map((tagId) => ({ post_id: postId, tag_id: tagId }));
  await trx
    .insertInto("posts_tags")
    .values(links)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Unlinks the post from all other tags. */
export async function unlinkOtherTags(trx: Trx, postId: string, tagIds: string[]): Promise<void> {
  const others = trx.deleteFrom("posts_tags").where("post_id", "=", postId);
  await (tagIds.length > 0 ? others.where("tag_id", "not in", tagIds) : others).execute();
}

/** Stores changes of a post. @throws the database's 23505 when its new slug is taken */
export async function storeChanges(trx: Trx, id: string, changes: Updateable<Posts>): Promise<void> {
  await trx.updateTable("posts").set(changes).where("id", "=", id).execute();
}

const SLUG_KEY = "posts_slug_key";

/** Whether an error of the database means that another post has the slug. */
export const isSlugTaken = (error: unknown): boolean => (error as { constraint?: string }).constraint === SLUG_KEY;

/** Whether a user can be the author of a post: an active admin who has accepted the invitation. */
export async function isPossibleAuthor(db: Db, id: string): Promise<boolean> {
  const found = await db
    .selectFrom("users")
    .select("id")
    .where("id", "=", id)
    .where("role", "=", "admin")
    .where("is_active", "=", true)
    .where("invited_at", "is", null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Stores the author of a post, whether it takes comments, and whether it is in lists. Omitted options stay. */
export async function storeOptions(
  trx: Trx,
  id: string,
  options: { author_id?: string | null | undefined; comments_open?: boolean | undefined; listed?: boolean | undefined },
): Promise<void> {
  const set = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  await trx.updateTable("posts").set(set).where("id", "=", id).execute();
}

/** A post as the activity log shows it. */
export type PostHead = { id: string; title: string; slug: string; status: PostStatus };

/** Locks posts in the order of their ids. @returns those that exist and aren't in the trash */
export const lockPosts = (db: Db, ids: string[]): Promise<PostHead[]> =>
  db
    .selectFrom("posts")
    .select(["id", "title", "slug", "status"])
    .where("id", "in", ids)
    .where("status", "<>", "trashed")
    .orderBy("id")
    .forUpdate()
    .execute() as Promise<PostHead[]>;

/** Sets the status of posts; published ones are dated now. */
export async function setStatus(db: Db, ids: string[], status: PostStatus, now: Date): Promise<void> {
  const published_at = status === "published" ? now : null;
  await db.updateTable("posts").set({ status, published_at, updated_at: now }).where("id", "in", ids).execute();
}

/** Whether the category exists. The lock prevents its deletion until the transaction ends. */
export async function holdCategory(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom("categories").select("id").where("id", "=", id).forKeyShare().executeTakeFirst()) !== undefined;
}
