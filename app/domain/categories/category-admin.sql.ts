import { type Insertable, type Kysely, sql, type Updateable } from "kysely";
import type { Categories, DB } from "../../../db/schema.gen.ts";
import type { AdminCategory, CategorySort } from "./model.ts";

type Db = Kysely<DB>;

/** What is read of a category for the back office. */
export type CategoryRow = Omit<AdminCategory, "created_at"> & { created_at: Date };

const columns = sql`c.id, c.name, c.slug, c.description, c.color, c.created_at, c.published_count, coalesce(p.n, 0) as posts_count`;
/** Posts of every status, counted where rows are narrow. */
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
  search === undefined
    ? sql`true`
    : sql`strpos(lower(c.name || E'\n' || c.slug || E'\n' || c.description), lower(${search})) > 0`;

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
    select c.id, c.name, c.slug, c.description, c.color, c.created_at, c.published_count,
      (select count(*)::integer from post_catalog p where p.category_id = c.id) as posts_count
    from categories c where c.id = ${id}::uuid`.execute(db);
  return rows[0];
}

/** The new category's id; null when its slug is taken. */
export async function insertCategory(db: Db, values: Insertable<Categories>): Promise<string | null> {
  const row = await db
    .insertInto("categories")
    .values(values)
    .onConflict((conflict) => conflict.column("slug").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
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

/** Gives the posts of one category to another. */
export async function movePosts(db: Db, from: string, to: string): Promise<void> {
  await db.updateTable("posts").set({ category_id: to }).where("category_id", "=", from).execute();
}

/** Deletes a category; posts that are still in it are without one from then on. */
export async function deleteCategoryRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom("categories").where("id", "=", id).execute();
}
