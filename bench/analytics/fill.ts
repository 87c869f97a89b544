import type { Pool } from "pg";
import { makePartitions } from "../../app/domain/analytics/rollups/partitions.ts";
import { rollUp } from "../../app/domain/analytics/rollups/roll-up.ts";
import type { Context } from "../../app/domain/context.ts";
import { fillDatabase } from "../database/fill.ts";
import { addDictionaries } from "./add-dictionaries.ts";
import { addReactions } from "./add-reactions.ts";
import { addFound } from "./add-searches.ts";
import { addVisits, VIEWS_PER_VISIT } from "./add-visits.ts";
import { planDays } from "./plan-days.ts";

const ARTICLES = 400;
const TIMEZONE = "UTC";

/** What was stored, and how long that took, in seconds. `bytes`: the size of everything whose name begins with `analytics_`. */
export type Filled = { views: number; records: number; days: number; bytes: number; generating: number; rollingUp: number };

/**
 * Fills an empty, migrated database with a blog of 400 articles and about `views` page views over the last `days` days, with
 * likes, comments and searches, and rolls all of it up.
 */
export async function fillVisits(ctx: Context, pool: Pool, { views, days }: { views: number; days: number }): Promise<Filled> {
  const began = performance.now();
  await fillDatabase(pool, ARTICLES);
  const dictionaries = await addDictionaries(pool);
  const { rows: articles } = await pool.query<{ path: number; at: Date }>(
    "select a.id as path, p.published_at as at from analytics_paths a join posts p on p.id = a.post_id",
  );
  const until = new Date();
  const planned = planDays({ visits: views / VIEWS_PER_VISIT, days, until }, articles);
  await makePartitions(
    ctx.db,
    planned.map(({ day }) => new Date(day)),
  );
  await addVisits(pool, planned, dictionaries);
  await addReactions(pool, { likes: Math.round(views / 100), comments: Math.round(views / 500), days });
  await addFound(pool, days);
  await pool.query("vacuum analyze");
  const generated = performance.now();
  const rolled = await rollUp(ctx, { timezone: TIMEZONE });
  const rolledUp = performance.now();
  await pool.query("vacuum analyze");
  const { rows } = await pool.query<{ views: number; records: number; bytes: number }>(
    `select (select sum(visits) from analytics_days) as visits, (select sum(views) from analytics_days)::bigint as views,
      (select count(*) from analytics_records) as records,
      (select sum(pg_total_relation_size(oid)) from pg_class where relname like 'analytics\\_%' and relkind = 'r')::bigint as bytes`,
  );
  const [sums] = rows;
  if (!sums) throw new Error("The sums are missing.");
  return { ...sums, days: rolled.days, generating: (generated - began) / 1000, rollingUp: (rolledUp - generated) / 1000 };
}
