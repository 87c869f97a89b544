import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database/db.ts";

/** One instance at a time, until the transaction ends. */
export async function lockSeeding(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('demo content'))`.execute(trx);
}

/** Also after the demo content has come and gone: it comes once. */
export async function hasContent(db: Db): Promise<boolean> {
  const query = sql<{ filled: boolean }>`
    select exists (select from posts) or exists (select from categories) or exists (select from demo_content) as filled`;
  const { rows } = await query.execute(db);
  return rows[0]?.filled ?? false;
}
