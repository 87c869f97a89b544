import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import type {} from "./platform/database.ts";
import { scratchFolder, startTestPostgres } from "./platform/test-postgres.ts";

/** Starts the run's database server before the first test file, and stops it after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const projectDir = project.config.root;
  // Tests start hundreds of processes from the sources. With a compile cache each takes a third less processor time.
  const compiled = mkdtempSync(scratchFolder());
  process.env.NODE_COMPILE_CACHE = compiled;
  const { stop, ...server } = await startTestPostgres({ projectDir, migrationsDir: join(projectDir, "db/migrations") });
  project.provide("postgres", server);
  return async () => {
    await stop();
    rmSync(compiled, { recursive: true, force: true });
  };
}
