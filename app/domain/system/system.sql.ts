import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";

/** The version of the PostgreSQL server. */
export async function postgresVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db);
  return rows[0]?.server_version ?? "";
}

/** The applied migrations in order; none if the product hasn't migrated the database. */
export async function appliedMigrations(db: Db): Promise<{ version: number; name: string; applied_at: Date }[]> {
  const { rows: found } = await sql<{ there: boolean }>`select to_regclass('schema_migrations') is not null as there`.execute(db);
  if (!found[0]?.there) return [];
  const { rows } = await sql<{ version: number; name: string; applied_at: Date }>`
    select version, name, applied_at from schema_migrations order by version`.execute(db);
  return rows;
}
