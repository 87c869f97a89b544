import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
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
export type TrashedPost = { id: string; title: string; slug: string; status: PostStatus };

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
