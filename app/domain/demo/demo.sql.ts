import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database/db.ts";

/** Lets one instance fill the database at a time; the lock ends with the transaction. */
export async function lockSeeding(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('demo content'))`.execute(trx);
}

/** Whether anybody has written anything here, or the demo content has come before: it comes once. */
export async function hasContent(db: Db): Promise<boolean> {
  const query = sql<{ filled: boolean }>`
    select exists (select from posts) or exists (select from categories) or exists (select from demo_content) as filled`;
  const { rows } = await query.execute(db);
  return rows[0]?.filled ?? false;
}
