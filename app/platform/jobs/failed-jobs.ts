import { type Kysely, sql } from "kysely";

/** A job that failed for the last time; `reason` as the error had it. */
export type FailedJob = { id: string; name: string; failed_at: Date; reason: string | null };

/** A job that is about to be done once more. */
export type RetriedJob = Pick<FailedJob, "name" | "reason"> & { data: unknown };

/** The queue makes its tables itself, when it first starts. */
async function isInstalled<DB>(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('pgboss.job') is not null as there`.execute(db);
  return rows[0]?.there ?? false;
}

/** Jobs that failed for the last time and are still on record, the newest `limit` of them first; none where no job ever ran. */
export async function failedJobs<DB>(db: Kysely<DB>, limit: number): Promise<FailedJob[]> {
  if (!(await isInstalled(db))) return [];
  const { rows } = await sql<FailedJob>`
    select id, name, coalesce(completed_on, created_on) as failed_at, output ->> 'message' as reason
    from pgboss.job where state = 'failed' order by completed_on desc nulls last, id limit ${limit}`.execute(db);
  return rows;
}

/** How many jobs failed for the last time and are still on record; none where no job ever ran. */
export async function countFailedJobs<DB>(db: Kysely<DB>): Promise<number> {
  if (!(await isInstalled(db))) return 0;
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pgboss.job where state = 'failed'`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Lets a job that failed for the last time be done once more, as pg-boss's own `retry` does: it keeps its data, and gets one
 * attempt more. Whoever works on its queue sees it within seconds of the commit.
 * @param db may be a transaction
 * @returns its name, its data, and why it failed; null when no job that failed has this id
 */
export async function retryFailedJob<DB>(db: Kysely<DB>, id: string): Promise<RetriedJob | null> {
  if (!(await isInstalled(db))) return null;
  const { rows } = await sql<RetriedJob>`
    update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null
    where id = ${id} and state = 'failed' returning name, data, output ->> 'message' as reason`.execute(db);
  return rows[0] ?? null;
}
