import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import type { Period } from "../../../platform/time/period.ts";
import { BOUNCE_ENGAGED_SECONDS } from "../figures-model.ts";
import type { Tally } from "../rollups/drill-model.ts";
import { VALUE_OF } from "./dimension.sql.ts";
import { alongWith, type DayRow, type PageRow, titledPages } from "./panel.sql.ts";
import { type DrilledValueRow, PAGE_NAMES, tallied, talliedPages, talliedValues, VALUE_NAMES } from "./panel-tally.sql.ts";
import type { Dimension, Drill, PageSort } from "./panels-model.ts";
import { spanOf } from "./periods.ts";

type Db = Kysely<DB>;

/** What the records are narrowed to: ids of the address, and of everything with that source or country. */
export type Narrowing = { path: number | null; origins: number[] | null; places: number[] | null };

/** For the rest of the transaction: groups stay in memory, and nothing is compiled, which would take longer than the work. */
export const makeRoomToGroup = (db: Db) =>
  sql`select set_config('work_mem', '32MB', true), set_config('jit', 'off', true)`.execute(db);

/** An id that nothing has. */
const NONE = 0;

/** The ids behind a drill; null where it narrows nothing. A page that nobody saw has no records. */
export async function findNarrowing(db: Db, { page, source, country }: Drill): Promise<Narrowing | null> {
  if (page === undefined && source === undefined && country === undefined) return null;
  const { rows } = await sql<{ path: number | null; origins: number[]; places: number[] }>`select
      (select id from analytics_paths where path = ${page ?? null}::text) as path,
      array(select id from analytics_origins where source = ${source ?? null}::text) as origins,
      array(select id from analytics_places where country = ${country ?? null}::text) as places`.execute(db);
  return {
    path: page === undefined ? null : (rows[0]?.path ?? NONE),
    origins: source === undefined ? null : (rows[0]?.origins ?? []),
    places: country === undefined ? null : (rows[0]?.places ?? []),
  };
}

/** Days of a timezone (IANA name). */
export type LocalDays = Pick<Period, "from" | "to"> & { timezone: string };

/** Whether a record's visit began on these days; the span's ends are values, so that other months aren't even opened. */
function begunOn(days: LocalDays): RawBuilder<boolean> {
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

/** The number of the day, from 1 on, on which a visit began: found among the beginnings of all days, be they 23 or 25 hours long. */
const dayOf = ({ from, to, timezone }: LocalDays): RawBuilder<number> =>
  sql`width_bucket(r.visit, (select array_agg(visit_floor(day at time zone ${timezone}) order by day)
    from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') day))`;

/** A visit that saw one page once, and not for long; of a visit that is seen through one page the others are asked for. */
const isBounce = (days: LocalDays, { path }: Narrowing): RawBuilder<boolean> => {
  const short = sql`v.records = 1 and v.views = 1 and v.engaged < ${BOUNCE_ENGAGED_SECONDS}`;
  if (path === null) return sql`(${short})`;
  const others = sql`select from analytics_records r where ${begunOn(days)} and r.visit = v.visit and r.path_id <> ${path}`;
  return sql`(${short} and not exists (${others}))`;
};

/** Whether a visit that is seen through one page began there; of two pages in the same second as the rollups have it. */
const isEntry = (days: LocalDays, { path }: Narrowing): RawBuilder<boolean> =>
  path === null
    ? sql`true`
    : sql`not exists (select from analytics_records r where ${begunOn(days)} and r.visit = v.visit
        and (r.first_seconds, r.last_seconds, r.path_id) < (v.first_seconds, v.last_seconds, ${path}))`;

/** What a visit's records say together; of one page there is but one. */
const summary = ({ path }: Narrowing): RawBuilder<unknown> =>
  path === null
    ? sql`min(r.visitor) as visitor, min(r.origin_id) as origin_id, min(r.agent_id) as agent_id, min(r.place_id) as place_id,
      count(*) as records, sum(r.views) as views, sum(r.engaged_seconds) as engaged, max(r.ended_seconds) as ended`
    : sql`r.first_seconds, r.last_seconds, r.visitor, r.origin_id, r.agent_id, r.place_id, 1 as records, r.views, r.engaged_seconds as engaged,
      r.ended_seconds as ended`;

/** Each visit with what its records say together. */
const visits = (days: LocalDays, narrowing: Narrowing): RawBuilder<unknown> =>
  sql`select v.*, ${isBounce(days, narrowing)} as bounced from (
    select r.visit, ${dayOf(days)} as day, ${summary(narrowing)}
    from analytics_records r where ${within(days, narrowing)} ${narrowing.path === null ? sql`group by r.visit` : sql``}) v`;

/** The figures of each day that has any, out of its records. @param cut a part of a day, which comes along as another row */
export async function drilledDays(
  db: Db,
  days: LocalDays,
  narrowing: Narrowing,
  cut: RawBuilder<unknown> | null = null,
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select to_char(${days.from}::date + (day - 1), 'YYYY-MM-DD') as day, sum(visits)::bigint as visits,
      sum(entries)::bigint as entries, count(*) as visitors, sum(views)::bigint as views, sum(bounces)::bigint as bounces, sum(engaged)::bigint as engaged,
      sum(completed)::bigint as completed, coalesce(sum(duration), 0)::bigint as duration
    from (
      select day, visitor, count(*) as visits, count(*) filter (where ${isEntry(days, narrowing)}) as entries,
        sum(views) as views, count(*) filter (where bounced) as bounces, sum(engaged) as engaged, count(ended) as completed, sum(ended) as duration
      from (${visits(days, narrowing)}) v group by day, visitor) visitors
    group by visitors.day ${alongWith(cut)} order by day`.execute(db);
  return rows;
}

/** What each value had on these days, out of their records. */
const valuesWithin = (days: LocalDays, narrowing: Narrowing, dimension: Dimension) =>
  sql`select value, sum(visits)::bigint as visits, count(*) as visitors, sum(views)::bigint as views
    from (
      select ${VALUE_OF[dimension]} as value, v.day, v.visitor, count(*) as visits, sum(v.views) as views
      from (${visits(days, narrowing)}) v
        join analytics_origins o on o.id = v.origin_id join analytics_agents a on a.id = v.agent_id
        join analytics_places l on l.id = v.place_id
      group by 1, 2, 3) visitors
    group by value`;

/** What is read: days whose records are gone through, and beside them what stands rolled up of others. */
export type DrilledSources = { runs: readonly LocalDays[]; rolled: Tally };
const NO_TALLY: Tally = new Map();

/** The values that the most visits have; `all_visits` counts those without a value too. */
export async function drilledValues(
  db: Db,
  days: LocalDays | DrilledSources,
  narrowing: Narrowing,
  { dimension, limit }: { dimension: Dimension; limit: number },
): Promise<DrilledValueRow[]> {
  const { runs, rolled } = "runs" in days ? days : { runs: [days], rolled: NO_TALLY };
  if (runs.length === 0) return talliedValues(db, rolled, limit);
  const parts = [
    sql`select n.name as value, t.visits, t.visitors, t.views
      from ${tallied(rolled, VALUE_NAMES)} left join analytics_names n on n.id = t.id`,
    ...runs.map((run) => valuesWithin(run, narrowing, dimension)),
  ];
  const { rows } = await sql<DrilledValueRow>`
    select value, visits, visitors, views, total, all_visits from (
      select value, sum(visits)::bigint as visits, sum(visitors)::bigint as visitors, sum(views)::bigint as views,
        count(value) over () as total, (sum(sum(visits)) over ())::bigint as all_visits
      from (${sql.join(parts, sql` union all `)}) parts group by value) listed
    where value is not null order by visits desc, value limit ${limit}`.execute(db);
  return rows;
}

/** The pages on which a visit began and ended, as the rollups take them when two were seen in the same second. */
export const ENTRY = sql<number>`(min(array[r.first_seconds, r.last_seconds, r.path_id]))[3]`;
const EXIT = sql<number>`(max(array[r.last_seconds, r.first_seconds, r.path_id]))[3]`;

/** Where visits began and ended, by page. A page's own visits are looked at whole: they may have begun on another. */
function ends(days: LocalDays, narrowing: Narrowing): RawBuilder<unknown> {
  const whole = within(days, { ...narrowing, path: null });
  const through = sql`r.visit in (select r.visit from analytics_records r where ${within(days, narrowing)})`;
  return sql`select path_id, sum(entries) as entries, sum(exits) as exits, sum(bounces) as bounces from (
      select r.visit, ${ENTRY} as entry, ${EXIT} as exit,
        (count(*) = 1 and sum(r.views) = 1 and sum(r.engaged_seconds) < ${BOUNCE_ENGAGED_SECONDS})::int as bounced
      from analytics_records r where ${whole} ${narrowing.path === null ? sql`` : sql`and ${through}`} group by r.visit) v,
    lateral (values (v.entry, 1, 0, v.bounced), (v.exit, 0, 1, 0)) ends (path_id, entries, exits, bounces)
    group by path_id`;
}

/** What each page had on these days, out of their records. */
const pagesWithin = (days: LocalDays, narrowing: Narrowing) => sql`
  select seen.path_id, seen.visits, seen.visitors, seen.views, coalesce(ends.entries, 0) as entries,
    coalesce(ends.exits, 0) as exits, coalesce(ends.bounces, 0) as bounces, seen.engaged
  from (
    select path_id, sum(visits)::bigint as visits, count(*) as visitors, sum(views)::bigint as views,
      sum(engaged)::bigint as engaged
    from (
      select r.path_id, ${dayOf(days)} as day, r.visitor, count(*) as visits, sum(r.views) as views,
        sum(r.engaged_seconds) as engaged
      from analytics_records r where ${within(days, narrowing)} group by 1, 2, 3) visitors
    group by path_id) seen
  left join (${ends(days, narrowing)}) ends on ends.path_id = seen.path_id`;

/** The pages that have most of what they are sorted by. */
export async function drilledPages(
  db: Db,
  days: LocalDays | DrilledSources,
  narrowing: Narrowing,
  { sort, limit }: { sort: PageSort; limit: number },
): Promise<PageRow[]> {
  const { runs, rolled } = "runs" in days ? days : { runs: [days], rolled: NO_TALLY };
  if (runs.length === 0) return talliedPages(db, rolled, { sort, limit });
  const parts = [
    sql`select id as path_id, ${sql.raw(PAGE_NAMES.join(", "))} from ${tallied(rolled, PAGE_NAMES)}`,
    ...runs.map((run) => pagesWithin(run, narrowing)),
  ];
  const sums = sql.raw(PAGE_NAMES.map((name) => `sum(${name})::bigint as ${name}`).join(", "));
  const by = sql.ref(sort);
  const figures = sql`
    select *, count(*) over () as total from (
      select path_id, ${sums} from (${sql.join(parts, sql` union all `)}) parts group by path_id) summed
    where ${by} > 0 order by ${by} desc, views desc, path_id limit ${limit}`;
  return (await titledPages(figures, sort).execute(db)).rows;
}
