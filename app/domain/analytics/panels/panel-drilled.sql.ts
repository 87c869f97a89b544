import { type RawBuilder, sql } from "kysely";
import type { Period } from "../../../platform/time/day.ts";
import { BOUNCE_ENGAGED_SECONDS } from "../analytics-rules.ts";
import { visitNumber } from "../hit-rules.ts";
import type { Tally } from "../rollups/drill-tally.ts";
import { type Cut, spanOf } from "./periods.ts";

/** `day` in the row of a partial day. */
export const CUT_DAY = "cut";

export const hasRecords = ({ since }: Cut): RawBuilder<boolean> =>
  sql`((select coalesce(raw_from, '-infinity') from analytics_options) <= ${since})`;

/** Pages opened by then. The numbers of visits are values, so that the index finds the day's alone. */
export const openedBy = ({ since, until }: Cut): RawBuilder<boolean> =>
  sql`r.visit >= ${floorOf(since)}::bigint and r.visit < ${floorOf(until)}::bigint
    and (r.visit >> 20) + r.first_seconds * 1000 < ${until.getTime()}::bigint`;

const floorOf = (moment: Date) => String(visitNumber(moment.getTime(), 0));

/** Ids of the path, and of everything with that source or country. */
export type Narrowing = { path: number | null; origins: number[] | null; places: number[] | null };

/** `timezone`: IANA name. */
export type LocalDays = Pick<Period, "from" | "to"> & { timezone: string };

/** The span's ends are values, so that other months aren't even opened. */
export function begunOn(days: LocalDays): RawBuilder<boolean> {
  const { from, to } = spanOf(days, days.timezone);
  return sql`r.visit >= ${from}::bigint and r.visit < ${to}::bigint`;
}

export function within(days: LocalDays, { path, origins, places }: Narrowing): RawBuilder<boolean> {
  const conditions = [begunOn(days)];
  if (path !== null) conditions.push(sql`r.path_id = ${path}`);
  if (origins !== null) conditions.push(sql`r.origin_id = any(${origins}::int[])`);
  if (places !== null) conditions.push(sql`r.place_id = any(${places}::int[])`);
  return sql`${sql.join(conditions, sql` and `)}`;
}

/** From 1 on; found among the beginnings of all days, which may have 23 or 25 hours. */
export const dayOf = ({ from, to, timezone }: LocalDays): RawBuilder<number> =>
  sql`width_bucket(r.visit, (select array_agg(visit_floor(day at time zone ${timezone}) order by day)
    from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') day))`;

/** With a page filter the visit's other pages have to be checked. */
const isBounce = (days: LocalDays, { path }: Narrowing): RawBuilder<boolean> => {
  const short = sql`v.records = 1 and v.views = 1 and v.engaged < ${BOUNCE_ENGAGED_SECONDS}`;
  if (path === null) return sql`(${short})`;
  const others = sql`select from analytics_records r where ${begunOn(days)} and r.visit = v.visit and r.path_id <> ${path}`;
  return sql`(${short} and not exists (${others}))`;
};

/** With a page filter a visit has only one record. */
const summary = ({ path }: Narrowing): RawBuilder<unknown> =>
  path === null
    ? sql`min(r.visitor) as visitor, min(r.origin_id) as origin_id, min(r.agent_id) as agent_id, min(r.place_id) as place_id,
      count(*) as records, sum(r.views) as views, sum(r.engaged_seconds) as engaged, max(r.ended_seconds) as ended`
    : sql`r.first_seconds, r.last_seconds, r.visitor, r.origin_id, r.agent_id, r.place_id, 1 as records, r.views, r.engaged_seconds as engaged,
      r.ended_seconds as ended`;

export const visits = (days: LocalDays, narrowing: Narrowing): RawBuilder<unknown> =>
  sql`select v.*, ${isBounce(days, narrowing)} as bounced from (
    select r.visit, ${dayOf(days)} as day, ${summary(narrowing)}
    from analytics_records r where ${within(days, narrowing)} ${narrowing.path === null ? sql`group by r.visit` : sql``}) v`;

/** `runs` are read from records; `rolled` are the rollups of other days. */
export type DrilledSources = { runs: readonly LocalDays[]; rolled: Tally };

/** The entry and exit of a visit, as the rollups choose them of two pages in the same second. */
export const ENTRY = sql<number>`(min(array[r.first_seconds, r.last_seconds, r.path_id]))[3]`;
