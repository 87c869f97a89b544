import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";

export type DatabaseFacts = {
  version: string;
  fsync: string;
  full_page_writes: string;
  synchronous_commit: string;
  read_only: boolean;
  connections: number;
  max_connections: number;
  pg_trgm: boolean;
  may_create_tables: boolean;
  may_create_schemas: boolean;
  foreign_tables: number;
  size: number;
};

export async function databaseFacts(db: Db): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit,
      pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as read_only,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as max_connections,
      exists (select from pg_extension where extname = 'pg_trgm') as pg_trgm,
      has_schema_privilege('public', 'create') as may_create_tables,
      has_database_privilege(current_database(), 'create') as may_create_schemas,
      (select count(*)::int from pg_tables where schemaname = 'public' and not pg_has_role(tableowner, 'member')) as foreign_tables,
      pg_database_size(current_database()) as size`.execute(db);
  const facts = rows[0];
  if (!facts) throw new Error("the database returned nothing");
  return { ...facts, size: Number(facts.size) };
}

/** How many of the site's words there are, and how many of them `pg_trgm` can't index because the database takes none of their characters for letters. */
export async function wordsWithoutTrigrams(db: Db): Promise<{ words: number; lost: number }> {
  const { rows } = await sql<{ words: number; lost: number }>`
    select count(*)::int as words, count(*) filter (where show_trgm(word) = '{}')::int as lost from site_words`.execute(db);
  return rows[0] ?? { words: 0, lost: 0 };
}

/** Those that were made for another host. */
export async function foreignPasskeys(db: Db, host: string): Promise<{ count: number; hosts: string[] }> {
  const rows = await db
    .selectFrom("passkeys")
    .select((eb) => ["rp_id", eb.fn.countAll<number>().as("count")])
    .where("rp_id", "<>", host)
    .groupBy("rp_id")
    .orderBy("rp_id")
    .execute();
  return { count: rows.reduce((sum, { count }) => sum + Number(count), 0), hosts: rows.map(({ rp_id }) => rp_id) };
}
