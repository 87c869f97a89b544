import { Counter, Gauge, type Registry } from "prom-client";
import { readBackupHealth } from "../domain/backups/backup-health.ts";
import type { Context } from "../domain/context.ts";
import { countUnsentMails } from "../domain/mail/count-unsent-mails.ts";
import { diskRoom } from "../domain/system/checks/check-machine.ts";
import type { ProxyTraffic } from "../domain/system/checks/installation.ts";
import type { DatabaseRestarts } from "../domain/system/system.ts";
import type { StandbyState } from "../platform/database/replica.ts";
import { countJobs } from "../platform/jobs.ts";

type Pool = { totalCount: number; idleCount: number; waitingCount: number; options: { max?: number } };

/** Parts of the process that the app doesn't know by itself. */
export type Machine = {
  version: string;
  pool: Pool;
  /** null before its first time */
  heardAt?: () => Date | null;
  databaseRestarts?: () => DatabaseRestarts;
  standby?: () => StandbyState;
  /** watched disks, by their names */
  folders: Readonly<Record<string, string>>;
};

export type SiteMetricsOptions = Machine & {
  context: Context;
  timezone(): string;
  pages(): { pages: number; bytes: number; hits: number; misses: number };
  traffic(): ProxyTraffic;
};

/** The database has to answer within this time. */
const PATIENCE_MS = 2000;
const REUSED_MS = 2000;

/** How the value of several processes is made of theirs. */
type Merge = "sum" | "max" | "min" | "first";

type Figures = {
  jobs: Awaited<ReturnType<typeof countJobs>>;
  mails: Awaited<ReturnType<typeof countUnsentMails>>;
  backups: Awaited<ReturnType<typeof readBackupHealth>>;
};

/** Null if the database doesn't answer. Several questions within a moment share one answer. */
function createFigures({ context, timezone }: SiteMetricsOptions): () => Promise<Figures | null> {
  let asked: { at: number; figures: Promise<Figures | null> } | null = null;
  const read = async (): Promise<Figures> => {
    const [jobs, mails, backups] = await Promise.all([
      countJobs(context.db),
      countUnsentMails(context.db),
      readBackupHealth(context, timezone()),
    ]);
    return { jobs, mails, backups };
  };
  return () => {
    const now = performance.now();
    if (!asked || now - asked.at > REUSED_MS) {
      const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null).unref());
      asked = { at: now, figures: Promise.race([read().catch(() => null), late]) };
    }
    return asked.figures;
  };
}

const seconds = (date: string | Date | null | undefined) => (date ? new Date(date).getTime() / 1000 : null);

/** Asked for when somebody reads the metrics. */
function createMeters(registry: Registry) {
  /** Without an answer the figure is left out. */
  const gauge = (name: string, help: string, merge: Merge, ask: () => number | null | Promise<number | null>) =>
    new Gauge({
      name,
      help,
      aggregator: merge,
      registers: [registry],
      async collect() {
        const value = await ask();
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  const counter = (name: string, help: string, ask: () => number) =>
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(ask());
      },
    });
  return { gauge, counter };
}

type Meters = ReturnType<typeof createMeters>;

/** What an operator watches. */
export function registerSiteMetrics(registry: Registry, options: SiteMetricsOptions): void {
  new Gauge({
    name: "skylark_build_info",
    help: "The running version; always 1",
    labelNames: ["version", "node"] as const,
    aggregator: "first",
    registers: [registry],
  }).set({ version: options.version, node: process.versions.node }, 1);

  const meters = createMeters(registry);
  const figures = createFigures(options);
  meters.gauge("skylark_database_up", "Whether the database answers", "min", async () => ((await figures()) ? 1 : 0));
  registerDatabase(meters, options);
  registerWork(meters, figures);
  meters.gauge(
    "skylark_notifications_last_heard_timestamp_seconds",
    "When the connection that is told of changes was last alive",
    "min",
    () => seconds(options.heardAt?.()),
  );
  registerPageCache(meters, options.pages);
  registerProxies(meters, options.traffic);
  registerDisks(registry, options.folders);
}

function registerDatabase({ gauge }: Meters, { pool, databaseRestarts, standby }: SiteMetricsOptions): void {
  gauge("skylark_database_connections_max", "The most connections of the pool", "sum", () => pool.options.max ?? null);
  gauge("skylark_database_connections_in_use", "Connections of the pool in use", "sum", () => pool.totalCount - pool.idleCount);
  gauge("skylark_database_connections_idle", "Connections of the pool that are open and idle", "sum", () => pool.idleCount);
  gauge("skylark_database_requests_waiting", "Requests that wait for a connection of the pool", "sum", () => pool.waitingCount);
  gauge(
    "skylark_database_restarts",
    "How often the embedded database ended by itself and was started again since the site started",
    "max",
    () => databaseRestarts?.().count ?? null,
  );
  gauge("skylark_standby_in_use", "Whether the standby of DATABASE_READ_URL is read from", "min", () =>
    standby ? Number(standby().fault === null) : null,
  );
  gauge(
    "skylark_standby_lag_seconds",
    "For how long the standby has lacked something that the primary has",
    "max",
    () => standby?.().lagSeconds ?? null,
  );
}

function registerWork({ gauge }: Meters, figures: () => Promise<Figures | null>): void {
  const fromDatabase = (name: string, help: string, pick: (figures: Figures) => number | null) =>
    gauge(name, help, "max", async () => {
      const found = await figures();
      return found && pick(found);
    });
  fromDatabase("skylark_jobs_waiting", "Waiting background jobs", ({ jobs }) => jobs.waiting);
  fromDatabase("skylark_jobs_failed", "Background jobs that failed in the last day", ({ jobs }) => jobs.failed);
  fromDatabase("skylark_jobs_overdue_seconds", "For how long the oldest job has been due", ({ jobs }) => jobs.overdueSeconds);
  fromDatabase("skylark_mails_waiting", "Emails waiting to be sent", ({ mails }) => mails.waiting);
  fromDatabase("skylark_mails_given_up", "Emails that failed in the last 30 days", ({ mails }) => mails.givenUp);
  fromDatabase(
    "skylark_mails_oldest_waiting_seconds",
    "For how long the oldest email has waited",
    ({ mails }) => mails.oldestSeconds,
  );
  fromDatabase("skylark_backup_last_success_timestamp_seconds", "When the last good backup was made", ({ backups }) =>
    seconds(backups.last?.at),
  );
  fromDatabase("skylark_backup_last_proof_timestamp_seconds", "When a backup was last restored and compared", ({ backups }) =>
    seconds(backups.proven?.at),
  );
  fromDatabase("skylark_backup_warnings", "What is wrong with the backups", ({ backups }) => backups.warnings.length);
}

function registerPageCache({ gauge, counter }: Meters, pages: SiteMetricsOptions["pages"]): void {
  gauge("skylark_page_cache_pages", "Rendered pages in memory", "sum", () => pages().pages);
  gauge("skylark_page_cache_bytes", "Memory of rendered pages with their compressed forms", "sum", () => pages().bytes);
  counter("skylark_page_cache_hits_total", "Pages that were found in memory", () => pages().hits);
  counter("skylark_page_cache_misses_total", "Pages that had to be rendered", () => pages().misses);
}

function registerProxies({ gauge, counter }: Meters, traffic: SiteMetricsOptions["traffic"]): void {
  counter("skylark_proxied_requests_total", "Requests while TRUST_PROXY is above 0", () => traffic().requests);
  counter(
    "skylark_proxied_requests_without_addresses_total",
    "Those with fewer addresses than TRUST_PROXY",
    () => traffic().withoutAddresses,
  );
  gauge(
    "skylark_proxied_requests_fewest_addresses",
    "The fewest addresses in X-Forwarded-For",
    "min",
    () => traffic().fewestAddresses,
  );
  gauge("skylark_unknown_proxy_seen", "Whether requests came through a proxy although TRUST_PROXY is 0", "max", () =>
    Number(traffic().unknownProxy),
  );
}

/** A disk that can't be looked at is left out. */
function registerDisks(registry: Registry, folders: Machine["folders"]): void {
  const labelNames = ["folder"] as const;
  const free = { name: "skylark_disk_free_bytes", help: "Free space on the disk of a folder" };
  const size = { name: "skylark_disk_size_bytes", help: "Size of the disk of a folder" };
  for (const [metric, pick] of [
    [free, "free"],
    [size, "total"],
  ] as const)
    new Gauge({
      ...metric,
      labelNames,
      aggregator: "first",
      registers: [registry],
      async collect() {
        for (const [folder, path] of Object.entries(folders)) {
          const room = await diskRoom(path).catch(() => null);
          if (room) this.set({ folder }, room[pick]);
          else this.remove({ folder });
        }
      },
    });
}
