import { type Kysely, sql } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import type { Period } from "../../../platform/time/period.ts";
import type { SearchedTerm } from "./found-model.ts";

type Db = Kysely<DB>;

/** The terms that were searched for most, with what was found when it was last looked up, and how many there are in all. */
export async function searchedRows(
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

/** Terms that nobody has looked up yet, or not since `before`: the former first. */
export async function dueTerms(db: Db, { before, most }: { before: Date; most: number }): Promise<string[]> {
  const { rows } = await sql<{ term: string }>`
    select term from (
      (select term, 1 as turn, null::timestamptz as looked_up from analytics_searches where looked_up is null order by term limit ${most * 4})
      union all
      (select term, 2, looked_up from analytics_searches
        where looked_up < ${before} and day > (${before}::timestamptz - interval '30 days')::date order by looked_up, term limit ${most * 4})
    ) due group by term order by min(turn), min(looked_up), term limit ${most}`.execute(db);
  return rows.map(({ term }) => term);
}

/** Notes how many articles there are for terms, on all of their days that weren't looked up since `before`. */
export async function noteResults(
  db: Db,
  found: readonly { term: string; results: number }[],
  { before, at }: { before: Date; at: Date },
): Promise<void> {
  await sql`
    with due as (
      select s.day, s.term, f.results from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) f(term text, results integer)
      join analytics_searches s on s.term = f.term and (s.looked_up is null or s.looked_up < ${before})
      order by s.day, s.term for update of s
    )
    update analytics_searches s set results = d.results, looked_up = ${at} from due d where s.day = d.day and s.term = d.term`.execute(
    db,
  );
}
