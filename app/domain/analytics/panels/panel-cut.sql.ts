import { type RawBuilder, sql } from "kysely";
import { BOUNCE_ENGAGED_SECONDS } from "../figures-model.ts";
import { IDLE_MS, visitNumber } from "../model.ts";
import { ENTRY, type Narrowing } from "./panel-drilled.sql.ts";
import type { Cut } from "./periods.ts";

/** What stands for the day in the row of a cut one, which comes with the rows of whole days. */
export const CUT_DAY = "cut";

/** Whether all records of the day are still there. */
export const isKept = ({ since }: Cut): RawBuilder<boolean> =>
  sql`((select coalesce(raw_from, '-infinity') from analytics_options) <= ${since})`;

/** The records `r` of pages that were opened by then; the numbers of visits are values, so that the index finds the day's alone. */
export const openedBy = ({ since, until }: Cut): RawBuilder<boolean> =>
  sql`r.visit >= ${floorOf(since)}::bigint and r.visit < ${floorOf(until)}::bigint
    and (r.visit >> 20) + r.first_seconds * 1000 < ${until.getTime()}::bigint`;

const floorOf = (moment: Date) => String(visitNumber(moment.getTime(), 0));

/**
 * A day's figures as they stood at a moment of it, from its records: one row, or none where these are gone. Pages that were opened
 * later don't count, nor do ends that nobody knew of yet: a reader who just stops is waited for. What records don't tell is when a
 * page was opened again; of those who were there at that moment, all views and all attention of the pages they had opened count.
 */
export function cutDay(cut: Cut, narrowing: Narrowing | null): RawBuilder<unknown> {
  const { path = null, origins = null, places = null } = narrowing ?? {};
  const conditions = [openedBy(cut)];
  if (origins !== null) conditions.push(sql`r.origin_id = any(${origins}::int[])`);
  if (places !== null) conditions.push(sql`r.place_id = any(${places}::int[])`);
  const own = path === null ? sql`` : sql`filter (where r.path_id = ${path})`;
  return sql`
    select ${CUT_DAY} as day, count(*) as visits, count(*) filter (where entered) as entries, count(distinct visitor) as visitors,
      coalesce(sum(views), 0)::bigint as views, count(*) filter (where entered and bounced) as bounces,
      coalesce(sum(engaged), 0)::bigint as engaged, count(ended) as completed, coalesce(sum(ended), 0)::bigint as duration
    from (
      select min(r.visitor) as visitor, sum(r.views) ${own} as views, sum(r.engaged_seconds) ${own} as engaged,
        ${path === null ? sql`true` : sql`${ENTRY} = ${path}`} as entered,
        count(*) = 1 and sum(r.views) = 1 and sum(r.engaged_seconds) < ${BOUNCE_ENGAGED_SECONDS} as bounced,
        max(r.ended_seconds) filter (where (r.visit >> 20) + r.ended_seconds * 1000
          + case when r.is_bounce then ${sql.lit(IDLE_MS)} else 0 end <= ${cut.until.getTime()}::bigint) as ended
      from analytics_records r where ${sql.join(conditions, sql` and `)}
      group by r.visit ${path === null ? sql`` : sql`having bool_or(r.path_id = ${path})`}
    ) v having ${isKept(cut)}`;
}
