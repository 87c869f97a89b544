import type pg from "pg";
import { inject } from "vitest";
import { copyTemplate, type TestDatabase, type TestPostgres } from "./test-postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgres: TestPostgres;
  }
}

/**
 * A migrated, empty database of the run's server, for the calling test file alone.
 * @returns how to connect to it, and `drop`, which ends open connections.
 */
export function createTestDatabase(): Promise<TestDatabase> {
  return copyTemplate(inject("postgres"));
}

/** A database as DATABASE_URL names it. */
export function urlOf({ host, port, user, password, database, connectionString }: pg.PoolConfig): string {
  if (connectionString) return connectionString;
  const query = new URLSearchParams({ host: String(host), port: String(port), user: String(user) });
  if (password) query.set("password", String(password));
  return `postgres:///${database}?${query}`;
}
