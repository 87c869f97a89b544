import { type Insertable, type RawBuilder, sql, type Updateable } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { Db } from "../../platform/database/db.ts";
import { containsText } from "../../platform/database/text-search.ts";
import { FILE_FORMATS, type MediaKind } from "./file-rules.ts";
import type { MediaShow, MediaSort } from "./media-rules.ts";
import type { MediaCounts, MediaUse } from "./picture.ts";

const isUsed = sql<boolean>`(
  exists (select 1 from posts_media l where l.media_id = media.id) or exists (select 1 from edits_media l where l.media_id = media.id)
  or exists (select 1 from looks_media l where l.media_id = media.id)
  or exists (select 1 from categories_media l where l.media_id = media.id))`;
const COLUMNS = [
  "id",
  "name",
  "alt",
  "format",
  "file_name",
  "width",
  "height",
  "bytes",
  "focus_x",
  "focus_y",
  "created_at",
  "trashed_at",
  sql<number>`(
    select count(*)::int from (
      select l.post_id from posts_media l where l.media_id = media.id
      union select coalesce(e.post_id, e.id) from edits_media l join post_edits e on e.id = l.edit_id where l.media_id = media.id
      union select media.id from looks_media l where l.media_id = media.id
      union select l.category_id from categories_media l where l.media_id = media.id
    ) s)`.as("uses"),
] as const;

/** Adds a picture. */
export const insertMedia = (db: Db, values: Insertable<DB["media"]>) =>
  db.insertInto("media").values(values).returning(COLUMNS).executeTakeFirstOrThrow();

export type MediaRow = Awaited<ReturnType<typeof insertMedia>>;

export const findMedia = (db: Db, id: string) => db.selectFrom("media").select(COLUMNS).where("id", "=", id).executeTakeFirst();

/** The same, locked until the transaction ends, so that nobody changes or links it. */
export const lockMedia = (db: Db, id: string) =>
  db.selectFrom("media").select(COLUMNS).where("id", "=", id).forUpdate().executeTakeFirst();

/** The same for many, always in the order of their ids, so that transactions don't deadlock. */
export const lockMany = (db: Db, ids: string[]) =>
  db.selectFrom("media").select(COLUMNS).where("id", "=", sql<string>`any(${ids}::uuid[])`).orderBy("id").forUpdate().execute();

export const updateMedia = (db: Db, id: string, values: Updateable<DB["media"]>) =>
  db.updateTable("media").set(values).where("id", "=", id).returning(COLUMNS).executeTakeFirstOrThrow();

/** Moves pictures to the trash, or restores them if `at` is null. */
export const setTrashed = (db: Db, ids: string[], at: Date | null, by: string | null) =>
  db.updateTable("media").set({ trashed_at: at, trashed_by: by }).where("id", "=", sql<string>`any(${ids}::uuid[])`).execute();

/** The ids of pictures in the trash, oldest first, at most `limit`; with `before`, only those trashed before that moment. */
export async function trashedIds(db: Db, { before, limit }: { before?: Date; limit?: number } = {}): Promise<string[]> {
  const rows = await db
    .selectFrom("media")
    .select("id")
    .where("trashed_at", "is not", null)
    .$if(before !== undefined, (query) => query.where("trashed_at", "<", before as Date))
    .orderBy("trashed_at")
    .orderBy("id")
    .$if(limit !== undefined, (query) => query.limit(limit as number))
    .execute();
  return rows.map(({ id }) => id);
}

export const deleteRows = (db: Db, ids: string[]) =>
  db.deleteFrom("media").where("id", "=", sql<string>`any(${ids}::uuid[])`).execute();

/** The sizes of those pictures that exist. */
export const sizesOf = (db: Db, ids: string[]) =>
  db
    .selectFrom("media")
    .select((eb) => ["id", eb.ref("width").$notNull().as("width"), eb.ref("height").$notNull().as("height")])
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .where("width", "is not", null)
    .execute();

/** Where a picture is shown: in saved posts, in staged edits, in unfinished posts, in categories, and in looks, which count as one. */
const shownIn = (id: string) => sql`
  select p.id as shower, p.id, p.title, p.status from posts_media l join posts p on p.id = l.post_id where l.media_id = ${id}::uuid
  union
  select coalesce(e.post_id, e.id), e.post_id, coalesce(p.title, nullif(e.writing ->> 'title', ''), 'Untitled'),
    coalesce(p.status, 'draft')
  from edits_media l join post_edits e on e.id = l.edit_id left join posts p on p.id = e.post_id where l.media_id = ${id}::uuid
  union
  select c.id, null::uuid, c.name, 'category' from categories_media l join categories c on c.id = l.category_id where l.media_id = ${id}::uuid
  union
  select l.media_id, null::uuid, 'Appearance', 'look' from looks_media l where l.media_id = ${id}::uuid`;

/** Articles that show a picture, by title, at most `limit`. */
export async function usesOf(db: Db, id: string, limit: number): Promise<MediaUse[]> {
  const query = sql<MediaUse>`select id, title, status from (${shownIn(id)}) s order by title, shower limit ${limit}`;
  return (await query.execute(db)).rows;
}

/** The pictures that articles show. Lock them first, so that links made by other transactions are seen. */
export async function usedAmong(db: Db, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ media_id: string }>`
    select media_id from posts_media where media_id = any(${ids}::uuid[])
    union select media_id from edits_media where media_id = any(${ids}::uuid[])
    union select media_id from looks_media where media_id = any(${ids}::uuid[])
    union select media_id from categories_media where media_id = any(${ids}::uuid[])`.execute(db);
  return new Set(rows.map((row) => row.media_id));
}

/** How many articles show a picture. */
export async function countUses(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${shownIn(id)}) s`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Searches name and alternative text; `%` and `_` have no special meaning. */
function found(db: Db, search: string, kind: MediaKind | undefined) {
  const formats = Object.entries(FILE_FORMATS).flatMap(([format, one]) => (one.kind === kind ? [format] : []));
  return db
    .selectFrom("media")
    .$if(search !== "", (query) => query.where(containsText(sql.ref("words"), search) as RawBuilder<boolean>))
    .$if(kind === "picture", (query) => query.where("file_name", "is", null))
    .$if(kind !== undefined && kind !== "picture", (query) => query.where("format", "in", formats));
}

/** The condition of each filter; the trash is in no other. */
const HOLDS: Record<MediaShow, RawBuilder<boolean>> = {
  all: sql`trashed_at is null`,
  unused: sql`trashed_at is null and not ${isUsed}`,
  undescribed: sql`trashed_at is null and alt = '' and file_name is null`,
  trash: sql`trashed_at is not null`,
};

/** How many pictures match a search, for each filter. */
export const countMedia = (db: Db, search: string, kind?: MediaKind): Promise<MediaCounts> => {
  const count = (show: MediaShow) => sql<number>`count(*) filter (where ${HOLDS[show]})::int`.as(show);
  return found(db, search, kind)
    .select([count("all"), count("unused"), count("undescribed"), count("trash")])
    .executeTakeFirstOrThrow();
};

/** One page of the pictures that match a search. */
export function mediaOfPage(
  db: Db,
  {
    search,
    kind,
    show,
    sort,
    limit,
    offset,
  }: { search: string; kind: MediaKind | undefined; show: MediaShow; sort: MediaSort; limit: number; offset: number },
) {
  const descending = sort.startsWith("-");
  const direction = descending ? "desc" : "asc";
  const name = sort.replace("-", "") as "created_at" | "name" | "bytes";
  return found(db, search, kind)
    .select(COLUMNS)
    .where(HOLDS[show])
    .orderBy(name === "name" ? sql`lower(name)` : sql.ref(name), direction)
    .orderBy("id", direction)
    .limit(limit)
    .offset(offset)
    .execute();
}
