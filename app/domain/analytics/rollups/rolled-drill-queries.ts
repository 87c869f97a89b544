import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import type { Period } from "../figures-model.ts";
import type { DayRow } from "../panels/panel-queries.ts";
import type { Drill } from "../panels/panels-model.ts";

type Db = Kysely<DB>;
type Days = Pick<Period, "from" | "to">;

/**
 * The days of a period on which one page, one source or one country had any visit, out of the rollups.
 * @returns null for several of them together (or none), which only records tell
 */
export async function rolledDaysOf(db: Db, days: Days, { page, source, country }: Drill): Promise<DayRow[] | null> {
  if ([page, source, country].filter((one) => one !== undefined).length !== 1) return null;
  const rolled =
    page === undefined ? ofValue(source === undefined ? "country" : "source", source ?? country ?? "") : ofPage(page);
  const { rows } = await sql<DayRow>`
    select to_char(starts_on, 'YYYY-MM-DD') as day, visits, visitors, views, bounces, engaged_seconds as engaged, completed,
      duration_seconds as duration
    from ${rolled} and not is_month and starts_on between ${days.from}::date and ${days.to}::date order by starts_on`.execute(db);
  return rows;
}

const ofPage = (page: string): RawBuilder<unknown> =>
  sql`analytics_pages where path_id = (select id from analytics_paths where path = ${page})`;

/** Both dimensions have the same name as what is asked for. */
const ofValue = (dimension: "source" | "country", value: string): RawBuilder<unknown> =>
  sql`analytics_values where dimension = ${dimension}::analytics_dimension and value = ${value}`;
