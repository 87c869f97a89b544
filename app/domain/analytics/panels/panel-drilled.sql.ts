import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import type { Period } from "../../../platform/time/day.ts";
import { BOUNCE_ENGAGED_SECONDS, type Dimension, type Drill, type PageSort } from "../analytics-rules.ts";
import { IDLE_MS, visitNumber } from "../hit-rules.ts";
import { NAMELESS, type Tally } from "../rollups/drill-tally.ts";
import { alongWith, type DayRow, type PageRow, titledPages, VALUE_OF, type ValueRow } from "./panel.sql.ts";
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

/**
 * A day's figures up to a moment of it, from its records: one row, or none if the records are gone. Pages that were opened later
 * don't count, nor do visits whose end wasn't known yet: a reader who just stops counts as active for a while. Records don't say when
 * a page was opened again, so all views and all attention of pages that were open at that moment count.
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

/** `all_visits` also counts visits without a value. */
type DrilledValueRow = ValueRow & { all_visits: number };

/** What a page's figures in a tally are, and a value's, in their order. */
const PAGE_NAMES = ["visits", "visitors", "views", "entries", "exits", "bounces", "engaged"];
const VALUE_NAMES = PAGE_NAMES.slice(0, 3);
const VISITS = PAGE_NAMES.indexOf("visits");
const VIEWS = PAGE_NAMES.indexOf("views");

type Entry = [id: number, figures: number[]];
const figureOf = ([, figures]: Entry, at: number): number => figures[at] ?? 0;

/** Numbers and figures in SQL, as rows of `t`: numbers by `id`, the first figures of each by these names. */
const tallied = (entries: Iterable<Entry>, names: readonly string[]): RawBuilder<unknown> => {
  const all = [...entries];
  const lists = names.map((_, at) => sql`${all.map((entry) => figureOf(entry, at))}::bigint[]`);
  return sql`unnest(${all.map(([id]) => id)}::integer[], ${sql.join(lists)}) as t (id, ${sql.raw(names.join(", "))})`;
};

/**
 * The values with the most visits in a tally. Names are only read for entries that may be shown. Ties are ordered by name.
 */
async function talliedValues(db: Db, tally: Tally, limit: number): Promise<DrilledValueRow[]> {
  const named = [...tally].filter(([id]) => id !== NAMELESS).sort((a, b) => figureOf(b, VISITS) - figureOf(a, VISITS));
  const last = named[limit - 1];
  const least = last ? figureOf(last, VISITS) : 0;
  const shown = named.filter((entry) => figureOf(entry, VISITS) >= least);
  const all = [...tally].reduce((sum, entry) => sum + figureOf(entry, VISITS), 0);
  const { rows } = await sql<DrilledValueRow>`
    select n.name as value, t.visits, t.visitors, t.views, ${named.length}::bigint as total, ${all}::bigint as all_visits
    from ${tallied(shown, VALUE_NAMES)} join analytics_names n on n.id = t.id
    order by t.visits desc, value limit ${limit}`.execute(db);
  return rows;
}

/** The top pages of a tally by `sort`, without those that have a zero there. */
async function talliedPages(db: Db, tally: Tally, { sort, limit }: { sort: PageSort; limit: number }): Promise<PageRow[]> {
  const by = PAGE_NAMES.indexOf(sort);
  const some = [...tally].filter((entry) => figureOf(entry, by) > 0);
  const shown = some
    .sort((a, b) => figureOf(b, by) - figureOf(a, by) || figureOf(b, VIEWS) - figureOf(a, VIEWS) || a[0] - b[0])
    .slice(0, limit);
  const figures = sql`select t.id as path_id, ${sql.raw(PAGE_NAMES.map((name) => `t.${name}`).join(", "))},
    ${some.length}::bigint as total from ${tallied(shown, PAGE_NAMES)}`;
  return (await titledPages(figures, sort).execute(db)).rows;
}

/** What the records are narrowed to: ids of the address, and of everything with that source or country. */
export type Narrowing = { path: number | null; origins: number[] | null; places: number[] | null };

/** For the rest of the transaction: groups stay in memory, and nothing is compiled, which would take longer than the work. */
export const makeRoomToGroup = (db: Db) =>
  sql`select set_config('work_mem', '32MB', true), set_config('jit', 'off', true)`.execute(db);

/** An id that nothing has. */
const NONE = 0;

/** The ids behind a drill-down; null without a filter. */
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

/** The number of the day, from 1 on, on which a visit began: found among the beginnings of all days, which may have 23 or 25 hours. */
const dayOf = ({ from, to, timezone }: LocalDays): RawBuilder<number> =>
  sql`width_bucket(r.visit, (select array_agg(visit_floor(day at time zone ${timezone}) order by day)
    from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') day))`;

/** A visit that saw one page once, and not for long. With a page filter its other pages have to be checked. */
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

/** The sums of a visit's records; with a page filter there is only one record. */
const summary = ({ path }: Narrowing): RawBuilder<unknown> =>
  path === null
    ? sql`min(r.visitor) as visitor, min(r.origin_id) as origin_id, min(r.agent_id) as agent_id, min(r.place_id) as place_id,
      count(*) as records, sum(r.views) as views, sum(r.engaged_seconds) as engaged, max(r.ended_seconds) as ended`
    : sql`r.first_seconds, r.last_seconds, r.visitor, r.origin_id, r.agent_id, r.place_id, 1 as records, r.views, r.engaged_seconds as engaged,
      r.ended_seconds as ended`;

/** Each visit with the sums of its records. */
const visits = (days: LocalDays, narrowing: Narrowing): RawBuilder<unknown> =>
  sql`select v.*, ${isBounce(days, narrowing)} as bounced from (
    select r.visit, ${dayOf(days)} as day, ${summary(narrowing)}
    from analytics_records r where ${within(days, narrowing)} ${narrowing.path === null ? sql`group by r.visit` : sql``}) v`;

/** The figures of each day that has any, out of its records. @param cut a part of a day, which is returned as another row */
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

/** The figures of each value on these days, from records. */
const valuesWithin = (days: LocalDays, narrowing: Narrowing, dimension: Dimension) =>
  sql`select value, sum(visits)::bigint as visits, count(*) as visitors, sum(views)::bigint as views
    from (
      select ${VALUE_OF[dimension]} as value, v.day, v.visitor, count(*) as visits, sum(v.views) as views
      from (${visits(days, narrowing)}) v
        join analytics_origins o on o.id = v.origin_id join analytics_agents a on a.id = v.agent_id
        join analytics_places l on l.id = v.place_id
      group by 1, 2, 3) visitors
    group by value`;

/** What is read: days that are read from records, and the rollups of other days. */
export type DrilledSources = { runs: readonly LocalDays[]; rolled: Tally };
const NO_TALLY: Tally = new Map();

/** The values with the most visits; `all_visits` also counts visits without a value. */
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

/** Where visits began and ended, by page. Visits of a page are read whole, because they may have begun on another page. */
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

/** The figures of each page on these days, from records. */
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

/** The top pages by `sort`. */
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
