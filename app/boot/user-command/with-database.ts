import { setTimeout as pause } from "node:timers/promises";
import type { DB } from "../../../db/schema.gen.ts";
import type { Context } from "../../domain/context.ts";
import { systemClock, systemRandom } from "../../platform/clock/clock.ts";
import { type Config, ConfigError } from "../../platform/config/config.ts";
import { readConfig } from "../../platform/config/read-config.ts";
import { connectDatabase } from "../../platform/database/connect.ts";
import { describeFailure, describeTarget } from "../../platform/database/explain-connection.ts";
import { migrate, pendingMigrations } from "../../platform/database/migrate.ts";
import { createLog } from "../../platform/log/log.ts";
import { migrationsDir } from "../prepare.ts";
import { openBeside } from "./open-beside.ts";

/** How long a site that is starting may take to migrate, in ms. */
const PATIENCE = 10_000;

/** Something that the operator can act on, in one sentence. */
export class Refusal extends Error {}

/** What happened, for the person at the keyboard; nothing for what nobody foresaw. */
export function plainSentence(error: unknown): string | null {
  if (error instanceof ConfigError || error instanceof Refusal) return error.message;
  const known = error instanceof Error && (error.name === "DatabaseStartError" || error.name === "MigrationError");
  return known ? error.message : null;
}

/** Waits for a starting site to bring its tables up to date: while a site runs, that is the site's to do. */
async function migrated(schema: Parameters<typeof pendingMigrations>[0]): Promise<void> {
  for (const deadline = performance.now() + PATIENCE; (await pendingMigrations(schema)).length > 0; await pause(100)) {
    if (performance.now() > deadline)
      throw new Refusal("The running site is older than this command. Restart the site, then try again.");
  }
}

/**
 * Does something with the site's database, beside the running site or while it doesn't run.
 * @param work is given a context without jobs, and the operator's settings
 * @returns what `work` returns
 * @throws Refusal, ConfigError, DatabaseStartError with a message for a person; whatever `work` throws
 */
export async function withDatabase<Result>(
  projectDir: string,
  work: (ctx: Context, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(process.env);
  const log = createLog({ level: "silent" });
  const { connection, shared, close } = await openBeside(config, projectDir, log);
  try {
    const { pool, db, close: disconnect } = connectDatabase<DB>(connection, { log, max: 4 });
    try {
      await pool.query("select 1").catch((error: unknown) => {
        const { host } = describeTarget(connection);
        throw new Refusal(`The database at ${host} can't be used: ${describeFailure(error, connection)}.`);
      });
      const schema = { pool, dir: migrationsDir(projectDir), log };
      if (shared) await migrated(schema);
      else await migrate(schema);
      return await work({ db, clock: systemClock, random: systemRandom, log }, config);
    } finally {
      await disconnect();
    }
  } finally {
    await close();
  }
}
