import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { hasNoRollups, waitingDays } from "../app/domain/analytics/rollups/rollups.sql.ts";
import { connectDatabase } from "../app/platform/database/connect.ts";
import type { DB } from "../db/schema.gen.ts";
import { scratchFolder, silent, startTestPostgres, type TestDatabase } from "../test/platform/test-postgres.ts";
import { makeData, shareRun, startServer } from "./own-site.ts";

const ROOT = join(import.meta.dirname, "..");

/** Waits until the site has rolled up the visits of its demo content, so that its copies don't have to. */
async function rolledUp({ config }: TestDatabase): Promise<void> {
  const { db, close } = connectDatabase<DB>(config, { log: silent, max: 1 });
  const isWaiting = async () => (await hasNoRollups(db)) || (await waitingDays(db, "UTC")).length > 0;
  for (const begun = Date.now(); (await isWaiting()) && Date.now() - begun < 120_000; ) await pause(200);
  await close();
}

/**
 * Starts the built product for the whole run, and one PostgreSQL for all of its sites. The very first start is stopped again, and the
 * sites of single files are copies of its data. (`clean-copy` and `workers` start the product with the embedded database.)
 * @returns a function that Playwright calls at the end: it stops the site and checks that it stops well
 */
export default async function startSite(): Promise<() => Promise<void>> {
  // Servers start dozens of times in a run; with a compile cache they take a third less processor time.
  const compiled = mkdtempSync(scratchFolder());
  process.env.NODE_COMPILE_CACHE = compiled;
  const { stop, ...postgres } = await startTestPostgres({ projectDir: ROOT, migrationsDir: join(ROOT, "db", "migrations") });
  shareRun({ postgres });
  const asNew = await makeData("empty");
  const first = await startServer(asNew);
  await rolledUp(asNew.database);
  await first.stop();
  shareRun({ postgres, seeded: { folder: asNew.folder, database: asNew.database.name } });
  const data = await makeData("seeded");
  const site = await startServer(data);
  process.env.SITE = site.address;
  return async () => {
    const code = await site.stop();
    await data.remove();
    await asNew.remove();
    await stop();
    rmSync(compiled, { recursive: true, force: true });
    if (code !== 0) throw new Error(`The site should have stopped with code 0, but it was ${code}`);
  };
}
