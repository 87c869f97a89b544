import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import type { Period } from "../../../platform/time/period.ts";
import type { Dimension, Drill, DrillName } from "../analytics-rules.ts";
import { alongWith, type DayRow } from "../panels/panel.sql.ts";
import { coverOf } from "../panels/periods.ts";
import { singleDrill } from "./drill-model.ts";

type Db = Kysely<DB>;
type Days = Pick<Period, "from" | "to">;

/**
 * The days of a period on which one page, one source or one country had any visit, out of the rollups.
 * @param cut a part of a day, which comes along as another row
 * @returns null for several of them together (or none), which only records tell
 */
export async function rolledDaysOf(
  db: Db,
  days: Days,
  asked: Drill,
  cut: RawBuilder<unknown> | null = null,
): Promise<DayRow[] | null> {
  const single = singleDrill(asked);
  if (!single) return null;
  const isPage = single.drill === "page";
  const rolled = isPage ? ofPage(single.value) : ofValue(single.drill as "source" | "country", single.value);
  const { rows } = await sql<DayRow>`
    select to_char(starts_on, 'YYYY-MM-DD') as day, visits, ${sql.ref(isPage ? "entries" : "visits")} as entries, visitors,
      views, bounces, engaged_seconds as engaged, completed, duration_seconds as duration
    from ${rolled} and not is_month and starts_on between ${days.from}::date and ${days.to}::date
    ${alongWith(cut)} order by day`.execute(db);
  return rows;
}

const ofPage = (page: string): RawBuilder<unknown> =>
  sql`analytics_pages where path_id = (select id from analytics_paths where path = ${page})`;

/** Both dimensions have the same name as what is asked for. */
const ofValue = (dimension: "source" | "country", value: string): RawBuilder<unknown> =>
  sql`analytics_values where dimension = ${dimension}::analytics_dimension and value = ${value}`;

/** A day or month of a drill's rollups: its packed list, or null where nobody came. `isRolled`: false for a day that only records tell. */
export type DrilledPiece = { starts_on: string; is_rolled: boolean; list: Buffer | null };

/**
 * What one page, source or country had in a period: a row for each whole month that is rolled up, and one for each other day that
 * has any visits.
 * @param column the list that is read
 */
export async function drilledPieces(
  db: Db,
  days: Days,
  { drill, value }: { drill: DrillName; value: string },
  column: Dimension | "pages",
): Promise<DrilledPiece[]> {
  const [first, last] = coverOf(days).months ?? [null, null];
  const id =
    drill === "page"
      ? sql`(select id from analytics_paths where path = ${value})`
      : sql`(select id from analytics_names where name = ${value})`;
  const { rows } = await sql<DrilledPiece>`
    with months as materialized (
      select starts_on from analytics_drilled where is_month and starts_on between ${first}::date and ${last}::date
    ), pieces as materialized (
      select true as is_month, starts_on, true as is_rolled from months
      union all
      select false, d.day, b.starts_on is not null
      from analytics_days d left join analytics_drilled b on not b.is_month and b.starts_on = d.day
      where d.day between ${days.from}::date and ${days.to}::date
        and date_trunc('month', d.day)::date not in (select starts_on from months)
    ), looked_into as materialized (select ${id} as id)
    select p.starts_on::text, p.is_rolled, r.list
    from pieces p cross join looked_into i left join lateral (
      select ${sql.ref(column)} as list from analytics_drills r
      where p.is_rolled and r.is_month = p.is_month and r.starts_on = p.starts_on and r.drill = ${drill}::analytics_drill
        and r.value_id = i.id limit 1
    ) r on true order by p.starts_on`.execute(db);
  return rows;
}
