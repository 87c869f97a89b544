import { type RawBuilder, sql } from "kysely";
import pLimit from "p-limit";
import type { Db } from "../../../platform/database/db.ts";
import type { Period } from "../../../platform/time/day.ts";
import { addDays, daysBetween } from "../../../platform/time/day.ts";
import type { Context } from "../../context.ts";
import { BOUNCE_ENGAGED_SECONDS, type Dimension, type Drill, type DrillName, type PanelQuery } from "../analytics-rules.ts";
import { IDLE_MS } from "../hit-rules.ts";
import { addPacked, PAGE_FIGURES, singleDrill, type Tally, VALUE_FIGURES } from "../rollups/drill-tally.ts";
import { type Days, rolledDaysOf } from "../rollups/drills.sql.ts";
import { alongWith, type DayRow, rolledDays } from "./panel.sql.ts";
import {
  begunOn,
  CUT_DAY,
  type DrilledSources,
  ENTRY,
  hasRecords,
  type LocalDays,
  type Narrowing,
  openedBy,
  visits,
} from "./panel-drilled.sql.ts";
import { type Cut, coverOf, type PanelPeriod, panelPeriod } from "./periods.ts";

const FEW_DAYS = 3;

function runsOf(days: readonly string[], timezone: string): LocalDays[] {
  const runs: LocalDays[] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last && addDays(last.to, 1) === day) last.to = day;
    else runs.push({ from: day, to: day, timezone });
  }
  return runs;
}

/** `list`: packed, null without visits. `is_rolled`: false for a day that must be read from records. */
type DrilledPiece = { starts_on: string; is_rolled: boolean; list: Buffer | null };

/** Rollups, and the days that must be read from records: those that aren't over or have just changed. */
async function sourcesOf(
  db: Db,
  { period, timezone, drill: asked }: PanelView,
  list: Dimension | "pages",
): Promise<DrilledSources> {
  const rolled: Tally = new Map();
  const single = singleDrill(asked);
  if (!single) return { runs: [{ from: period.from, to: period.to, timezone }], rolled };
  const pieces = await drilledPieces(db, period, single, list);
  for (const piece of pieces) if (piece.list) addPacked(rolled, piece.list, list === "pages" ? PAGE_FIGURES : VALUE_FIGURES);
  const rest = pieces.filter(({ is_rolled }) => !is_rolled).map(({ starts_on }) => starts_on);
  return { runs: runsOf(rest, timezone), rolled };
}

/** A row for each rolled-up month, and one for each other day with visits. @param column the list that is read */
async function drilledPieces(
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

const lengthOf = (runs: readonly Pick<Period, "from" | "to">[]) =>
  runs.reduce((sum, { from, to }) => sum + daysBetween(from, to), 0);

/** Reads rollups, and the records of days without one; several filters together are read from records alone. @param list of the drill */
export async function readDrilled<Result>(
  ctx: Context,
  view: PanelView & { narrowing: Narrowing | null },
  list: Dimension | "pages",
  read: (db: Db, sources: DrilledSources, narrowing: Narrowing) => Promise<Result>,
): Promise<Result> {
  const { narrowing } = view;
  if (!narrowing) throw new Error("Nothing is narrowed");
  const sources = await sourcesOf(ctx.db, view, list);
  if (lengthOf(sources.runs) <= FEW_DAYS) return read(ctx.db, sources, narrowing);
  return drill(ctx.db, (db) => read(db, sources, narrowing));
}

/** Panels that read records at once: pages and collecting need connections and CPU too. */
const limit = pLimit(2);

/** With a limit on concurrency and with more memory: a filtered screen requests a dozen panels at once. */
const drill = <Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> =>
  limit(() =>
    db.transaction().execute(async (trx) => {
      // Groups stay in memory; compiling would take longer than the work.
      await sql`select set_config('work_mem', '32MB', true), set_config('jit', 'off', true)`.execute(trx);
      return work(trx);
    }),
  );

const underWay = new WeakMap<Db, Map<string, Promise<unknown>>>();

function drillOnce<Result>(db: Db, key: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const answers = underWay.get(db) ?? new Map<string, Promise<unknown>>();
  underWay.set(db, answers);
  const known = answers.get(key) as Promise<Result> | undefined;
  if (known) return known;
  const answer = drill(db, work).finally(() => answers.delete(key));
  answers.set(key, answer);
  return answer;
}

/** `narrowing` is null where everything counts: rollups are read then, so that the cost follows the days and not the readers. */
export type PanelView = PanelPeriod & { narrowing: Narrowing | null; drill: Drill };

const NONE = 0;

/** @param timezone of the site, IANA name @throws DomainError `invalid_input` for invalid days */
export async function openPanel(ctx: Context, query: PanelQuery, timezone: string): Promise<PanelView> {
  const view = panelPeriod(ctx, query, timezone);
  const { page, source, country } = query;
  return { ...view, narrowing: await findNarrowing(ctx.db, query), drill: { page, source, country } };
}

/** Null without a filter. */
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

/** `cut`: the last day before the period up to this time of day; null if unknown or not asked for. */
type PanelDays = { days: DayRow[]; cut: DayRow | null; isRolled: boolean };

/** Both periods' days with visits, in order. @param compares whether the last day before the period may have to be cut */
export async function daysOfPanel(ctx: Context, view: PanelView, { compares = false } = {}): Promise<PanelDays> {
  const { narrowing, drill } = view;
  const span = { from: view.previous.from, to: view.period.to };
  const cut = view.cut && compares ? cutDay(view.cut, narrowing) : null;
  const rolled = narrowing ? await rolledDaysOf(ctx.db, span, drill, cut) : await rolledDays(ctx.db, span, cut);
  const rows = rolled ?? (narrowing ? await recordedDays(ctx, view, narrowing) : []);
  return {
    days: rows.filter(({ day }) => day !== CUT_DAY),
    cut: rows.find(({ day }) => day === CUT_DAY) ?? null,
    isRolled: rolled !== null,
  };
}

/**
 * One row, or none if the day's records are gone. Without pages that were opened later, and visits whose end wasn't known yet. Records
 * don't say when a page was opened again, so all views and attention of open pages count.
 */
function cutDay(cut: Cut, narrowing: Narrowing | null): RawBuilder<unknown> {
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
    ) v having ${hasRecords(cut)}`;
}

/** Of two pages in the same second as the rollups have it. */
const isEntry = (days: LocalDays, { path }: Narrowing): RawBuilder<boolean> =>
  path === null
    ? sql`true`
    : sql`not exists (select from analytics_records r where ${begunOn(days)} and r.visit = v.visit
        and (r.first_seconds, r.last_seconds, r.path_id) < (v.first_seconds, v.last_seconds, ${path}))`;

/** Simultaneous requests share one answer, so it always includes the cut day. */
function recordedDays(ctx: Context, { period, previous, timezone, cut }: PanelView, narrowing: Narrowing): Promise<DayRow[]> {
  const days = { from: previous.from, to: period.to };
  const key = JSON.stringify([days, timezone, narrowing, cut]);
  return drillOnce(ctx.db, key, (db) => drilledDays(db, { ...days, timezone }, narrowing, cut && cutDay(cut, narrowing)));
}

/** From records. @param cut a part of a day, returned as another row */
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
