import { sql, type Updateable } from "kysely";
import type { Posts } from "../../../db/schema.gen.ts";
import type { Db, Trx } from "../../platform/database/db.ts";
import { grantsOf, writers } from "../policy.ts";

/**
 * Call it before locking the posts: moderation also locks comments first (in the order of ids) and then their posts. The lock still allows
 * replies, which lock the post before the comment.
 */
export const holdComments = (db: Db, ids: string[]) =>
  sql`select from comments where post_id = any(${ids}::uuid[]) order by id for no key update`.execute(db);

/** Frees the slugs. A trigger moves the comments, too. */
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

/** With everything that belongs to them. */
export async function deletePosts(db: Db, ids: string[]): Promise<void> {
  await db.deleteFrom("posts").where("id", "in", ids).execute();
}

/** One statement, so that the triggers of the counters lock the tags in order. */
export async function linkTags(trx: Trx, postId: string, tagIds: string[]): Promise<void> {
  if (tagIds.length === 0) return;
  const links = tagIds.map((tagId) => ({ post_id: postId, tag_id: tagId }));
  await trx
    .insertInto("posts_tags")
    .values(links)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function unlinkOtherTags(trx: Trx, postId: string, tagIds: string[]): Promise<void> {
  const others = trx.deleteFrom("posts_tags").where("post_id", "=", postId);
  await (tagIds.length > 0 ? others.where("tag_id", "not in", tagIds) : others).execute();
}

/** @throws the database's 23505 when the new slug is taken */
export async function storeChanges(trx: Trx, id: string, changes: Updateable<Posts>): Promise<void> {
  await trx.updateTable("posts").set(changes).where("id", "=", id).execute();
}

/** An active user who may write and has accepted the invitation. */
export async function isPossibleAuthor(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from users where id = ${id}::uuid and is_active and invited_at is null
      and (role = 'admin' or exists (select from grants g where g.user_id = users.id and g."grant" = any(${grantsOf(writers)}::text[])))`.execute(
    db,
  );
  return rows.length > 0;
}
