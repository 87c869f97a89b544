import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { CONFIG_NAMES } from "../../platform/config/config.ts";
import type { Db } from "../../platform/database/db.ts";
import { failedJobs, retryFailedJob } from "../../platform/jobs.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { reviveImport } from "../imports/import-commands.ts";
import { IMPORT_WANTED } from "../imports/import-rules.ts";
import { systemPolicy } from "./system.policy.ts";
import type { SystemFacts } from "./system.ts";

/** @throws DomainError forbidden; not found when no such job is given up any more */
export async function retryJob(ctx: Context, actor: Actor, id: string): Promise<void> {
  authorize(actor, systemPolicy.retryJob);
  await ctx.db.transaction().execute(async (db) => {
    const job = await retryFailedJob(db, id);
    if (!job) throw notFound("Failed job");
    // A failed import has that status, and its job would find nothing to do.
    if (job.name === IMPORT_WANTED) await reviveImport({ ...ctx, db }, (job.data as { id: string }).id);
    const entry = { action: "retried", entity: "job" as const, entityId: id, label: job.name };
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: { reason: job.reason }, after: null });
  });
}

type Manifest = {
  version?: unknown;
  license?: unknown;
  licenses?: unknown;
  dependencies?: Record<string, string>;
};

const manifestIn = async (dir: string) => JSON.parse(await readFile(join(dir, "package.json"), "utf8")) as Manifest;

const nameOf = (license: unknown): string =>
  typeof license === "string" ? license : ((license as { type?: string } | null)?.type ?? "");

/** Older packages have an object, or a list of them. */
function licenseOf({ license, licenses }: Manifest): string {
  const all = Array.isArray(licenses) ? licenses : [license ?? licenses];
  return all.map(nameOf).filter(Boolean).join(" OR ") || "not stated";
}

export async function productVersion(projectDir: string): Promise<string> {
  return String((await manifestIn(projectDir)).version ?? "");
}

async function readDependencies(projectDir: string): Promise<SystemFacts["dependencies"]> {
  const { dependencies = {} } = await manifestIn(projectDir);
  return Promise.all(
    Object.keys(dependencies)
      .sort()
      .map(async (name) => {
        // A package that was removed after the build has the version of the manifest.
        const manifest = await manifestIn(join(projectDir, "node_modules", name)).catch(() => ({}) as Manifest);
        return { name, version: String(manifest.version ?? dependencies[name]), license: licenseOf(manifest) };
      }),
  );
}

const FAILED_LISTED = 50;

/** Environment variables without their values. @param at `unknownProxy`: requests came through an undeclared proxy */
export async function readSystem(
  ctx: Context,
  {
    projectDir,
    env,
    unknownProxy,
  }: { projectDir: string; env: Readonly<Record<string, string | undefined>>; unknownProxy: boolean },
): Promise<SystemFacts> {
  const [version, postgres, migrations, dependencies, { failed, retried }] = await Promise.all([
    productVersion(projectDir),
    postgresVersion(ctx.db),
    appliedMigrations(ctx.db),
    readDependencies(projectDir),
    failedJobs(ctx.db, FAILED_LISTED),
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
      reason: reason ?? "No reason was given.",
    })),
    retried_jobs: retried,
  };
}

async function postgresVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db);
  return rows[0]?.server_version ?? "";
}

async function appliedMigrations(db: Db): Promise<{ version: number; name: string; applied_at: Date }[]> {
  const { rows: found } = await sql<{ there: boolean }>`select to_regclass('schema_migrations') is not null as there`.execute(db);
  if (!found[0]?.there) return [];
  const { rows } = await sql<{ version: number; name: string; applied_at: Date }>`
    select version, name, applied_at from schema_migrations order by version`.execute(db);
  return rows;
}
