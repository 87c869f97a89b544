import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import type { Period } from "../../../platform/time/day.ts";
import type { Context } from "../../context.ts";
import { searchArticles } from "../../search/search-articles.ts";
import type { SearchedTerm, SearchedTerms } from "../analytics.ts";
import type { RangeChoice } from "../analytics-rules.ts";
import { panelPeriod } from "../panels/periods.ts";

/** Terms that are looked up at a time, and ms for which the results are valid. */
const TERMS_AT_ONCE = 50;
const GOOD_FOR_MS = 24 * 3_600_000;

/** The most frequent first. @param asked `isFutile`: only searches without results */
export async function readSearches(
  ctx: Context,
  { limit, isFutile, ...choice }: RangeChoice & { limit: number; isFutile: boolean },
  timezone: string,
): Promise<SearchedTerms> {
  const { period } = panelPeriod(ctx, choice, timezone);
  return searchedRows(ctx.db, period, { isFutile, limit });
}

async function searchedRows(
  db: Db,
  { from, to }: Pick<Period, "from" | "to">,
  { isFutile, limit }: { isFutile: boolean; limit: number },
): Promise<{ items: SearchedTerm[]; total: number }> {
  const { rows } = await sql<SearchedTerm & { total: number }>`
    select term, searches, results, count(*) over ()::integer as total from (
      select term, sum(searches)::integer as searches,
        (array_agg(results order by looked_up desc) filter (where looked_up is not null))[1] as results
      from analytics_searches where day between ${from}::date and ${to}::date group by term
    ) terms where ${isFutile ? sql`results = 0` : sql`true`} order by searches desc, term limit ${limit}`.execute(db);
  return {
    items: rows.map(({ term, searches, results }): SearchedTerm => ({ term, searches, results })),
    total: rows[0]?.total ?? 0,
  };
}

/** New terms, then those counted a day ago: at most 50, one after the other, so that other work isn't slowed down. @returns how many */
export async function lookUpSearches(ctx: Context): Promise<number> {
  const at = ctx.clock.now();
  const before = new Date(at.getTime() - GOOD_FOR_MS);
  const terms = await dueTerms(ctx.db, { before, most: TERMS_AT_ONCE });
  const found: { term: string; results: number }[] = [];
  for (const term of terms) found.push({ term, results: await resultsFor(ctx, term) });
  if (found.length === 0) return 0;
  await sql`
    with due as (
      select s.day, s.term, f.results from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) f(term text, results integer)
      join analytics_searches s on s.term = f.term and (s.looked_up is null or s.looked_up < ${before})
      order by s.day, s.term for update of s
    )
    update analytics_searches s set results = d.results, looked_up = ${at} from due d
    where s.day = d.day and s.term = d.term`.execute(ctx.db);
  return found.length;
}

/** Terms that were never looked up come first. */
async function dueTerms(db: Db, { before, most }: { before: Date; most: number }): Promise<string[]> {
  const { rows } = await sql<{ term: string }>`
    select term from (
      (select term, 1 as turn, null::timestamptz as looked_up from analytics_searches where looked_up is null order by term limit ${most * 4})
      union all
      (select term, 2, looked_up from analytics_searches
        where looked_up < ${before} and day > (${before}::timestamptz - interval '30 days')::date order by looked_up, term limit ${most * 4})
    ) due group by term order by min(turn), min(looked_up), term limit ${most}`.execute(db);
  return rows.map(({ term }) => term);
}

async function resultsFor(ctx: Context, text: string): Promise<number> {
  // A term that is too short finds nothing, although the listing then shows everything.
  return (await searchArticles(ctx, text, {}, { limit: 1, offset: 0 })).total;
}
