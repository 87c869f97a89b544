import { join } from "node:path";
import type { PoolConfig } from "pg";
import { systemClock, systemRandom } from "../app/platform/clock/clock.ts";
import { connectDatabase } from "../app/platform/database/connect.ts";
import { migrate } from "../app/platform/database/migrate.ts";
import { createLog } from "../app/platform/log/log.ts";
import { startEmbeddedPostgres } from "../app/platform/postgres/start.ts";
import type { DB } from "../db/schema.gen.ts";
import { type Filled, fillVisits } from "./analytics/fill.ts";
import { FEW_ROUNDS, MANY_ROUNDS, type Timed, type Times, timePanels } from "./analytics/time-panels.ts";
import type { Row } from "./row.ts";
import { using, withScratch } from "./scratch.ts";
import { startSite } from "./site.ts";

const VIEWS = Number(process.env.BENCH_VIEWS ?? 10_000_000);
const DAYS = Number(process.env.BENCH_DAYS ?? 730);
const TARGET = "≤ 150";
const ADMIN = { ADMIN_EMAIL: "admin@bench.example", ADMIN_PASSWORD: "a password for the bench" };
const MEGABYTE = 1024 * 1024;

export const title = `Analytics with ${VIEWS} page views over ${DAYS} days: every panel over HTTP (95 % of the answers; the ratio is that of half of them to the same with a tenth of the views, target ≤ 1.5)`;

type Measured = Timed & { filled: Filled };

const log = createLog({ level: "warn" });

const urlOf = (connection: PoolConfig): string => {
  const query = new URLSearchParams({ host: String(connection.host), user: String(connection.user) });
  if (connection.password) query.set("password", String(connection.password));
  if (connection.port) query.set("port", String(connection.port));
  return `postgres:///${connection.database}?${query}`;
};

/** Fills an embedded database, starts the built product on it and asks as an admin's browser does. */
const measure = (views: number, rounds: number): Promise<Measured> =>
  withScratch((folder) =>
    using(startEmbeddedPostgres({ dataDir: join(folder, "postgres"), log }), async ({ connection }) => {
      const { pool, db, close } = connectDatabase<DB>(connection, { log });
      await migrate({ pool, dir: join(process.cwd(), "db", "migrations"), log });
      const ctx = { db, clock: systemClock, random: systemRandom, log };
      const filled = await fillVisits(ctx, pool, { views, days: DAYS }).finally(close);
      const { generating, rollingUp } = filled;
      console.log(
        `  ${views} views: generated in ${generating.toFixed(0)} s, rolled up in ${rollingUp.toFixed(0)} s; now the panels`,
      );
      const env = { DATABASE_URL: urlOf(connection), ...ADMIN, DEMO_CONTENT: "false", LOG_LEVEL: "error" };
      const times = await using(startSite(join(folder, "data"), env), (site) =>
        timePanels(site.address, { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD }, rounds),
      );
      return { filled, ...times };
    }),
  );

/** What is rolled up follows the days, so that with few views a day it outweighs these: the size is judged with all of them. */
const filling = ({ filled }: Measured, isJudged: boolean): Row[] => {
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

const compared = (many: Map<string, Times>, few: Map<string, Times>): Row[] =>
  [...many].map(([name, { half, most }]) => {
    const ratio = half / (few.get(name)?.half ?? Number.NaN);
    return { measure: name, value: most, unit: "ms, p95", target: TARGET, ratio };
  });

/** Measures with a tenth of the views first, then with all of them. */
export async function run(): Promise<Row[]> {
  const few = await measure(VIEWS / 10, FEW_ROUNDS);
  const many = await measure(VIEWS, MANY_ROUNDS);
  return [
    ...filling(few, false),
    ...filling(many, true),
    ...compared(many.panels, few.panels),
    ...compared(many.drills, few.drills),
  ];
}
