import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";

/** What the server says about itself and about our rights there. */
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

/** Reads the settings and rights that the site depends on, in one statement. */
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

/** The standbys that commits wait for: what `synchronous_standby_names` says, and how many standbys are connected. */
export async function readStandbys(db: Db): Promise<{ names: string; connected: number }> {
  const { rows } = await sql<{ names: string; connected: number }>`
    select current_setting('synchronous_standby_names') as names, (select count(*)::int from pg_stat_replication) as connected`.execute(
    db,
  );
  return rows[0] ?? { names: "", connected: 0 };
}

/** The database's clock, in ms since 1970. */
export async function databaseTime(db: Db): Promise<number> {
  const { rows } = await sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db);
  return Number(rows[0]?.ms);
}
