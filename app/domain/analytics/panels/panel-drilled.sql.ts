import { type RawBuilder, sql } from "kysely";
import type { Period } from "../../../platform/time/day.ts";
import { BOUNCE_ENGAGED_SECONDS } from "../analytics-rules.ts";
import { visitNumber } from "../hit-rules.ts";
import type { Tally } from "../rollups/drill-tally.ts";
import { type Cut, spanOf } from "./periods.ts";

/** The value of `day` in the row of a partial day, which comes with the rows of whole days. */
export const CUT_DAY = "cut";

/** Whether all records of the day are still there. */
export const isKept = ({ since }: Cut): RawBuilder<boolean> =>
  sql`((select coalesce(raw_from, '-infinity') from analytics_options) <= ${since})`;

/** The records `r` of pages that were opened by then; the numbers of visits are values, so that the index finds the day's alone. */
export const openedBy = ({ since, until }: Cut): RawBuilder<boolean> =>
  sql`r.visit >= ${floorOf(since)}::bigint and r.visit < ${floorOf(until)}::bigint
    and (r.visit >> 20) + r.first_seconds * 1000 < ${until.getTime()}::bigint`;

const floorOf = (moment: Date) => String(visitNumber(moment.getTime(), 0));

/** What the records are narrowed to: ids of the address, and of everything with that source or country. */
export type Narrowing = { path: number | null; origins: number[] | null; places: number[] | null };

/** Days of a timezone (IANA name). */
export type LocalDays = Pick<Period, "from" | "to"> & { timezone: string };

/** Whether a record's visit began on these days; the span's ends are values, so that other months aren't even opened. */
export function begunOn(days: LocalDays): RawBuilder<boolean> {
  const { from, to } = spanOf(days, days.timezone);
  return sql`r.visit >= ${from}::bigint and r.visit < ${to}::bigint`;
}

/** The records `r` of visits that began on these days, narrowed. */
export function within(days: LocalDays, { path, origins, places }: Narrowing): RawBuilder<boolean> {
  const conditions = [begunOn(days)];
  if (path !== null) conditions.push(sql`r.path_id = ${path}`);
  if (origins !== null) conditions.push(sql`r.origin_id = any(${origins}::int[])`);
  if (places !== null) conditions.push(sql`r.place_id = any(${places}::int[])`);
  return sql`${sql.join(conditions, sql` and `)}`;
}

/** The number of the day, from 1 on, on which a visit began: found among the beginnings of all days, which may have 23 or 25 hours. */
export const dayOf = ({ from, to, timezone }: LocalDays): RawBuilder<number> =>
  sql`width_bucket(r.visit, (select array_agg(visit_floor(day at time zone ${timezone}) order by day)
    from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') day))`;

/** A visit that saw one page once, and not for long. With a page filter its other pages have to be checked. */
const isBounce = (days: LocalDays, { path }: Narrowing): RawBuilder<boolean> => {
  const short = sql`v.records = 1 and v.views = 1 and v.engaged < ${BOUNCE_ENGAGED_SECONDS}`;
  if (path === null) return sql`(${short})`;
  const others = sql`select from analytics_records r where ${begunOn(days)} and r.visit = v.visit and r.path_id <> ${path}`;
  return sql`(${short} and not exists (${others}))`;
};

/** The sums of a visit's records; with a page filter there is only one record. */
const summary = ({ path }: Narrowing): RawBuilder<unknown> =>
  path === null
    ? sql`min(r.visitor) as visitor, min(r.origin_id) as origin_id, min(r.agent_id) as agent_id, min(r.place_id) as place_id,
      count(*) as records, sum(r.views) as views, sum(r.engaged_seconds) as engaged, max(r.ended_seconds) as ended`
    : sql`r.first_seconds, r.last_seconds, r.visitor, r.origin_id, r.agent_id, r.place_id, 1 as records, r.views, r.engaged_seconds as engaged,
      r.ended_seconds as ended`;

/** Each visit with the sums of its records. */
export const visits = (days: LocalDays, narrowing: Narrowing): RawBuilder<unknown> =>
  sql`select v.*, ${isBounce(days, narrowing)} as bounced from (
    select r.visit, ${dayOf(days)} as day, ${summary(narrowing)}
    from analytics_records r where ${within(days, narrowing)} ${narrowing.path === null ? sql`group by r.visit` : sql``}) v`;

/** What is read: days that are read from records, and the rollups of other days. */
export type DrilledSources = { runs: readonly LocalDays[]; rolled: Tally };

/** The pages on which a visit began and ended, as the rollups take them when two were seen in the same second. */
export const ENTRY = sql<number>`(min(array[r.first_seconds, r.last_seconds, r.path_id]))[3]`;
