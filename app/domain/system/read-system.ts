import { CONFIG_NAMES } from "../../platform/config/read-config.ts";
import { failedJobs } from "../../platform/jobs/failed-jobs.ts";
import type { Context } from "../context.ts";
import { productVersion, readDependencies } from "./dependencies.ts";
import type { SystemFacts } from "./model.ts";
import { appliedMigrations, postgresVersion } from "./system.sql.ts";

/** Of so many jobs that failed it is told why. */
const FAILED_TOLD = 50;

/**
 * Tells what the product stands on. No value of the environment leaves, only whether there is one.
 * @param at `projectDir`: the project's folder; `env`: the environment, as in `process.env`;
 *   `unknownProxy`: whether this process has seen requests that came through an undeclared proxy
 */
export async function readSystem(
  ctx: Context,
  {
    projectDir,
    env,
    unknownProxy,
  }: { projectDir: string; env: Readonly<Record<string, string | undefined>>; unknownProxy: boolean },
): Promise<SystemFacts> {
  const [version, postgres, migrations, dependencies, failed] = await Promise.all([
    productVersion(projectDir),
    postgresVersion(ctx.db),
    appliedMigrations(ctx.db),
    readDependencies(projectDir),
    failedJobs(ctx.db, FAILED_TOLD),
  ]);
  return {
    version,
    node: process.versions.node,
    postgres,
    migrations: migrations.map((one) => ({ ...one, applied_at: one.applied_at.toISOString() })),
    environment: CONFIG_NAMES.map((name) => ({ name, is_set: Boolean(env[name]?.trim()) })),
    unknown_proxy: unknownProxy,
    dependencies,
    failed_jobs: failed.map(({ id, name, failed_at, reason }) => ({
      id,
      name,
      failed_at: failed_at.toISOString(),
      reason: reason ?? "Nobody said why.",
    })),
  };
}
