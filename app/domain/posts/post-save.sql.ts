import type { Insertable, Kysely, Transaction, Updateable } from "kysely";
import type { DB, Posts } from "../../../db/schema.gen.ts";
import type { TagRef } from "../tags/tag.ts";

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
