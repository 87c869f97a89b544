import { type Kysely, sql } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";

/** The salt of a day; whoever asks first brings it along. @param fresh 32 random bytes */
export async function saltOfDay(db: Kysely<DB>, { day, fresh, at }: { day: string; fresh: Buffer; at: Date }): Promise<Buffer> {
  await db
    .insertInto("analytics_salts")
    .values({ day: sql`${day}::date`, salt: fresh, created_at: at })
    .onConflict((conflict) => conflict.column("day").doNothing())
    .execute();
  const { salt } = await db
    .selectFrom("analytics_salts")
    .select("salt")
    .where("day", "=", sql<Date>`${day}::date`)
    .executeTakeFirstOrThrow();
  return salt;
}

/** Throws away the salts that were made before a moment. */
export async function deletedSalts(db: Kysely<DB>, before: Date): Promise<void> {
  await db.deleteFrom("analytics_salts").where("created_at", "<", before).execute();
}
