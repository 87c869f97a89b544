import { join } from "node:path";
import { type CompiledQuery, Kysely, PostgresDialect } from "kysely";
import type { Pool } from "pg";
import type { Context } from "../app/domain/context.ts";
import { systemClock, systemRandom } from "../app/platform/clock.ts";
import { connectDatabase } from "../app/platform/database/connect.ts";
import { migrate } from "../app/platform/database/migrate.ts";
import { createLog } from "../app/platform/log.ts";
import { startEmbeddedPostgres } from "../app/platform/postgres/start.ts";
import type { DB } from "../db/schema.gen.ts";
import { type Case, readersCases } from "./database/cases.ts";
import { fillDatabase } from "./database/fill.ts";
import { quantile, type Row } from "./row.ts";
import { using, withScratch } from "./scratch.ts";

const COUNT = Number(process.env.BENCH_POSTS ?? 100_000);
const ROUNDS = 200;
const WARM_UP = 20;
const TARGET = "≤ 10";

export const title = `The queries of readers, with ${COUNT} published articles (time in the database; --explain shows the plans)`;

const log = createLog({ level: "warn" });

/** Fills an embedded database as the product runs it, then runs the queries of readers, one after the other. */
export async function run(): Promise<Row[]> {
  return withScratch((folder) =>
    using(startEmbeddedPostgres({ dataDir: join(folder, "postgres"), log }), async ({ connection }) => {
      const { pool, close } = connectDatabase<DB>(connection, { log });
      try {
        await migrate({ pool, dir: join(process.cwd(), "db", "migrations"), log });
        const vocabulary = await fillDatabase(pool, COUNT);
        const { rows } = await pool.query<{ slug: string }>("select slug from posts tablesample system (1) limit 1000");
        const slugs = rows.map(({ slug }) => slug);
        const measured: Row[] = [];
        for (const asked of readersCases(COUNT, vocabulary, slugs)) measured.push(...(await measure(pool, asked)));
        return measured;
      } finally {
        await close();
      }
    }),
  );
}

/** Runs a query many times, and adds up the time of its statements each time, planning included. @param target for p95 */
export async function measure(pool: Pool, asked: Case, target = TARGET): Promise<Row[]> {
  let spent = 0;
  let sent: CompiledQuery[] = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => {
      spent += event.queryDurationMillis;
      sent.push(event.query);
    },
  });
  const ctx: Context = { db, clock: systemClock, random: systemRandom, log };
  const times: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    spent = 0;
    sent = [];
    await asked.ask(ctx);
    if (round >= 0) times.push(spent);
  }
  if (process.argv.includes("--explain")) await explain(pool, asked.measure, sent);
  return [0.5, 0.95, 0.99].map((share) => ({
    measure: share === 0.5 ? asked.measure : "",
    value: quantile(times, share),
    unit: `ms, p${share * 100}`,
    ...(share === 0.95 ? { target } : {}),
  }));
}

async function explain(pool: Pool, measure: string, queries: CompiledQuery[]): Promise<void> {
  for (const { sql, parameters } of queries) {
    const { rows } = await pool.query<{ "QUERY PLAN": string }>(`explain (analyze, buffers) ${sql}`, [...parameters]);
    console.log(`\n── ${measure}\n${rows.map((row) => row["QUERY PLAN"]).join("\n")}`);
  }
}
