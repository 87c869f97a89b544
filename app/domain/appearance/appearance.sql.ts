import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";

export const newestLook = (db: Db): Promise<{ id: number; look: unknown } | undefined> =>
  db.selectFrom("looks").select(["id", "look"]).orderBy("id", "desc").limit(1).executeTakeFirst();

/** One save at a time, until the transaction ends. */
export async function lockLooks(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('looks'))`.execute(db);
}

export async function insertBrandFiles(db: Db, id: string, files: [name: string, body: Buffer][], now: Date): Promise<void> {
  const rows = files.map(([name, body]) => ({ id, name, body, created_at: now }));
  await db
    .insertInto("brand_files")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const findBrandFile = (db: Db, id: string, name: string): Promise<{ body: Buffer } | undefined> =>
  db.selectFrom("brand_files").select("body").where("id", "=", id).where("name", "=", name).executeTakeFirst();

export const hasPicture = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom("media").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;

/** Deletes the oldest looks above `most`. */
export async function insertLook(db: Db, values: { look: unknown; saved_at: Date; saved_by: string | null }, most: number) {
  await db
    .insertInto("looks")
    .values({ ...values, look: JSON.stringify(values.look) })
    .execute();
  await sql`delete from looks where id <= (select id from looks order by id desc offset ${most} limit 1)`.execute(db);
}
