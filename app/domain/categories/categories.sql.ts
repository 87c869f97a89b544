import { type Insertable, sql, type Updateable } from "kysely";
import type { Categories } from "../../../db/schema.gen.ts";
import type { Db } from "../../platform/database/db.ts";
import { holdsText } from "../../platform/database/text-search.ts";
import type { AdminCategory, Category } from "./category.ts";
import type { CategorySort } from "./category-rules.ts";

/**
 * Stores a category and the list of its posts in the trash, before it is deleted. @param movedTo where its posts go; null: nowhere
 */
export async function copyToTrash(
  db: Db,
  id: string,
  { movedTo, by, now }: { movedTo: string | null; by: string; now: Date },
): Promise<void> {
  await sql`
    insert into trashed_categories (id, name, slug, description, color, heading, intro, picture, picture_alt, created_at, trashed_at,
      trashed_by, moved_to)
    select id, name, slug, description, color, heading, intro, picture, picture_alt, created_at, ${now}, ${by}::uuid, ${movedTo}::uuid
    from categories where id = ${id}::uuid`.execute(db);
  await sql`insert into trashed_category_posts (category_id, post_id) select category_id, id from posts where category_id = ${id}::uuid`.execute(
    db,
  );
}

/** A category in the trash. */
type TrashedCategory = {
  id: string;
  name: string;
  slug: string;
  description: string;
  color: string;
  heading: string;
  intro: string;
  picture: string | null;
  picture_alt: string;
  created_at: Date;
  moved_to: string | null;
};

/** Locks categories in the trash, in the order of their ids. @returns those that exist */
export const lockTrashed = (db: Db, ids: string[]): Promise<TrashedCategory[]> =>
  db
    .selectFrom("trashed_categories")
    .select([
      "id",
      "name",
      "slug",
      "description",
      "color",
      "heading",
      "intro",
      "picture",
      "picture_alt",
      "created_at",
      "moved_to",
    ])
    .where("id", "in", ids)
    .orderBy("id")
    .forUpdate()
    .execute();

/** Restores a category, with those of its posts that are still where its deletion moved them. @returns how many */
export async function takeFromTrash(db: Db, { moved_to, ...category }: TrashedCategory): Promise<number> {
  await db.insertInto("categories").values(category).execute();
  const { rows } = await sql`
    update posts p set category_id = ${category.id}::uuid from trashed_category_posts t
    where t.category_id = ${category.id}::uuid and p.id = t.post_id and p.category_id is not distinct from ${moved_to}::uuid
    returning p.id`.execute(db);
  await deleteTrashed(db, [category.id]);
  return rows.length;
}

/** The slugs of categories that are this one, or this one with a suffix. */
export async function slugsLike(db: Db, slug: string): Promise<Set<string>> {
  const { rows } = await sql<{ slug: string }>`
    select slug from categories where slug = ${slug} or starts_with(slug, ${`${slug}-`})`.execute(db);
  return new Set(rows.map((row) => row.slug));
}

/** Deletes categories in the trash permanently. */
export const deleteTrashed = (db: Db, ids: string[]) => db.deleteFrom("trashed_categories").where("id", "in", ids).execute();

/** All categories by name, with their number of published articles. */
export function categoriesByName(db: Db): Promise<Category[]> {
  return db
    .selectFrom("categories")
    .select(["id", "name", "slug", "description", "color", "published_count as posts_count"])
    .orderBy((eb) => eb.fn("lower", ["name"]))
    .orderBy("slug")
    .execute();
}

/** The current slug for an old one; undefined if there is none, or if a category has the old slug now. */
export async function slugByOldSlug(db: Db, old: string): Promise<string | undefined> {
  const { rows } = await sql<{ slug: string }>`
    select slug from categories
    where id = category_of_old_slug(${old}) and not exists (select from categories where slug = ${old})`.execute(db);
  return rows[0]?.slug;
}

/** A category as the back office reads it. */
export type CategoryRow = Omit<AdminCategory, "created_at"> & { created_at: Date };

const fields = sql`c.id, c.name, c.slug, c.description, c.color, c.heading, c.intro, c.picture, c.picture_alt, c.created_at,
  c.published_count`;
const columns = sql`${fields}, coalesce(p.n, 0) as posts_count`;
/** Posts of every status, counted in a table with short rows. */
const counted = sql`(select category_id, count(*)::integer as n from post_catalog group by category_id) p on p.category_id = c.id`;

const ORDERS: Record<CategorySort, ReturnType<typeof sql>> = {
  name: sql`lower(c.name), c.slug`,
  "-name": sql`lower(c.name) desc, c.slug desc`,
  posts_count: sql`posts_count, lower(c.name), c.slug`,
  "-posts_count": sql`posts_count desc, lower(c.name), c.slug`,
  created_at: sql`c.created_at, c.id`,
  "-created_at": sql`c.created_at desc, c.id desc`,
};

const matching = (search: string | undefined) =>
  search === undefined ? sql`true` : holdsText(sql`c.name || E'\n' || c.slug || E'\n' || c.description`, sql`${search}::text`);

/** One page of the categories. */
export async function categoryRows(
  db: Db,
  { search, sort, limit, offset }: { search: string | undefined; sort: CategorySort; limit: number; offset: number },
): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    select ${columns} from categories c left join ${counted} where ${matching(search)}
    order by ${ORDERS[sort]} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** How many categories there are. */
export async function countCategories(db: Db, search: string | undefined): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from categories c where ${matching(search)}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** A category by id. */
export async function findCategory(db: Db, id: string): Promise<CategoryRow | undefined> {
  const { rows } = await sql<CategoryRow>`
    select ${fields}, (select count(*)::integer from post_catalog p where p.category_id = c.id) as posts_count
    from categories c where c.id = ${id}::uuid`.execute(db);
  return rows[0];
}

/** Adds a category. @returns its id; null if its slug is taken */
export async function insertCategory(db: Db, values: Insertable<Categories>): Promise<string | null> {
  const row = await db
    .insertInto("categories")
    .values(values)
    .onConflict((conflict) => conflict.column("slug").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Whether a category has the name, as names are compared. */
export async function isNameTaken(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from categories where fold_text(btrim(name)) = fold_text(btrim(${name}))) as taken`.execute(db);
  return rows[0]?.taken ?? false;
}

/** Whether another category has the slug. */
export async function isSlugTaken(db: Db, slug: string, id: string): Promise<boolean> {
  const other = db.selectFrom("categories").select("id").where("slug", "=", slug).where("id", "!=", id);
  return (await other.executeTakeFirst()) !== undefined;
}

/** Stores changes of a category. */
export async function storeCategory(db: Db, id: string, changes: Updateable<Categories>): Promise<void> {
  await db.updateTable("categories").set(changes).where("id", "=", id).execute();
}

/** Moves all posts of one category to another. */
export async function movePosts(db: Db, from: string, to: string): Promise<void> {
  await db.updateTable("posts").set({ category_id: to }).where("category_id", "=", from).execute();
}

/** Deletes a category; posts that are still in it have no category then. */
export async function deleteCategoryRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom("categories").where("id", "=", id).execute();
}
