import { type Insertable, type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { MediaSort, MediaUse } from "./model.ts";

type Db = Kysely<DB>;

const COLUMNS = ["id", "name", "alt", "format", "width", "height", "bytes", "created_at"] as const;

/** Adds a picture. */
export const insertMedia = (db: Db, values: Insertable<DB["media"]>) =>
  db.insertInto("media").values(values).returning(COLUMNS).executeTakeFirstOrThrow();

export type MediaRow = Awaited<ReturnType<typeof insertMedia>>;

export const findMedia = (db: Db, id: string) => db.selectFrom("media").select(COLUMNS).where("id", "=", id).executeTakeFirst();

/** The same, locked until the transaction ends: nobody else changes or links it meanwhile. */
export const lockMedia = (db: Db, id: string) =>
  db.selectFrom("media").select(COLUMNS).where("id", "=", id).forUpdate().executeTakeFirst();

export const updateAlt = (db: Db, id: string, alt: string) =>
  db.updateTable("media").set({ alt }).where("id", "=", id).returning(COLUMNS).executeTakeFirstOrThrow();

export const deleteRow = (db: Db, id: string) => db.deleteFrom("media").where("id", "=", id).execute();

/** The sizes of pictures, as far as they exist. */
export const sizesOf = (db: Db, ids: string[]) =>
  db.selectFrom("media").select(["id", "width", "height"]).where("id", "=", sql<string>`any(${ids}::uuid[])`).execute();

/** Articles that show a picture, by title, at most `limit`. */
export const usesOf = (db: Db, id: string, limit: number): Promise<MediaUse[]> =>
  db
    .selectFrom("posts_media as l")
    .innerJoin("posts as p", "p.id", "l.post_id")
    .select(["p.id", "p.title", "p.status"])
    .where("l.media_id", "=", id)
    .orderBy("p.title")
    .orderBy("p.id")
    .limit(limit)
    .execute();

/** How many articles show a picture. */
export async function countUses(db: Db, id: string): Promise<number> {
  const query = db.selectFrom("posts_media").select(sql<number>`count(*)::int`.as("count")).where("media_id", "=", id);
  return (await query.executeTakeFirstOrThrow()).count;
}

/** The words somewhere in name or alternative text; `%` and `_` are nothing special. */
function found(db: Db, search: string) {
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  return db.selectFrom("media").$if(search !== "", (query) => query.where("words", "like", sql<string>`lower(${pattern}::text)`));
}

/** How many pictures a search finds. */
export async function countMedia(db: Db, search: string): Promise<number> {
  const query = found(db, search).select(sql<number>`count(*)::int`.as("total"));
  return (await query.executeTakeFirstOrThrow()).total;
}

/** One page of what a search finds. */
export function mediaOfPage(
  db: Db,
  { search, sort, limit, offset }: { search: string; sort: MediaSort; limit: number; offset: number },
) {
  const descending = sort.startsWith("-");
  const direction = descending ? "desc" : "asc";
  const name = sort.replace("-", "") as "created_at" | "name" | "bytes";
  return found(db, search)
    .select(COLUMNS)
    .orderBy(name === "name" ? sql`lower(name)` : sql.ref(name), direction)
    .orderBy("id", direction)
    .limit(limit)
    .offset(offset)
    .execute();
}
