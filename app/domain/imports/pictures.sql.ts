import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import { AT_WORK } from "./import-rules.ts";

type Db = Kysely<DB>;

/** `written`: as the content has it, empty next to the title; `address`: where it is. */
export type MissingPicture = { post_id: string; written: string; address: string; place: string };

type Owner = { id: string; source: string };

/** Those of earlier imports are fetched again. */
export async function storeMissingPictures(db: Db, { id, source }: Owner, pictures: MissingPicture[]): Promise<void> {
  if (pictures.length === 0) return;
  await db
    .insertInto("import_pictures")
    .values(pictures.map((picture) => ({ ...picture, import_id: id, source })))
    .onConflict((conflict) =>
      conflict.columns(["post_id", "written"]).doUpdateSet({
        import_id: (eb) => eb.ref("excluded.import_id"),
        source: (eb) => eb.ref("excluded.source"),
        address: (eb) => eb.ref("excluded.address"),
        place: (eb) => eb.ref("excluded.place"),
        reason: null,
        tried_at: null,
      }),
    )
    .execute();
}

/** Its own and those of earlier imports of the blog, except where one is at work. */
const fetchable = ({ id, source }: Owner) => sql`
  source = ${source} and (import_id is null or import_id = ${id}::uuid
    or import_id in (select i.id from imports i where i.state <> all(${[...AT_WORK]}::text[])))`;

export async function takeOverPictures(db: Db, owner: Owner): Promise<void> {
  await sql`update import_pictures set import_id = ${owner.id}::uuid, tried_at = null where ${fetchable(owner)}`.execute(db);
}

export async function missingAddresses(db: Db, owner: Owner): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct address from import_pictures where ${fetchable(owner)}`.execute(db);
  return rows.map(({ address }) => address);
}

/** @returns how many pictures by address have failed before */
export async function resetTries(db: Db, importId: string): Promise<number> {
  const { rows } = await sql<{ failed: number }>`
    with reset as (update import_pictures set tried_at = null where import_id = ${importId}::uuid returning address, reason)
    select count(distinct address) filter (where reason is not null)::int as failed from reset`.execute(db);
  return rows[0]?.failed ?? 0;
}

/** Pictures that a post's content still shows from elsewhere, or that never came for the place next to the title. */
export async function stillMissing(db: Db, source: string, pictures: MissingPicture[]): Promise<MissingPicture[]> {
  if (pictures.length === 0) return [];
  const column = (name: keyof MissingPicture) => pictures.map((picture) => picture[name]);
  const { rows } = await sql<MissingPicture>`
    select w.post_id, w.written, w.address, w.place
    from unnest(${column("post_id")}::uuid[], ${column("written")}::text[], ${column("address")}::text[], ${column("place")}::text[])
      w (post_id, written, address, place)
      join posts p on p.id = w.post_id and p.status <> 'trashed'
    where case when w.written <> '' then strpos(p.content, w.written) > 0
      -- An author may have taken away one that came.
      else p.featured_image is null and not exists (
        select from import_items i where i.source = ${source} and i.key = left('picture:' || w.address, 2100)) end`.execute(db);
  return rows;
}

/** With all pictures of these posts that haven't been tried in this stage. */
export async function waitingPosts(db: Db, importId: string, limit: number): Promise<MissingPicture[]> {
  const { rows } = await sql<MissingPicture>`
    select post_id, written, address, place from import_pictures
    where import_id = ${importId}::uuid and tried_at is null and post_id in (
      select distinct post_id from import_pictures
      where import_id = ${importId}::uuid and tried_at is null order by post_id limit ${limit})
    order by post_id, written`.execute(db);
  return rows;
}

export async function countWaiting(db: Db, importId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from import_pictures where import_id = ${importId}::uuid and tried_at is null`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function forgetPictures(db: Db, postId: string, written: string[]): Promise<void> {
  await sql`delete from import_pictures where post_id = ${postId}::uuid and written = any(${written}::text[])`.execute(db);
}

export async function storeFailures(
  db: Db,
  postId: string,
  failures: ReadonlyMap<string, string>,
  tried_at: Date,
): Promise<void> {
  await sql`
    update import_pictures p set reason = f.reason, tried_at = ${tried_at}
    from unnest(${[...failures.keys()]}::text[], ${[...failures.values()]}::text[]) f (written, reason)
    where p.post_id = ${postId}::uuid and p.written = f.written`.execute(db);
}

export type MissingPictureRow = MissingPicture & { title: string; reason: string | null; tried_at: Date | null };

export async function missingRows(
  db: Db,
  importId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; rows: MissingPictureRow[] }> {
  const { rows } = await sql<MissingPictureRow>`
    select m.post_id, m.written, m.address, m.place, m.reason, m.tried_at, p.title
    from import_pictures m join posts p on p.id = m.post_id where m.import_id = ${importId}::uuid
    order by p.title, m.post_id, m.written limit ${limit} offset ${offset}`.execute(db);
  const { n } = await db
    .selectFrom("import_pictures")
    .select(sql<number>`count(*)::int`.as("n"))
    .where("import_id", "=", importId)
    .executeTakeFirstOrThrow();
  return { total: n, rows };
}
