import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import { byPlace, featuredFirst } from "./featured-first.ts";

/** What is stored. */
export type StoredOrder = { post_ids: string[]; version: number; updated_at: Date };

const COLUMNS = ["post_ids", "version", "updated_at"] as const;

/** The one row. */
export const storedOrder = (db: Db): Promise<StoredOrder> =>
  db.selectFrom("featured_order").select(COLUMNS).executeTakeFirstOrThrow();

/** The same, locked until the transaction ends. */
export const lockOrder = (db: Db): Promise<StoredOrder> =>
  db.selectFrom("featured_order").select(COLUMNS).forUpdate().executeTakeFirstOrThrow();

/** Stores the order as a new version. */
export const storeOrder = (db: Db, post_ids: string[], now: Date): Promise<StoredOrder> =>
  db
    .updateTable("featured_order")
    .set({ post_ids, version: sql`version + 1`, updated_at: now })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

type FeaturedRow = { id: string; title: string; slug: string; published_at: Date };

/** The first featured articles in their order. */
export async function featuredRows(db: Db, limit: number): Promise<FeaturedRow[]> {
  const { rows } = await sql<FeaturedRow>`
    select p.id, p.title, p.slug, found.published_at
    from ${featuredFirst(limit)} found join posts p on p.id = found.post_id where found.featured
    order by ${byPlace("found")} limit ${limit}`.execute(db);
  return rows;
}

/** How many featured articles there are. */
export async function countFeatured(db: Db): Promise<number> {
  const query = db
    .selectFrom("published_posts")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("featured", "=", true);
  return Number((await query.executeTakeFirstOrThrow()).n);
}

/** Which of some ids are those of featured articles, with their titles. */
export async function featuredTitles(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const query = db
    .selectFrom("published_posts as d")
    .innerJoin("posts as p", "p.id", "d.post_id")
    .select(["p.id", "p.title"])
    .where("d.featured", "=", true)
    .where("p.id", "in", ids);
  return new Map((await query.execute()).map(({ id, title }) => [id, title]));
}

/** Which of some ids are those of posts of any status. */
export async function idsOfPosts(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  return new Set((await db.selectFrom("posts").select("id").where("id", "in", ids).execute()).map(({ id }) => id));
}
