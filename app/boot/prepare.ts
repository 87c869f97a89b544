import { join } from "node:path";
import type pg from "pg";
import type { DB } from "../../db/schema.gen.ts";
import { ensureFirstAdmin, type FirstAdmin } from "../domain/auth/first-admin.ts";
import { currentKeys } from "../domain/auth/keys.ts";
import { offerSetup } from "../domain/setup/offer-setup.ts";
import { systemClock, systemRandom } from "../platform/clock.ts";
import type { Config } from "../platform/config/config.ts";
import { connectDatabase, waitForDatabase } from "../platform/database/connect.ts";
import { migrate } from "../platform/database/migrate.ts";
import type { Log } from "../platform/log.ts";
import { addDemoContent } from "./add-demo-content.ts";
import { backUpFirst } from "./back-up-first.ts";
import type { BootOptions } from "./boot-options.ts";
import { reportStep } from "./report-step.ts";

export const migrationsDir = (projectDir: string) => join(projectDir, "db", "migrations");
const seedDir = (projectDir: string) => join(projectDir, "db", "seed");

export type Prepared = { firstAdmin: FirstAdmin | null; setupToken: string | null };

/** One line, however many there were. */
function reportMigrations(log: Log, begun: number, applied: string[]): void {
  const [first] = applied;
  if (first === undefined) return;
  const count = `${applied.length} ${applied.length === 1 ? "migration" : "migrations"}`;
  const words = first.startsWith("0001") ? `Database made, ${count}` : `${count} applied`;
  reportStep(log, { words, begun, fields: { migrations: applied.length, first, last: applied.at(-1) } });
}

/**
 * Migrates after a backup, and adds keys, demo content and the first admin. Uses separate connections, because PostgreSQL keeps 45 MB for
 * one that has migrated and filled a database.
 * @throws DatabaseStartError, MigrationError, UpgradeBackupError, or Error that names the mistake in the demo content
 */
export async function prepareDatabase(
  connection: pg.PoolConfig,
  config: Config,
  { projectDir, log, signal, isAgain }: Pick<BootOptions, "projectDir" | "log" | "signal" | "isAgain">,
): Promise<Prepared> {
  const { pool, db, close } = connectDatabase<DB>(connection, { log, max: 2 });
  const context = { db, clock: systemClock, random: systemRandom, log };
  try {
    await waitForDatabase(pool, { log, signal });
    const before = backUpFirst(config, { projectDir, log, signal });
    const begun = performance.now();
    const { applied } = await migrate({ pool, dir: migrationsDir(projectDir), log, before });
    reportMigrations(log, begun, applied);
    await currentKeys(context);
    if (config.demoContent) {
      const seedBegun = performance.now();
      const seeded = await addDemoContent(db, { connection, seedDir: seedDir(projectDir), signal });
      if (seeded) reportStep(log, { words: "Demo content added", begun: seedBegun, fields: seeded });
    }
    const firstAdmin = await ensureFirstAdmin(context, { email: config.adminEmail, password: config.adminPassword });
    const isNamed = config.adminEmail !== undefined || config.adminPassword !== undefined;
    return { firstAdmin, setupToken: isNamed || isAgain ? null : await offerSetup(context) };
  } finally {
    await close();
  }
}
