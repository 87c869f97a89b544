import { type Insertable, type Kysely, sql, type Transaction, type Updateable } from "kysely";
import type { DB, Posts } from "../../../db/schema.gen.ts";
import type { TagRef } from "../tags/tag.ts";
import type { PostStatus } from "./post-rules.ts";

type Db = Kysely<DB>;

/**
 * Locks the comments of posts in the order of their ids. Before the posts themselves: who moderates comments locks them first, too,
 * and their posts after them, for their counters. Not against being answered: an answer holds its article before its comment.
 */
export const holdComments = (db: Db, ids: string[]) =>
  sql`select from comments where post_id = any(${ids}::uuid[]) order by id for no key update`.execute(db);

/** Moves posts into the trash. Their addresses are free from then on; their comments go along (a trigger sees to it). */
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

/** A post in the trash: what it was, and where it stood. */
type TrashedPost = { id: string; title: string; slug: string; status: PostStatus };

/** Locks posts of the trash in the order of their ids. @returns those that are there */
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

/** Brings a post back as what it was. @param slug where it stands from now on */
export const takeFromTrash = (db: Db, { id, status }: TrashedPost, slug: string) =>
  db
    .updateTable("posts")
    .set({ status, slug, trashed_status: null, trashed_slug: null, trashed_at: null, trashed_by: null })
    .where("id", "=", id)
    .execute();

/** The slugs of posts that are this one, or this one with an ending. */
export async function slugsLike(db: Db, slug: string): Promise<Set<string>> {
  const { rows } = await sql<{ slug: string }>`
    select slug from posts where slug = ${slug} or starts_with(slug, ${`${slug}-`})`.execute(db);
  return new Set(rows.map((row) => row.slug));
}

/** Deletes posts and everything that is theirs, for good. */
export async function deletePosts(db: Db, ids: string[]): Promise<void> {
  await db.deleteFrom("posts").where("id", "in", ids).execute();
}

/**
 * The tags' ids, making those that are missing. Written in the order of their slugs: two transactions with the same new
 * tags wait for one another, never in a circle; the later one then sees the earlier one's rows.
 */
export async function ensureTags(trx: Transaction<DB>, tags: TagRef[]): Promise<string[]> {
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

/** The new post's id; null when its slug is taken. */
export async function insertPost(trx: Transaction<DB>, post: Insertable<Posts>): Promise<string | null> {
  const row = await trx
    .insertInto("posts")
    .values(post)
    .onConflict((conflict) => conflict.column("slug").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Links the post to the tags, in one statement: the counters behind it lock the tags in order. */
export async function linkTags(trx: Transaction<DB>, postId: string, tagIds: string[]): Promise<void> {
  if (tagIds.length === 0) return;
  const links = tagIds.map((tagId) => ({ post_id: postId, tag_id: tagId }));
  await trx
    .insertInto("posts_tags")
    .values(links)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Unlinks the post from all tags but these. */
export async function unlinkOtherTags(trx: Transaction<DB>, postId: string, tagIds: string[]): Promise<void> {
  const others = trx.deleteFrom("posts_tags").where("post_id", "=", postId);
  await (tagIds.length > 0 ? others.where("tag_id", "not in", tagIds) : others).execute();
}

/** Stores changes of a post. @throws the database's 23505 when its new slug is taken */
export async function storeChanges(trx: Transaction<DB>, id: string, changes: Updateable<Posts>): Promise<void> {
  await trx.updateTable("posts").set(changes).where("id", "=", id).execute();
}

const SLUG_KEY = "posts_slug_key";

/** Whether the database refused something because another post has the slug. */
export const isSlugTaken = (error: unknown): boolean => (error as { constraint?: string }).constraint === SLUG_KEY;

/** Whether somebody can be made a post's author: an active admin who has accepted the invitation. */
export async function isPossibleAuthor(db: Kysely<DB>, id: string): Promise<boolean> {
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

/** Stores a post's author and whether it takes comments; what is left out stays. */
export async function storeOptions(
  trx: Transaction<DB>,
  id: string,
  { author_id, comments_open }: { author_id?: string | null | undefined; comments_open?: boolean | undefined },
): Promise<void> {
  const set = { ...(author_id !== undefined && { author_id }), ...(comments_open !== undefined && { comments_open }) };
  await trx.updateTable("posts").set(set).where("id", "=", id).execute();
}

/** A post as far as the log of writes tells of it. */
export type PostHead = { id: string; title: string; slug: string; status: PostStatus };

/** Locks posts in the order of their ids. @returns those that are there, the trash aside */
export const lockPosts = (db: Db, ids: string[]): Promise<PostHead[]> =>
  db
    .selectFrom("posts")
    .select(["id", "title", "slug", "status"])
    .where("id", "in", ids)
    .where("status", "<>", "trashed")
    .orderBy("id")
    .forUpdate()
    .execute() as Promise<PostHead[]>;

/** Gives posts a status, dated when it is the public one. */
export async function setStatus(db: Db, ids: string[], status: PostStatus, now: Date): Promise<void> {
  const published_at = status === "published" ? now : null;
  await db.updateTable("posts").set({ status, published_at, updated_at: now }).where("id", "in", ids).execute();
}

/** Whether there is a category of that id; it stays until the transaction ends. */
export async function holdCategory(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom("categories").select("id").where("id", "=", id).forKeyShare().executeTakeFirst()) !== undefined;
}
