import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { PoolConfig } from "pg";
import { connectDatabase } from "../../app/platform/database/connect.ts";
import { migrate } from "../../app/platform/database/migrate.ts";
import { createLog, type Log } from "../../app/platform/log.ts";
import { startEmbeddedPostgres } from "../../app/platform/postgres/start.ts";
import { using, withScratch } from "../scratch.ts";
import { startSite } from "../site.ts";
import { addPeople } from "./add-people.ts";
import { fillDatabase } from "./fill.ts";

/** How many posts, users and comments there are, each. */
export const COUNT = Number(process.env.BENCH_POSTS ?? 100_000);
/** The admin of the site. */
export const ADMIN = { email: "admin@bench.example", password: "a password for the bench" };

export type FilledOffice = {
  address: string;
  /** a frequent word of the articles, and a rare one */
  word: string;
  rare: string;
  /** the id of the largest category */
  category: string;
};

/** How long the site may take to roll up its days, in ms. */
const PATIENCE = 5 * 60_000;

/**
 * Waits until the site has rolled up every day of its comments, which it begins a few seconds after its start. Normally days are
 * rolled up as they pass; these were added at once, and would keep the database busy during the measurement.
 * @throws when it takes too long
 */
async function untilCounted(connection: PoolConfig, log: Log): Promise<void> {
  const { pool, close } = connectDatabase(connection, { log, max: 1 });
  const until = async (end: number): Promise<void> => {
    const { rows } = await pool.query<{ done: boolean }>(
      "select rolled_timezone is not null and not exists (select from analytics_marks) as done from analytics_options",
    );
    if (rows[0]?.done) return;
    if (performance.now() > end) throw new Error(`The site's days aren't counted after ${PATIENCE / 1000} s`);
    await setTimeout(1000);
    return until(end);
  };
  await until(performance.now() + PATIENCE).finally(close);
}

/** As `DATABASE_URL` names it. */
export function databaseUrl({ host, user, password, port, database }: PoolConfig): string {
  const query = new URLSearchParams({ host: String(host), user: String(user) });
  if (password) query.set("password", String(password));
  if (port) query.set("port", String(port));
  return `postgres:///${database}?${query}`;
}

/** Runs `work` on the built product over an embedded database with COUNT posts, users and comments each. */
export async function withFilledOffice<T>(work: (office: FilledOffice) => Promise<T>): Promise<T> {
  const log = createLog({ level: "warn" });
  return withScratch((folder) =>
    using(startEmbeddedPostgres({ dataDir: join(folder, "postgres"), log }), async ({ connection }) => {
      const { pool, close } = connectDatabase(connection, { log });
      const fill = async () => {
        await migrate({ pool, dir: join(process.cwd(), "db", "migrations"), log });
        const vocabulary = await fillDatabase(pool, COUNT);
        await addPeople(pool, COUNT);
        const { rows } = await pool.query<{ id: string }>("select id from categories where slug = 'category-0'");
        return { word: vocabulary[5] as string, rare: vocabulary[20_000] as string, category: rows[0]?.id ?? "none" };
      };
      const filled = await fill().finally(close);
      const environment = {
        DATABASE_URL: databaseUrl(connection),
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        DEMO_CONTENT: "false",
        LOG_LEVEL: "error",
      };
      return using(startSite(join(folder, "data"), environment), async ({ address }) => {
        await untilCounted(connection, log);
        return work({ address, ...filled });
      });
    }),
  );
}
