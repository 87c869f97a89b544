import { join } from "node:path";
import type { PoolConfig } from "pg";
import { systemClock, systemRandom } from "../app/platform/clock.ts";
import { connectDatabase } from "../app/platform/database/connect.ts";
import { migrate } from "../app/platform/database/migrate.ts";
import { createLog } from "../app/platform/log.ts";
import { startEmbeddedPostgres } from "../app/platform/postgres/start.ts";
import type { DB } from "../db/schema.gen.ts";
import { type Filled, fillVisits } from "./analytics/fill.ts";
import { type Times, timePanels } from "./analytics/time-panels.ts";
import type { Row } from "./row.ts";
import { using, withScratch } from "./scratch.ts";
import { startSite } from "./site.ts";

const VIEWS = Number(process.env.BENCH_VIEWS ?? 10_000_000);
const DAYS = Number(process.env.BENCH_DAYS ?? 730);
const TARGET = "≤ 150";
const ADMIN = { ADMIN_EMAIL: "admin@bench.example", ADMIN_PASSWORD: "a password for the bench" };
const MEGABYTE = 1024 * 1024;

export const title = `Analytics with ${VIEWS} page views over ${DAYS} days: every panel over HTTP (95 % of the answers; the ratio is that of half of them to the same with a tenth of the views, target ≤ 1.5)`;

const log = createLog({ level: "warn" });

const urlOf = (connection: PoolConfig): string => {
  const query = new URLSearchParams({ host: String(connection.host), user: String(connection.user) });
  if (connection.password) query.set("password", String(connection.password));
  if (connection.port) query.set("port", String(connection.port));
  return `postgres:///${connection.database}?${query}`;
};

/** Fills a new embedded database and starts the built product on it. */
const withFilled = <T>(
  folder: string,
  views: number,
  work: (site: { filled: Filled; address: string }) => Promise<T>,
): Promise<T> =>
  using(startEmbeddedPostgres({ dataDir: join(folder, `postgres-${views}`), log }), async ({ connection }) => {
    const { pool, db, close } = connectDatabase<DB>(connection, { log });
    await migrate({ pool, dir: join(process.cwd(), "db", "migrations"), log });
    const ctx = { db, clock: systemClock, random: systemRandom, log };
    const filled = await fillVisits(ctx, pool, { views, days: DAYS }).finally(close);
    console.log(
      `  ${views} views: generated in ${filled.generating.toFixed(0)} s, rolled up in ${filled.rollingUp.toFixed(0)} s`,
    );
    const env = { DATABASE_URL: urlOf(connection), ...ADMIN, DEMO_CONTENT: "false", LOG_LEVEL: "error" };
    return using(startSite(join(folder, `data-${views}`), env), ({ address }) => work({ filled, address }));
  });

/** Rollups grow with the number of days, so with few views a day they outweigh the records: sizes are judged with all views. */
const filling = (filled: Filled, isJudged: boolean): Row[] => {
  const { views, records, days, bytes, generating, rollingUp } = filled;
  return [
    { measure: `generating ${views} views (${records} records)`, value: generating, unit: "s" },
    { measure: `rolling up ${days} days`, value: rollingUp, unit: "s" },
    { measure: "  per day", value: (rollingUp * 1000) / days, unit: "ms", target: "≤ 250" },
    {
      measure: "  size per million page views",
      value: bytes / MEGABYTE / (views / 1e6),
      unit: "MB",
      ...(isJudged ? { target: "≤ 150" } : {}),
    },
  ];
};

const compared = (timed: Map<string, Times>): Row[] =>
  [...timed].map(([measure, { half, most, halfOfFew }]) => {
    return { measure, value: most, unit: "ms, p95", target: TARGET, ratio: half / halfOfFew };
  });

/** Fills two sites, one with a tenth of the views, and sends both the requests of an admin's browser. */
export const run = (): Promise<Row[]> =>
  withScratch((folder) =>
    withFilled(folder, VIEWS / 10, (few) =>
      withFilled(folder, VIEWS, async (many) => {
        const { panels, drills } = await timePanels(few.address, many.address, {
          email: ADMIN.ADMIN_EMAIL,
          password: ADMIN.ADMIN_PASSWORD,
        });
        return [...filling(few.filled, false), ...filling(many.filled, true), ...compared(panels), ...compared(drills)];
      }),
    ),
  );
