import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import type { Period } from "../../../platform/time/day.ts";
import { DIMENSIONS, type Dimension, type Drill, type DrillName } from "../analytics-rules.ts";
import { alongWith, type DayRow, DICTIONARIES, type Dictionary, dimensionsIn, VALUE_OF } from "../panels/panel.sql.ts";
import { coverOf, spanOf } from "../panels/periods.ts";
import { type DrillTally, PAGE_FIGURES, packed, QUIET_AFTER_MS, singleDrill, VALUE_FIGURES } from "./drill-tally.ts";
import type { LocalDay } from "./rollup.sql.ts";

type Days = Pick<Period, "from" | "to">;

/**
 * The days of a period on which one page, source or country had any visits, from rollups.
 * @param cut a part of a day, which is returned as another row
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

/** Both dimensions are named like the filter. */
const ofValue = (dimension: "source" | "country", value: string): RawBuilder<unknown> =>
  sql`analytics_values where dimension = ${dimension}::analytics_dimension and value = ${value}`;

/** A day or month of a drill's rollups: its packed list, or null without visits. `is_rolled`: false for a day that must be read from records. */
type DrilledPiece = { starts_on: string; is_rolled: boolean; list: Buffer | null };

/**
 * The figures of one page, source or country in a period: a row for each whole month that is rolled up, and one for each other day that
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

/** The values of rows of a dictionary, in the order of its dimensions; null where there is none. */
export async function valuesOf(
  db: Db,
  dictionary: Dictionary,
  ids: readonly number[],
): Promise<{ id: number; values: (string | null)[] }[]> {
  const { table, as } = DICTIONARIES[dictionary];
  const values = sql.join(dimensionsIn(dictionary).map((dimension) => sql`${VALUE_OF[dimension]}::text`));
  const { rows } = await sql<{ id: number; values: (string | null)[] }>`
    select id, array[${values}] as values from ${sql.table(table)} as ${sql.ref(as)}
    where id = any (${[...ids]}::integer[])`.execute(db);
  return rows;
}

/** The ids of names; new names are added. */
export async function numbersOf(db: Db, names: readonly string[]): Promise<Map<string, number>> {
  const known = await found(db, names);
  const missing = names.filter((name) => !known.has(name));
  if (missing.length === 0) return known;
  await sql`insert into analytics_names (name) select name from unnest(${missing}::text[]) name order by name
    on conflict (name) do nothing`.execute(db);
  return new Map([...known, ...(await found(db, missing))]);
}

async function found(db: Db, names: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from analytics_names where name = any (${[...names]}::text[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** A day, or a month by its first day. */
export type Piece = { isMonth: boolean; startsOn: string };

/** How many views a day has, as it is rolled up. */
export async function viewsOfDay(db: Db, day: string): Promise<number> {
  const { rows } = await sql<{ views: number }>`select views from analytics_days where day = ${day}::date`.execute(db);
  return rows[0]?.views ?? 0;
}

/** `now`: by which days are closed or open; `openViewsMax`: an open day with more views waits until it is closed */
export type DrillOptions = { timezone: string; now: Date; openViewsMax: number };

/** The days that have visits and all of their records, and of which the drills aren't there: the newest first. */
export async function daysToDrill(db: Db, { timezone, now, openViewsMax }: DrillOptions): Promise<string[]> {
  const closed = new Date(now.getTime() - QUIET_AFTER_MS);
  const { rows } = await sql<{ day: string }>`
    select d.day::text as day from analytics_days d, analytics_options o
    where o.rolled_timezone = ${timezone}
      and (d.day::timestamp at time zone ${timezone}) >= coalesce(o.raw_from, '-infinity')
      and (d.views <= ${openViewsMax} or (d.day + 1)::timestamp <= ${closed}::timestamptz at time zone ${timezone})
      and not exists (select from analytics_drilled b where not b.is_month and b.starts_on = d.day)
    order by d.day desc`.execute(db);
  return rows.map(({ day }) => day);
}

/** The first days of months that aren't summed yet although all of their days are rolled up and closed, the newest first. */
export async function monthsToDrill(db: Db, { timezone, now }: Omit<DrillOptions, "openViewsMax">): Promise<string[]> {
  const closed = new Date(now.getTime() - QUIET_AFTER_MS);
  const { rows } = await sql<{ month: string }>`
    select date_trunc('month', d.day)::date::text as month
    from analytics_days d left join analytics_drilled b on not b.is_month and b.starts_on = d.day
    where date_trunc('month', d.day) + interval '1 month' <= ${closed}::timestamptz at time zone ${timezone}
    group by 1 having bool_and(b.starts_on is not null) and date_trunc('month', min(d.day))::date
      not in (select starts_on from analytics_drilled where is_month)
    order by 1 desc`.execute(db);
  return rows.map(({ month }) => month);
}

/** Deletes the drill-downs of a day that has changed, and those of its month. */
export const dropDrills = (db: Db, day: string) =>
  sql`
  with months as (delete from analytics_drills where is_month and starts_on = date_trunc('month', ${day}::date)::date),
    days as (delete from analytics_drills where not is_month and starts_on = ${day}::date)
  delete from analytics_drilled
  where (is_month, starts_on) in ((false, ${day}::date), (true, date_trunc('month', ${day}::date)::date))`.execute(db);

/** Deletes the drill-downs of a day except for these, and those of its month: the day is being computed again. */
export async function dropOtherDrills(db: Db, day: string, tallies: readonly DrillTally[]): Promise<void> {
  const isOfMonth = sql`is_month and starts_on = date_trunc('month', ${day}::date)::date`;
  await sql`
    with months as (delete from analytics_drills where ${isOfMonth}), noted as (delete from analytics_drilled where ${isOfMonth})
    delete from analytics_drills d where not is_month and starts_on = ${day}::date and not exists (
      select from unnest(${tallies.map(({ drill }) => drill)}::analytics_drill[], ${tallies.map(({ value }) => value)}::integer[])
        kept (drill, value_id) where kept.drill = d.drill and kept.value_id = d.value_id)`.execute(db);
}

/** Takes out all drills of days and months that begin before a moment. */
export async function dropDrillsBefore(db: Db, moment: Date): Promise<void> {
  const isOld = sql`(starts_on::timestamp at time zone coalesce((select rolled_timezone from analytics_options), 'UTC')) < ${moment}`;
  await sql`delete from analytics_drills where ${isOld}`.execute(db);
  await sql`delete from analytics_drilled where ${isOld}`.execute(db);
}

/** A record with the numbers of its origin, agent and place. */
export type DictionaryRecord = {
  visit: string;
  visitor: string;
  path_id: number;
  origin_id: number;
  agent_id: number;
  place_id: number;
  first_seconds: number;
  last_seconds: number;
  views: number;
  engaged_seconds: number;
};

/** So many rows are taken at a time: few enough to be worked off between two requests. */
const AT_ONCE = 2000;

/** A day's records, visitor by visitor and visit by visit, in portions. `db` must be a transaction, which stays open meanwhile. */
export async function* recordsOfDay(db: Db, { day, timezone }: LocalDay): AsyncGenerator<DictionaryRecord[]> {
  const { from, to } = spanOf({ from: day, to: day }, timezone);
  await sql`declare drill_records no scroll cursor for
    select visit::text, visitor::text, path_id, origin_id, agent_id, place_id, first_seconds, last_seconds, views, engaged_seconds
    from analytics_records where visit >= ${sql.lit(from)}::bigint and visit < ${sql.lit(to)}::bigint
    order by visitor, analytics_records.visit`.execute(db);
  for (let rows: DictionaryRecord[] = []; ; ) {
    ({ rows } = await sql<DictionaryRecord>`fetch forward ${sql.lit(AT_ONCE)} from drill_records`.execute(db));
    if (rows.length > 0) yield rows;
    if (rows.length < AT_ONCE) break;
  }
  await sql`close drill_records`.execute(db);
}

/** A page's, source's or country's lists as they are stored. */
export type DrillRow = Record<(typeof DIMENSIONS)[number], Buffer> & {
  drill: DrillTally["drill"];
  value_id: number;
  pages: Buffer | null;
};

const LISTS = [...DIMENSIONS, "pages"];
const COLUMNS = sql.join(LISTS.map((name) => sql.ref(name)));

/** Everything of a month's days, one page, source or country after the other, some rows at a time; as `recordsOfDay`. */
export async function* drillsOfMonth(db: Db, month: string): AsyncGenerator<DrillRow[]> {
  await sql`declare drill_days no scroll cursor for
    select drill, value_id, ${COLUMNS} from analytics_drills
    where not is_month and starts_on >= ${sql.lit(month)}::date
      and starts_on < (${sql.lit(month)}::date + interval '1 month')::date
    order by drill, value_id`.execute(db);
  for (let rows: DrillRow[] = []; ; ) {
    ({ rows } = await sql<DrillRow>`fetch forward ${sql.lit(AT_ONCE / 8)} from drill_days`.execute(db));
    if (rows.length > 0) yield rows;
    if (rows.length < AT_ONCE / 8) break;
  }
  await sql`close drill_days`.execute(db);
}

const BYTES = sql.join(LISTS.map((name) => sql`${sql.ref(name)} bytea`));
const STORED = sql.join(LISTS.map((name) => sql.ref(`d.${name}`)));
const GIVEN = sql.join(LISTS.map((name) => sql.ref(`excluded.${name}`)));

/** Stores what pages, sources and countries had on a day or in a month. Rows that haven't changed stay untouched. */
export async function addDrills(db: Db, { isMonth, startsOn }: Piece, tallies: readonly DrillTally[]): Promise<void> {
  const hex = (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString("hex")}`;
  const rows = tallies.map(({ drill, value, dimensions, pages }) => ({
    drill,
    value_id: value,
    ...Object.fromEntries(DIMENSIONS.map((name, n) => [name, hex(packed(dimensions[n] ?? new Map(), VALUE_FIGURES))])),
    pages: pages && hex(packed(pages, PAGE_FIGURES)),
  }));
  await sql`
    insert into analytics_drills as d (is_month, starts_on, drill, value_id, ${COLUMNS})
    select ${isMonth}, ${startsOn}::date, drill, value_id, ${COLUMNS}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) row (drill analytics_drill, value_id integer, ${BYTES})
    on conflict (is_month, starts_on, drill, value_id) do update set (${COLUMNS}) = row(${GIVEN})
    where (${STORED}) is distinct from (${GIVEN})`.execute(db);
}

/** Says that everything of a day or month is there. */
export const markRolledUp = (db: Db, { isMonth, startsOn }: Piece) =>
  sql`insert into analytics_drilled (is_month, starts_on) values (${isMonth}, ${startsOn}::date)
    on conflict do nothing`.execute(db);
