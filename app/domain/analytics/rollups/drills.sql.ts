import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import type { Period } from "../../../platform/time/day.ts";
import type { Drill } from "../analytics-rules.ts";
import { alongWith, type DayRow } from "../panels/panel.sql.ts";
import { singleDrill } from "./drill-tally.ts";

export type Days = Pick<Period, "from" | "to">;

/** Days with visits. @param cut a part of a day, returned as another row @returns null for several filters together, or none */
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

const ofValue = (dimension: "source" | "country", value: string): RawBuilder<unknown> =>
  sql`analytics_values where dimension = ${dimension}::analytics_dimension and value = ${value}`;
