import { setTimeout as pause } from "node:timers/promises";
import type { DB } from "../../../db/schema.gen.ts";
import type { Context } from "../../domain/context.ts";
import { DomainError } from "../../domain/errors.ts";
import { systemClock, systemRandom } from "../../platform/clock/clock.ts";
import { ConfigError } from "../../platform/config/config.ts";
import { readConfig } from "../../platform/config/read-config.ts";
import { connectDatabase } from "../../platform/database/connect.ts";
import { describeFailure, describeTarget } from "../../platform/database/explain-connection.ts";
import { migrate, pendingMigrations } from "../../platform/database/migrate.ts";
import { createLog } from "../../platform/log/log.ts";
import { migrationsDir } from "../prepare.ts";
import { openBeside } from "./open-beside.ts";
import { parseArguments, type Task, USAGE, UsageError } from "./parse-arguments.ts";
import { perform } from "./perform.ts";

/** How long a site that is starting may take to migrate, in ms. */
const PATIENCE = 10_000;

/** Something that the operator can act on, in one sentence. */
class Refusal extends Error {}

/** What happened, for the person at the keyboard; nothing for what nobody foresaw. */
function sentenceOf(error: unknown): string | null {
  if (error instanceof ConfigError || error instanceof Refusal) return error.message;
  if (error instanceof DomainError) {
    if (error.code === "PGRST116") return "Nobody has an account with this email address.";
    return error.code === "23505" ? "This email address has an account already. Nothing was changed." : error.message;
  }
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

async function work(task: Exclude<Task, { verb: "help" }>, projectDir: string): Promise<string[]> {
  const config = readConfig(process.env);
  const log = createLog({ level: "silent" });
  const { connection, shared, close } = await openBeside(config, projectDir, log);
  try {
    const { pool, db, close: disconnect } = connectDatabase<DB>(connection, { log, max: 2 });
    try {
      await pool.query("select 1").catch((error: unknown) => {
        const { host } = describeTarget(connection);
        throw new Refusal(`The database at ${host} can't be used: ${describeFailure(error, connection)}.`);
      });
      const schema = { pool, dir: migrationsDir(projectDir), log };
      if (shared) await migrated(schema);
      else await migrate(schema);
      const ctx: Context = { db, clock: systemClock, random: systemRandom, log };
      return await perform(ctx, task);
    } finally {
      await disconnect();
    }
  } finally {
    await close();
  }
}

/**
 * The command `npm run user`. Exit codes: 0 done, 1 refused or failed (one sentence says why), 2 the arguments make no sense.
 * @param args the words behind the command's name
 */
export async function runUserCommand(args: string[], projectDir: string): Promise<number> {
  const say = (lines: string[]) => process.stdout.write(`${lines.join("\n")}\n`);
  try {
    const task = parseArguments(args);
    say(task.verb === "help" ? [USAGE.trimEnd()] : await work(task, projectDir));
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}.\n\n${USAGE}`);
      return 2;
    }
    const sentence = sentenceOf(error);
    process.stderr.write(`${sentence ?? (error instanceof Error ? error.stack : String(error))}\n`);
    return 1;
  }
}
