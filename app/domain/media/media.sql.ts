import { type Insertable, type RawBuilder, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { Db } from "../../platform/database/db.ts";
import { type PolicyActor, personOf } from "../back-office.policy.ts";
import { mediaPolicy } from "./media.policy.ts";
import type { CroppedPicture, MediaUse } from "./picture.ts";

/** A condition on rows of `media`. */
type Library = RawBuilder<boolean>;

/** For what nobody in particular does, such as cleaning and imports. */
export const WHOLE_LIBRARY: Library = sql`true`;

/** The media that exist for an actor: for editors and admins all of them, for others those that they uploaded. */
export const libraryOf = (actor: PolicyActor): Library =>
  mediaPolicy.editAny.admits(actor) ? WHOLE_LIBRARY : sql`media.created_by = ${personOf(actor)?.id ?? null}::uuid`;

export const COLUMNS = [
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
      union select a.user_id from author_profiles a where a.picture_id = media.id
    ) s)`.as("uses"),
] as const;

export const insertMedia = (db: Db, values: Insertable<DB["media"]>) =>
  db.insertInto("media").values(values).returning(COLUMNS).executeTakeFirstOrThrow();

export type MediaRow = Awaited<ReturnType<typeof insertMedia>>;

export const findMedia = (db: Db, id: string, library: Library) =>
  db.selectFrom("media").select(COLUMNS).where("id", "=", id).where(library).executeTakeFirst();

/** Until the transaction ends, so that nobody changes or links it. */
export const lockMedia = (db: Db, id: string, library: Library) =>
  db.selectFrom("media").select(COLUMNS).where("id", "=", id).where(library).forUpdate().executeTakeFirst();

/** In the order of ids, so that transactions don't deadlock. */
export const lockMany = (db: Db, ids: string[], library: Library) =>
  db
    .selectFrom("media")
    .select(COLUMNS)
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .where(library)
    .orderBy("id")
    .forUpdate()
    .execute();

/** Oldest first. @param before only those trashed before that moment */
export async function trashedIds(
  db: Db,
  library: Library,
  { before, limit }: { before?: Date; limit?: number } = {},
): Promise<string[]> {
  const rows = await db
    .selectFrom("media")
    .select("id")
    .where("trashed_at", "is not", null)
    .where(library)
    .$if(before !== undefined, (query) => query.where("trashed_at", "<", before as Date))
    .orderBy("trashed_at")
    .orderBy("id")
    .$if(limit !== undefined, (query) => query.limit(limit as number))
    .execute();
  return rows.map(({ id }) => id);
}

/** In saved posts, staged edits, unfinished posts, categories, profiles of authors, and looks, which count as one. */
export const shownIn = (id: string) => sql`
  select p.id as shower, p.id, p.title, p.status, p.author_id as owner from posts_media l join posts p on p.id = l.post_id where l.media_id = ${id}::uuid
  union
  select coalesce(e.post_id, e.id), e.post_id, coalesce(p.title, nullif(e.writing ->> 'title', ''), 'Untitled'),
    coalesce(p.status, 'draft'), case when e.post_id is null then e.author_id else p.author_id end
  from edits_media l join post_edits e on e.id = l.edit_id left join posts p on p.id = e.post_id where l.media_id = ${id}::uuid
  union
  select c.id, null::uuid, c.name, 'category', null::uuid from categories_media l join categories c on c.id = l.category_id where l.media_id = ${id}::uuid
  union
  select u.id, null::uuid, coalesce(nullif(u.full_name, ''), 'Unnamed author'), 'author', a.user_id from author_profiles a join users u on u.id = a.user_id where a.picture_id = ${id}::uuid
  union
  select l.media_id, null::uuid, 'Appearance', 'look', null::uuid from looks_media l where l.media_id = ${id}::uuid`;

/** As `croppedPicture`, of a picture's address in `address` and its row `m`; null without one. */
export const croppedPictureOf = (address: string) => sql<CroppedPicture | null>`
  case when m.id is not null then json_strip_nulls(json_build_object('url', ${sql.ref(address)}, 'width', m.width, 'height', m.height,
    'focus', case when (m.focus_x, m.focus_y) <> (0.5, 0.5) then json_build_object('x', m.focus_x, 'y', m.focus_y) end)) end`;

/** By title. Those who aren’t editors don’t read the titles of others’ posts that aren’t published. */
export async function usesOf(db: Db, actor: PolicyActor, id: string, limit: number): Promise<MediaUse[]> {
  const reader = personOf(actor)?.id ?? null;
  const isNamed = mediaPolicy.editAny.admits(actor)
    ? sql`true`
    : sql`(s.status not in ('draft', 'archived', 'trashed') or s.owner = ${reader}::uuid
        or s.id in (select o.post_id from post_coauthors o where o.user_id = ${reader}::uuid))`;
  const query = sql<MediaUse>`
    select case when ${isNamed} then s.id end as id, case when ${isNamed} then s.title else 'Another post' end as title, s.status
    from (${shownIn(id)}) s order by 2, s.shower limit ${limit}`;
  return (await query.execute(db)).rows;
}

/** Lock the pictures first, so that links made by other transactions are seen. */
export async function usedAmong(db: Db, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ media_id: string }>`
    select media_id from posts_media where media_id = any(${ids}::uuid[])
    union select media_id from edits_media where media_id = any(${ids}::uuid[])
    union select media_id from looks_media where media_id = any(${ids}::uuid[])
    union select media_id from categories_media where media_id = any(${ids}::uuid[])
    union select picture_id from author_profiles where picture_id = any(${ids}::uuid[])`.execute(db);
  return new Set(rows.map((row) => row.media_id));
}
