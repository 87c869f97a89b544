import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";

/** A look as it is stored, unchecked. */
export type LookRow = { id: number; look: unknown; saved_at: Date; saved_by: string | null };

/** The look in force: the one that was saved last. */
export const newestLook = (db: Db): Promise<{ id: number; look: unknown } | undefined> =>
  db.selectFrom("looks").select(["id", "look"]).orderBy("id", "desc").limit(1).executeTakeFirst();

/** The last looks, the newest first, with the names of those who saved them. */
export const newestLooks = (db: Db, most: number): Promise<LookRow[]> =>
  db
    .selectFrom("looks")
    .leftJoin("users", "users.id", "looks.saved_by")
    .select(["looks.id", "looks.look", "looks.saved_at"])
    .select(sql<string | null>`coalesce(nullif(users.full_name, ''), users.email)`.as("saved_by"))
    .orderBy("looks.id", "desc")
    .limit(most)
    .execute();

/** Lets one save at a time look at the newest look. Until the transaction ends. */
export async function lockLooks(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('looks'))`.execute(db);
}

/** Stores the files of an upload. */
export async function insertBrandFiles(db: Db, id: string, files: [name: string, body: Buffer][], now: Date): Promise<void> {
  const rows = files.map(([name, body]) => ({ id, name, body, created_at: now }));
  await db
    .insertInto("brand_files")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A file of an upload. */
export const findBrandFile = (db: Db, id: string, name: string): Promise<{ body: Buffer } | undefined> =>
  db.selectFrom("brand_files").select("body").where("id", "=", id).where("name", "=", name).executeTakeFirst();

/** Which of some files are there. @param addresses as `/brand/<id>/<name>` */
export async function knownBrandFiles(db: Db, addresses: string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const address = sql<string>`'/brand/' || id || '/' || name`;
  const rows = await db
    .selectFrom("brand_files")
    .select(address.as("address"))
    .where(address, "=", sql<string>`any(${addresses}::text[])`)
    .execute();
  return new Set(rows.map((row) => row.address));
}

/** Whether the library has a picture. */
export const hasPicture = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom("media").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;

/** The focal point of a picture in the library. */
export const pictureFocus = (db: Db, id: string): Promise<{ focus_x: number; focus_y: number } | undefined> =>
  db.selectFrom("media").select(["focus_x", "focus_y"]).where("id", "=", id).executeTakeFirst();

/** Deletes uploads from before a moment that no look names any more. */
export async function deleteUnnamedFiles(db: Db, before: Date): Promise<void> {
  await sql`delete from brand_files f where created_at < ${before} and not exists (
    select from looks where strpos(look::text, f.id::text) > 0)`.execute(db);
}

/** Takes a look back as if it had never been saved. */
export const deleteLook = (db: Db, id: number) => db.deleteFrom("looks").where("id", "=", id).execute();

/** Adds a look, which is in force from then on, and deletes the oldest ones above `most`. */
export async function insertLook(db: Db, values: { look: unknown; saved_at: Date; saved_by: string | null }, most: number) {
  await db
    .insertInto("looks")
    .values({ ...values, look: JSON.stringify(values.look) })
    .execute();
  await sql`delete from looks where id <= (select id from looks order by id desc offset ${most} limit 1)`.execute(db);
}
