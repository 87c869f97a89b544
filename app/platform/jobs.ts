import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type pg from "pg";
import { type Db, fromKysely, type JobWithMetadata, type KyselyTransactionLike, PgBoss, type QueueResult } from "pg-boss";
import { listen } from "./database/listen.ts";
import type { DatabaseLog } from "./log.ts";
import { type Log, reportError } from "./log.ts";

type FailedJob = { id: string; name: string; failed_at: Date; reason: string | null };

type RetriedJob = Pick<FailedJob, "name" | "reason"> & { data: unknown };

async function isInstalled<DB>(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('pgboss.job') is not null as there`.execute(db);
  return rows[0]?.there ?? false;
}

/**
 * The newest `limit` jobs that failed for the last time. `retried`: how many were queued again and haven't ended yet; not among `failed`.
 */
export async function failedJobs<DB>(db: Kysely<DB>, limit: number): Promise<{ failed: FailedJob[]; retried: number }> {
  if (!(await isInstalled(db))) return { failed: [], retried: 0 };
  const { rows } = await sql<{ retried: number } & { [Name in keyof FailedJob]: FailedJob[Name] | null }>`
    select r.retried, f.* from (
      select count(*)::int as retried from pgboss.job j join pgboss.queue q on q.name = j.name
      where j.state < 'completed' and j.retry_limit > q.retry_limit
    ) r left join (
      select id, name, coalesce(completed_on, created_on) as failed_at, output ->> 'message' as reason
      from pgboss.job where state = 'failed' order by completed_on desc nulls last, id limit ${limit}
    ) f on true order by f.failed_at desc, f.id`.execute(db);
  return {
    failed: rows.filter((row): row is FailedJob & { retried: number } => row.id !== null),
    retried: rows[0]?.retried ?? 0,
  };
}

export async function countFailedJobs<DB>(db: Kysely<DB>): Promise<number> {
  if (!(await isInstalled(db))) return 0;
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pgboss.job where state = 'failed'`.execute(db);
  return rows[0]?.count ?? 0;
}

export type JobCounts = { waiting: number; failed: number; overdueSeconds: number };

export async function countJobs<DB>(db: Kysely<DB>): Promise<JobCounts> {
  const none = { waiting: 0, failed: 0, overdueSeconds: 0 };
  if (!(await isInstalled(db))) return none;
  const { rows } = await sql<JobCounts>`
    select count(*) filter (where state < 'active')::int as waiting,
      count(*) filter (where state = 'failed')::int as failed,
      coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after < now())), 0)::int
        as "overdueSeconds"
    from pgboss.job where state < 'active' or state = 'failed'`.execute(db);
  return rows[0] ?? none;
}

/** Works like pg-boss's own `retry`: the job keeps its data and gets one more attempt. @returns null when no job that failed has this id */
export async function retryFailedJob<DB>(db: Kysely<DB>, id: string): Promise<RetriedJob | null> {
  if (!(await isInstalled(db))) return null;
  const { rows } = await sql<RetriedJob>`
    update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null
    where id = ${id} and state = 'failed' returning name, data, output ->> 'message' as reason`.execute(db);
  return rows[0] ?? null;
}

function bossDatabase(pool: pg.Pool, connection: pg.ClientConfig, log: DatabaseLog): Db {
  return {
    async executeSql(text, values) {
      const client = await pool.connect();
      let failed = false;
      try {
        return await client.query(text, values);
      } catch (error) {
        failed = true;
        throw error;
      } finally {
        // Several of its statements come as one text with `begin` and `commit`: a failure in between would leave the
        // connection in a broken transaction for its next user.
        client.release(failed);
      }
    },
    listen: (channel, onNotification, onReconnect) => listen(connection, channel, onNotification, { log, onReconnect }),
  };
}

/** `db` may be a transaction: then the job exists exactly when that commits. */
type SendOptions = {
  db: KyselyTransactionLike;
  /** in seconds */
  after?: number;
  /** While a job of this name and key waits, no second one is added. */
  key?: string;
  /** The longest that one run may take, in seconds (default 120). */
  lasts?: number;
};

/** May be called again for the same job: after an error, or when the process died. */
export type JobHandler = (data: unknown) => Promise<void>;

export type Jobs = {
  send(name: string, data: object, options: SendOptions): Promise<void>;
  /** In one statement. @param items the data of each, with its key */
  sendAll(name: string, items: { key: string; data: object }[], options: Pick<SendOptions, "db">): Promise<void>;
  work(handlers: Record<string, JobHandler>): Promise<void>;
  /** Running jobs get 8 s; the others run after the next start. */
  stop(): Promise<void>;
};

export type JobsOptions = {
  pool: pg.Pool;
  connection: pg.ClientConfig;
  /** Whether notifications arrive (default true); if not, jobs are polled for every two seconds. */
  hears?: boolean;
  /** of all jobs that are ever sent */
  names: readonly string[];
  log: Log;
  /** How often due jobs are polled for; new ones are announced at once (default 10). */
  pollSeconds?: number;
  /** The pause before a failed job is done again; it doubles up to 15 minutes (default 5). */
  retrySeconds?: number;
  /** After this time without a sign of life the process that runs a job counts as dead (default 60, at least 10). */
  heartbeatSeconds?: number;
  /** How often jobs of dead processes are looked for (default 30). */
  superviseSeconds?: number;
  onGivenUp?: (name: string, reason: string, data: unknown) => Promise<void>;
};

const STOP_MS = 8000;
const BATCH = 5;
const DAY = 86_400;

/** So many processes may end while they run a job. A job counts as one of those when its process shows no sign of life. */
const ENDED_MAX = 3;
const ENDED = "Three processes have ended while they ran it; the server’s log may say why";

/** pg-boss counts a try when it hands a job out, so that a process that ends is counted. */
const endedTooOften = ({ retryCount, output }: JobWithMetadata): boolean =>
  retryCount >= ENDED_MAX && (output as { value?: { message?: string } } | null)?.value?.message === "job heartbeat timeout";

function createRunner({ pool, log, onGivenUp }: Pick<JobsOptions, "pool" | "log" | "onGivenUp">) {
  const giveUp = async (name: string, message: string, data: unknown) => {
    try {
      await onGivenUp?.(name, message, data);
    } catch (error) {
      reportError(log, error, `no notification could be sent that the job ${name} failed`);
    }
  };
  return async (name: string, job: JobWithMetadata, handler: JobHandler) => {
    const { id, data, retryCount } = job;
    let { retryLimit } = job;
    try {
      if (endedTooOften(job)) {
        await pool.query("update pgboss.job set retry_limit = retry_count where id = $1", [id]);
        retryLimit = retryCount;
        throw new Error(ENDED);
      }
      await handler(data);
      return { id, status: "completed" as const };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const isLast = retryCount >= retryLimit;
      reportError(log, error, `the job ${name} failed; it is ${isLast ? "not " : ""}tried again`);
      if (isLast) await giveUp(name, message, data);
      return { id, status: "failed" as const, output: { message } };
    }
  };
}

/** Wakes workers when delayed jobs become due: there is no notification then, and this is sooner than the next poll. */
function createAlarms(wake: (name: string) => void) {
  const alarms = new Set<NodeJS.Timeout>();
  return {
    wakeIn(name: string, seconds: number): void {
      const ring = () => {
        alarms.delete(alarm);
        wake(name);
      };
      const alarm = setTimeout(ring, seconds * 1000 + 50);
      alarms.add(alarm.unref());
    },
    clear(): void {
      for (const alarm of alarms) clearTimeout(alarm);
    },
  };
}

/** pg-boss, in its own schema, which it migrates itself. A job that throws is done again: 8 times at most, after growing pauses. */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const { pool, connection, hears = true, names, log, pollSeconds = 10, retrySeconds = 5 } = options;
  const { heartbeatSeconds = 60, superviseSeconds = 30 } = options;
  const boss = new PgBoss({
    db: bossDatabase(pool, connection, log),
    schema: "pgboss",
    useListenNotify: hears,
    // Nothing runs by the clock and no job waits for another.
    schedule: false,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    flowIntervalSeconds: 3600,
    bamIntervalSeconds: 3600,
  });
  // The error is a copy, by which the log wouldn't know it.
  const errorOf = (error: Error) => (error instanceof Error ? error : Object.assign(new Error((error as Error).message), error));
  boss.on("error", (error) => reportError(log, errorOf(error), "the job queue failed; it goes on"));
  boss.on("warning", (warning) => log.warn({ data: warning.data }, `job queue: ${warning.message}`));
  await boss.start();
  const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const name of names) await prepareQueue(boss, name, queues.get(name), { retryDelay: retrySeconds, heartbeatSeconds });

  const run = createRunner(options);
  const workers = new Map<string, string>();
  const alarms = createAlarms((name) => boss.notifyWorker(workers.get(name) ?? ""));
  const polling = { pollingIntervalSeconds: Math.min(2, pollSeconds), notifyPollingIntervalSeconds: pollSeconds };
  const working = { ...polling, batchSize: BATCH, burstWhenBatchFull: true, perJobResults: true, includeMetadata: true } as const;

  return {
    async send(name, data, { db, after = 0, key = randomUUID(), lasts }) {
      const expiry = lasts === undefined ? {} : { expireInSeconds: lasts };
      await boss.send(name, data, { db: fromKysely(db), singletonKey: key, startAfter: after, ...expiry });
      if (after > 0) alarms.wakeIn(name, after);
    },
    async sendAll(name, items, { db }) {
      const jobs = items.map(({ key, data }) => ({ data, singletonKey: key }));
      if (jobs.length > 0) await boss.insert(name, jobs, { db: fromKysely(db) });
    },
    async work(handlers) {
      for (const [name, handler] of Object.entries(handlers)) {
        const runAll = async (jobs: JobWithMetadata[]) => Promise.all(jobs.map((job) => run(name, job, handler)));
        workers.set(name, await boss.work(name, working, runAll));
      }
    },
    stop() {
      alarms.clear();
      return boss.stop({ graceful: true, timeout: STOP_MS, close: false });
    },
  };
}

/** Also brings the queue of an earlier release up to date. */
async function prepareQueue(
  boss: PgBoss,
  name: string,
  found: QueueResult | undefined,
  { retryDelay, heartbeatSeconds }: { retryDelay: number; heartbeatSeconds: number },
): Promise<void> {
  const settings = {
    notify: true,
    retryLimit: 8,
    retryDelay,
    retryBackoff: true,
    retryDelayMax: 900,
    // A process shows twice in this time that it is alive; the jobs of a dead one run again. A run that takes longer than the second
    // figure is given up.
    heartbeatSeconds,
    expireInSeconds: 120,
    // Done and failed ones stay on record, so that nobody misses a failure over a weekend or a holiday.
    deleteAfterSeconds: 14 * DAY,
  };
  if (!found) return boss.createQueue(name, { policy: "short", ...settings });
  const differs = Object.entries(settings).some(([key, value]) => found[key as keyof QueueResult] !== value);
  if (differs) await boss.updateQueue(name, settings);
}
