import type { Kysely } from "kysely";
import { generate, PostgresDialect } from "kysely-codegen";

/**
 * Writes down the types of a migrated database as `schema.gen.ts` holds them. Bigints are numbers, as connections read them.
 * @param db the database; only its catalog is read.
 * @returns TypeScript
 */
export function describeSchema<DB>(db: Kysely<DB>): Promise<string> {
  return generate({
    db,
    dialect: new PostgresDialect(),
    excludePattern: "schema_migrations",
    typeMapping: { int8: "number", uuid: "string" },
    outFile: null,
  });
}
