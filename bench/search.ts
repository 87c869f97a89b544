import { join } from "node:path";
import type { Pool } from "pg";
import { connectDatabase } from "../app/platform/database/connect.ts";
import { migrate } from "../app/platform/database/migrate.ts";
import { createLog } from "../app/platform/log.ts";
import { startEmbeddedPostgres } from "../app/platform/postgres/start.ts";
import type { DB } from "../db/schema.gen.ts";
import { searchCases } from "./database/cases.ts";
import { fillDatabase } from "./database/fill.ts";
import { measure } from "./database.ts";
import { quantile, type Row } from "./row.ts";
import { using, withScratch } from "./scratch.ts";

const SIZES = (process.env.BENCH_POSTS ?? "10000,100000").split(",").map(Number);
const SAVES = 60;

export const title = "Searches, with 10 000 and 100 000 articles (time in the database)";

const log = createLog({ level: "warn" });

export async function run(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of SIZES) rows.push(...(await ofBlog(count)));
  return rows;
}

function ofBlog(count: number): Promise<Row[]> {
  return withScratch((folder) =>
    using(startEmbeddedPostgres({ dataDir: join(folder, "postgres"), log }), async ({ connection }) => {
      const { pool, close } = connectDatabase<DB>(connection, { log });
      try {
        await migrate({ pool, dir: join(process.cwd(), "db", "migrations"), log });
        const vocabulary = await fillDatabase(pool, count);
        const measured: Row[] = [];
        for (const asked of searchCases(vocabulary)) {
          const target = asked.measure.startsWith("suggestion") ? 30 : count > 10_000 ? 150 : 50;
          const figures = await measure(pool, asked, `≤ ${target}`);
          measured.push(...figures.filter(({ unit }) => unit !== "ms, p99"));
        }
        measured.push(...(await space(pool)), ...(await saving(pool)));
        return measured.map((row) => ({ ...row, measure: row.measure && `${count} articles, ${row.measure}` }));
      } finally {
        await close();
      }
    }),
  );
}

/** What searches take beside what they took when they knew only headings and the words of texts. */
async function space(pool: Pool): Promise<Row[]> {
  await pool.query(
    "create table plain_texts as select id, published_at, words_of(content_text) as words from posts order by published_at",
  );
  await pool.query("alter table plain_texts add primary key (id)");
  await pool.query("create index on plain_texts (published_at desc, id desc)");
  await pool.query("create index on plain_texts using gin (words)");
  const sizeOf = async (...tables: string[]) => {
    const { rows } = await pool.query<{ size: string }>(
      "select sum(pg_total_relation_size(name::regclass)) as size from unnest($1::text[]) name",
      [tables],
    );
    return Number(rows[0]?.size) / 1e6;
  };
  const before = await sizeOf("published_posts", "plain_texts");
  const now = await sizeOf("published_posts", "published_texts", "site_words");
  return [{ measure: "space", value: now, unit: "MB", ratio: now / before, target: "≤ 1.4 of headings and words alone" }];
}

/** Adds a word to articles' texts: what that takes beyond what it took when searches knew only headings and words. */
async function saving(pool: Pool): Promise<Row[]> {
  const { rows } = await pool.query<{ id: string }>("select id from posts tablesample system (2) limit $1", [SAVES]);
  const update = "update posts set content_text = content_text || $2 where id = $1";
  const plainly = "update plain_texts t set words = words_of(content_text) from posts p where p.id = $1 and t.id = p.id";
  const client = await pool.connect();
  const each = async (save: (id: string, word: string) => Promise<unknown>) => {
    const times: number[] = [];
    for (const [n, { id }] of rows.entries()) {
      await client.query("begin");
      const begun = performance.now();
      await save(id, ` added${n}`);
      times.push(performance.now() - begun);
      await client.query("rollback");
    }
    return quantile(times, 0.5);
  };
  try {
    const now = await each((id, word) => client.query(update, [id, word]));
    await client.query("alter table posts disable trigger posts_keep_published");
    const before = await each(async (id, word) => {
      await client.query(update, [id, word]);
      await client.query(plainly, [id]);
      await client.query("select gin_clean_pending_list('plain_texts_words_idx')");
    });
    await client.query("alter table posts enable trigger posts_keep_published");
    return [{ measure: "saving a changed text, more than before", value: now - before, unit: "ms, median", target: "≤ 15" }];
  } finally {
    client.release();
  }
}
