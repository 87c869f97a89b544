import { join } from "node:path";
import type { TestProject } from "vitest/node";
import type {} from "./platform/database.ts";
import { startTestPostgres } from "./platform/test-postgres.ts";

/** Starts the run's database server before the first test file, and stops it after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const projectDir = project.config.root;
  const { stop, ...server } = await startTestPostgres({ projectDir, migrationsDir: join(projectDir, "db/migrations") });
  project.provide("postgres", server);
  return stop;
}
