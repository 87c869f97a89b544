import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import type { Context } from "../../context.ts";
import type { AnalyticsBreakdown, AnalyticsPages, AnalyticsSessions, PageFigures, RecentSession } from "../analytics.ts";
import {
  BOUNCE_ENGAGED_SECONDS,
  bounceRate,
  type Dimension,
  meanOf,
  type PageSort,
  type PanelQuery,
  RECENT_SESSIONS,
  share,
} from "../analytics-rules.ts";
import { IDLE_MS } from "../hit-rules.ts";
import { NAMELESS, singleDrill, type Tally } from "../rollups/drill-tally.ts";
import { rolledDaysOf } from "../rollups/drills.sql.ts";
import { openPanel, type PanelView, readDrilled } from "./open-panel.ts";
import { type PageRow, rolledDays, rolledPages, rolledValues, titledPages, VALUE_OF, type ValueRow } from "./panel.sql.ts";
import { type DrilledSources, dayOf, ENTRY, type LocalDays, type Narrowing, visits, within } from "./panel-drilled.sql.ts";

type VisitRow = {
  id: string;
  started_at: number;
  last_seconds: number;
  ended_seconds: number | null;
  is_active: boolean;
  views: number;
  entry_path: string;
  location: string;
  source: string;
  device_type: string;
  browser: string;
  browser_version: string;
  operating_system: string;
};

const presentSession = (row: VisitRow): RecentSession => ({
  id: row.id,
  location: row.location,
  device: row.device_type,
  browser: row.browser,
  browser_version: row.browser_version,
  operating_system: row.operating_system,
  started_at: new Date(row.started_at).toISOString(),
  last_at: new Date(row.started_at + row.last_seconds * 1000).toISOString(),
  duration_seconds: row.is_active ? row.last_seconds : (row.ended_seconds ?? row.last_seconds),
  page_views: row.views,
  is_active: row.is_active,
  entry_path: row.entry_path,
  source: row.source,
});

/**
 * The rollups of a page, source or country say on which days enough visits began, so that rare ones aren't searched for among all records.
 * The last day may not be rolled up yet.
 */
async function daysToSearch(ctx: Context, { period, timezone, drill }: PanelView): Promise<LocalDays | LocalDays[]> {
  const known = await rolledDaysOf(ctx.db, period, drill);
  if (!known) return { ...period, timezone };
  const days = new Set([period.to]);
  let visits = 0;
  for (const row of known.toReversed()) {
    if (visits >= RECENT_SESSIONS) break;
    visits += row.visits;
    days.add(row.day);
  }
  return [...days].map((day) => ({ from: day, to: day, timezone }));
}

const EVERYTHING: Narrowing = { path: null, origins: null, places: null };

/** With activity in the last half hour (SQL over records `r`). */
const isActive = (now: Date) => sql`(r.ended_seconds is null
  and (r.visit >> 20) + r.last_seconds * 1000::bigint >= ${String(now.getTime() - IDLE_MS)}::bigint)`;

/** Newest first; ten at most (specification, section 9). */
export async function readRecentSessions(ctx: Context, query: PanelQuery, timezone: string): Promise<AnalyticsSessions> {
  const view = await openPanel(ctx, query, timezone);
  const options = { now: ctx.clock.now(), limit: RECENT_SESSIONS };
  const rows = await newestVisits(ctx.db, await daysToSearch(ctx, view), view.narrowing, options);
  return { items: rows.map(presentSession) };
}

/** Newest first. @param days short runs, one after the other */
export async function newestVisits(
  db: Db,
  days: LocalDays | readonly LocalDays[],
  narrowing: Narrowing | null,
  { now, limit }: { now: Date; limit: number },
): Promise<VisitRow[]> {
  const begun = (span: LocalDays) => sql`select r.visit from analytics_records r where ${within(span, narrowing ?? EVERYTHING)}`;
  const spans = "from" in days ? [days] : days;
  const newest = await sql<{ visit: string }>`select distinct r.visit::text, r.visit as number
    from (${sql.join(spans.map(begun), sql` union all `)}) r order by number desc limit ${limit}`.execute(db);
  if (newest.rows.length === 0) return [];
  const { rows } = await sql<VisitRow>`
    select lpad(to_hex(v.visit), 16, '0') as id, v.visit >> 20 as started_at, v.last_seconds, v.ended_seconds, v.is_active,
      v.views, p.path as entry_path, ${VALUE_OF.city} as location, o.source, a.device_type, a.browser, a.browser_version,
      a.operating_system
    from (
      select r.visit, max(r.last_seconds) as last_seconds, max(r.ended_seconds) as ended_seconds,
        bool_or(${isActive(now)}) as is_active, sum(r.views) as views, min(r.origin_id) as origin_id,
        min(r.agent_id) as agent_id, min(r.place_id) as place_id,
        ${ENTRY} as entry
      from analytics_records r where r.visit = any(${newest.rows.map(({ visit }) => visit)}::bigint[])
      group by r.visit) v
    join analytics_paths p on p.id = v.entry join analytics_origins o on o.id = v.origin_id
    join analytics_agents a on a.id = v.agent_id join analytics_places l on l.id = v.place_id
    order by v.visit desc`.execute(db);
  return rows;
}

const presentPage = ({ bounces, engaged, total: _, ...row }: PageRow): PageFigures => ({
  ...row,
  bounce_rate: bounceRate(bounces, row.entries),
  average_engaged_seconds: meanOf(engaged, row.visits),
});

const PAGE_NAMES = ["visits", "visitors", "views", "entries", "exits", "bounces", "engaged"];

const VIEWS = PAGE_NAMES.indexOf("views");

type Entry = [id: number, figures: number[]];

const figureOf = ([, figures]: Entry, at: number): number => figures[at] ?? 0;

/** SQL rows of `t`: numbers by `id`, the first figures of each by these names. */
const tallied = (entries: Iterable<Entry>, names: readonly string[]): RawBuilder<unknown> => {
  const all = [...entries];
  const lists = names.map((_, at) => sql`${all.map((entry) => figureOf(entry, at))}::bigint[]`);
  return sql`unnest(${all.map(([id]) => id)}::integer[], ${sql.join(lists)}) as t (id, ${sql.raw(names.join(", "))})`;
};

const NO_TALLY: Tally = new Map();

const EXIT = sql<number>`(max(array[r.last_seconds, r.first_seconds, r.path_id]))[3]`;

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

/** Without pages that have a zero in `sort`; `total` counts all. */
export async function readPages(
  ctx: Context,
  { sort, limit, ...query }: PanelQuery & { sort: PageSort; limit: number },
  timezone: string,
): Promise<AnalyticsPages> {
  const view = await openPanel(ctx, query, timezone);
  const { period, narrowing } = view;
  // A page alone is a row of the list of all.
  const isOneOfAll = !narrowing || singleDrill(view.drill)?.drill === "page";
  const rows = isOneOfAll
    ? await rolledPages(ctx.db, period, { sort, limit, path: narrowing?.path ?? null })
    : await readDrilled(ctx, view, "pages", (db, sources, narrowed) => drilledPages(db, sources, narrowed, { sort, limit }));
  return { items: rows.map(presentPage), total: rows[0]?.total ?? 0 };
}

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

/** Visits of a page are read whole, because they may have begun on another page. */
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

type Part = { dimension: Dimension; limit: number };

type DrilledValueRow = ValueRow & { all_visits: number };

const VALUE_NAMES = PAGE_NAMES.slice(0, 3);

const VISITS = PAGE_NAMES.indexOf("visits");

const valuesWithin = (days: LocalDays, narrowing: Narrowing, dimension: Dimension) =>
  sql`select value, sum(visits)::bigint as visits, count(*) as visitors, sum(views)::bigint as views
    from (
      select ${VALUE_OF[dimension]} as value, v.day, v.visitor, count(*) as visits, sum(v.views) as views
      from (${visits(days, narrowing)}) v
        join analytics_origins o on o.id = v.origin_id join analytics_agents a on a.id = v.agent_id
        join analytics_places l on l.id = v.place_id
      group by 1, 2, 3) visitors
    group by value`;

async function valuesOf(ctx: Context, view: PanelView, { dimension, limit }: Part) {
  const { period } = view;
  if (view.narrowing) {
    const rows = await readDrilled(ctx, view, dimension, (db, sources, narrowing) =>
      drilledValues(db, sources, narrowing, { dimension, limit }),
    );
    return { rows, all: rows[0]?.all_visits ?? 0 };
  }
  const [rows, days] = await Promise.all([rolledValues(ctx.db, period, dimension, limit), rolledDays(ctx.db, period)]);
  return { rows, all: days.reduce((sum, { visits }) => sum + visits, 0) };
}

/** Names are only read for entries that may be shown. Ties are ordered by name. */
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

/** With percentages of all visits of the period; `total` counts all values. Only a campaign may be missing. */
export async function readBreakdown(
  ctx: Context,
  { dimension, limit, ...query }: PanelQuery & Part,
  timezone: string,
): Promise<AnalyticsBreakdown> {
  const view = await openPanel(ctx, query, timezone);
  const { rows, all } = await valuesOf(ctx, view, { dimension, limit });
  const items = rows.map(({ value, visits, visitors, views }) => ({
    value,
    visits,
    visitors,
    views,
    percentage: share(visits, all),
  }));
  return { items, total: rows[0]?.total ?? 0 };
}
