import type { Context } from "../app/domain/context.ts";
import { connectDatabase } from "../app/platform/database/connect.ts";
import type { DB } from "../db/schema.gen.ts";
import { buildContext } from "./builders.ts";
import { createTestDatabase } from "./platform/database.ts";

/**
 * An empty, migrated database for the calling test file and a context on it; parts of the context can be overridden.
 * @returns the context, its database again, and `close`, to be called after the last test.
 */
export async function openTestContext(parts: Partial<Context> = {}) {
  const database = await createTestDatabase();
  const { log } = buildContext(undefined as never);
  // Few connections, because each costs the server as much processor time as many statements. A slow machine is no
  // failure, so waiting for one of them may take as long as a test may.
  const { db, close } = connectDatabase<DB>({ ...database.config, connectionTimeoutMillis: 60_000 }, { log, max: 4 });
  return {
    ctx: buildContext(db, parts),
    db,
    /** how others can connect to the same database */
    config: database.config,
    close: async () => {
      await close();
      await database.drop();
    },
  };
}
