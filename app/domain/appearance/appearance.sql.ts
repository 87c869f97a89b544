import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";

type Db = Kysely<DB>;

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

/** Adds a look, which is in force from then on, and deletes the oldest ones above `most`. */
export async function insertLook(db: Db, values: { look: unknown; saved_at: Date; saved_by: string | null }, most: number) {
  await db
    .insertInto("looks")
    .values({ ...values, look: JSON.stringify(values.look) })
    .execute();
  await sql`delete from looks where id <= (select id from looks order by id desc offset ${most} limit 1)`.execute(db);
}
