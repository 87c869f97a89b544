import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";

type Db = Kysely<DB>;

/** Notes a category and which posts are in it, before it is deleted. @param movedTo where they go; null: nowhere */
export async function putAway(
  db: Db,
  id: string,
  { movedTo, by, now }: { movedTo: string | null; by: string; now: Date },
): Promise<void> {
  await sql`
    insert into trashed_categories (id, name, slug, description, color, created_at, trashed_at, trashed_by, moved_to)
    select id, name, slug, description, color, created_at, ${now}, ${by}::uuid, ${movedTo}::uuid from categories where id = ${id}::uuid`.execute(
    db,
  );
  await sql`insert into trashed_category_posts (category_id, post_id) select category_id, id from posts where category_id = ${id}::uuid`.execute(
    db,
  );
}

/** A category in the trash. */
export type TrashedCategory = {
  id: string;
  name: string;
  slug: string;
  description: string;
  color: string;
  created_at: Date;
  moved_to: string | null;
};

/** Locks categories of the trash in the order of their ids. @returns those that are there */
export const lockTrashed = (db: Db, ids: string[]): Promise<TrashedCategory[]> =>
  db
    .selectFrom("trashed_categories")
    .select(["id", "name", "slug", "description", "color", "created_at", "moved_to"])
    .where("id", "in", ids)
    .orderBy("id")
    .forUpdate()
    .execute();

/** Makes a category again, with the posts that are still where its deletion moved them. @returns how many */
export async function bringBack(db: Db, { moved_to, ...category }: TrashedCategory): Promise<number> {
  await db.insertInto("categories").values(category).execute();
  const { rows } = await sql`
    update posts p set category_id = ${category.id}::uuid from trashed_category_posts t
    where t.category_id = ${category.id}::uuid and p.id = t.post_id and p.category_id is not distinct from ${moved_to}::uuid
    returning p.id`.execute(db);
  await deleteTrashed(db, [category.id]);
  return rows.length;
}

/** The slugs of categories that are this one, or this one with an ending. */
export async function slugsLike(db: Db, slug: string): Promise<Set<string>> {
  const { rows } = await sql<{ slug: string }>`
    select slug from categories where slug = ${slug} or starts_with(slug, ${`${slug}-`})`.execute(db);
  return new Set(rows.map((row) => row.slug));
}

/** Deletes categories of the trash for good. */
export const deleteTrashed = (db: Db, ids: string[]) => db.deleteFrom("trashed_categories").where("id", "in", ids).execute();
