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
