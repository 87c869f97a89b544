import { sql } from "kysely";
import { withAdvisoryLock } from "../../../platform/database/advisory-lock.ts";
import type { Db, Trx } from "../../../platform/database/db.ts";
import { firstOfMonth } from "../../../platform/time/month.ts";
import type { Context } from "../../context.ts";
import { DIMENSIONS } from "../analytics-rules.ts";
import { DICTIONARIES, type Dictionary, dimensionsIn, VALUE_OF } from "../panels/panel.sql.ts";
import { spanOf } from "../panels/periods.ts";
import {
  addPacked,
  type DrillRecord,
  type DrillTally,
  NAMELESS,
  PAGE_FIGURES,
  packed,
  QUIET_AFTER_MS,
  type Tally,
  tallyDrills,
  VALUE_FIGURES,
} from "./drill-tally.ts";
import { groundOf, type LocalDay } from "./rollups.sql.ts";

const KEYS = Object.keys(DICTIONARIES) as Dictionary[];

const PLACES = DIMENSIONS.map((dimension) => {
  const key = KEYS.find((one) => dimensionsIn(one).includes(dimension)) as Dictionary;
  return { key, at: dimensionsIn(key).indexOf(dimension) };
});

type DictionaryRecord = {
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

/** Caches ids, so use it within one transaction: after a rollback they may not exist. */
function nameRecords(db: Db): (records: readonly DictionaryRecord[]) => Promise<DrillRecord[]> {
  const known = Object.fromEntries(KEYS.map((key) => [key, new Map<number, number[]>()])) as Record<
    Dictionary,
    Map<number, number[]>
  >;
  const together = new Map<string, number[]>();

  const learn = async (key: Dictionary, records: readonly DictionaryRecord[]) => {
    const ids = new Set(records.map((record) => record[key]).filter((id) => !known[key].has(id)));
    if (ids.size === 0) return;
    const rows = await valuesOf(db, key, [...ids]);
    const names = new Set(rows.flatMap(({ values }) => values).filter((value) => value !== null));
    const numbers = await numbersOf(db, [...names]);
    for (const { id, values } of rows)
      known[key].set(
        id,
        values.map((value) => (value === null ? NAMELESS : (numbers.get(value) ?? NAMELESS))),
      );
  };
  /** One list for all records that share everything. */
  const valuesOfRecord = (record: DictionaryRecord): number[] => {
    const key = `${record.origin_id} ${record.agent_id} ${record.place_id}`;
    let values = together.get(key);
    if (!values) {
      values = PLACES.map(({ key, at }) => known[key].get(record[key])?.[at] ?? NAMELESS);
      together.set(key, values);
    }
    return values;
  };

  return async (records) => {
    for (const key of KEYS) await learn(key, records);
    return records.map((record) => ({ ...record, values: valuesOfRecord(record) }));
  };
}

async function valuesOf(
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

async function numbersOf(db: Db, names: readonly string[]): Promise<Map<string, number>> {
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

const STORED_AT_ONCE = 200;

/** `now`: decides which days are closed; `openViewsMax`: an open day with more views waits until it is closed */
type DrillOptions = { timezone: string; now: Date; openViewsMax: number };

/**
 * Days without drill-downs, and months whose days are all rolled up and closed. Counts in Node: records are read in portions, so that
 * requests are answered in between. Holds the lock of the month, because rolling up a day deletes the sums of its month.
 */
export async function rollUpDrills(
  ctx: Context,
  { timezone, openViewsMax, isOver }: { timezone: string; openViewsMax: number; isOver(): boolean },
): Promise<void> {
  const asked = { timezone, now: ctx.clock.now(), openViewsMax };
  for (const day of await daysToDrill(ctx.db, asked)) {
    if (isOver()) return;
    await withAdvisoryLock(ctx.db, `analytics ${firstOfMonth(day)}`, async (trx) => {
      const ground = await groundOf(trx, { day, timezone });
      if (ground.timezone === timezone && ground.isWhole) await drillDay(trx, { day, timezone });
    });
  }
  for (const month of await monthsToDrill(ctx.db, asked)) {
    if (isOver()) return;
    await withAdvisoryLock(ctx.db, `analytics ${month}`, async (trx) => {
      // Another process may have done this, or have changed one of the days.
      if (!(await monthsToDrill(trx, asked)).includes(month)) return;
      await store(trx, { isMonth: true, startsOn: month }, addedUp(trx, month));
    });
  }
}

/** Days with visits, all of their records and no drills: the newest first. */
async function daysToDrill(db: Db, { timezone, now, openViewsMax }: DrillOptions): Promise<string[]> {
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

async function monthsToDrill(db: Db, { timezone, now }: Omit<DrillOptions, "openViewsMax">): Promise<string[]> {
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

/** Rows at a time: few enough to be worked off between two requests. */
const AT_ONCE = 2000;

/** Replaces only what has changed. Call it under the lock of the month, in a transaction that has called `groundOf` for that day. */
export async function drillDay(trx: Trx, day: LocalDay): Promise<void> {
  const tallying = tallyDrills();
  const name = nameRecords(trx);
  for await (const records of recordsOfDay(trx, day)) for (const record of await name(records)) tallying.add(record);
  const tallies = tallying.end();
  await dropOtherDrills(trx, day.day, tallies);
  await store(trx, { isMonth: false, startsOn: day.day }, inPortions(tallies));
}

/** Also drops those of the month: the day is being computed again. */
async function dropOtherDrills(db: Db, day: string, tallies: readonly DrillTally[]): Promise<void> {
  const isOfMonth = sql`is_month and starts_on = date_trunc('month', ${day}::date)::date`;
  await sql`
    with months as (delete from analytics_drills where ${isOfMonth}), noted as (delete from analytics_drilled where ${isOfMonth})
    delete from analytics_drills d where not is_month and starts_on = ${day}::date and not exists (
      select from unnest(${tallies.map(({ drill }) => drill)}::analytics_drill[], ${tallies.map(({ value }) => value)}::integer[])
        kept (drill, value_id) where kept.drill = d.drill and kept.value_id = d.value_id)`.execute(db);
}

/** Visitor by visitor and visit by visit, in portions. `db` must be a transaction, which stays open meanwhile. */
async function* recordsOfDay(db: Db, { day, timezone }: LocalDay): AsyncGenerator<DictionaryRecord[]> {
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

function* inPortions(tallies: readonly DrillTally[]): Generator<DrillTally[]> {
  for (let at = 0; at < tallies.length; at += STORED_AT_ONCE) yield tallies.slice(at, at + STORED_AT_ONCE);
}

type Piece = { isMonth: boolean; startsOn: string };

const LISTS = [...DIMENSIONS, "pages"];

const COLUMNS = sql.join(LISTS.map((name) => sql.ref(name)));

const BYTES = sql.join(LISTS.map((name) => sql`${sql.ref(name)} bytea`));

const STORED = sql.join(LISTS.map((name) => sql.ref(`d.${name}`)));

const GIVEN = sql.join(LISTS.map((name) => sql.ref(`excluded.${name}`)));

async function store(
  trx: Trx,
  piece: { isMonth: boolean; startsOn: string },
  portions: Iterable<DrillTally[]> | AsyncIterable<DrillTally[]>,
): Promise<void> {
  for await (const portion of portions) await addDrills(trx, piece, portion);
  await sql`insert into analytics_drilled (is_month, starts_on) values (${piece.isMonth}, ${piece.startsOn}::date)
      on conflict do nothing`.execute(trx);
}

async function addDrills(db: Db, { isMonth, startsOn }: Piece, tallies: readonly DrillTally[]): Promise<void> {
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

type DrillRow = Record<(typeof DIMENSIONS)[number], Buffer> & {
  drill: DrillTally["drill"];
  value_id: number;
  pages: Buffer | null;
};

/** The rows of each page, source and country come one after the other. */
async function* addedUp(db: Db, month: string): AsyncGenerator<DrillTally[]> {
  let sum: DrillTally | null = null;
  for await (const rows of drillsOfMonth(db, month)) {
    const done: DrillTally[] = [];
    for (const row of rows) {
      if (sum && (sum.drill !== row.drill || sum.value !== row.value_id)) {
        done.push(sum);
        sum = null;
      }
      sum ??= { drill: row.drill, value: row.value_id, dimensions: DIMENSIONS.map(() => new Map()), pages: null };
      addRow(sum, row);
    }
    if (done.length > 0) yield done;
  }
  if (sum) yield [sum];
}

/** One page, source or country after the other; portions and `db` as for `recordsOfDay`. */
async function* drillsOfMonth(db: Db, month: string): AsyncGenerator<DrillRow[]> {
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

function addRow(sum: DrillTally, row: DrillRow): void {
  DIMENSIONS.forEach((dimension, n) => {
    addPacked(sum.dimensions[n] as Tally, row[dimension], VALUE_FIGURES);
  });
  if (row.pages === null) return;
  sum.pages ??= new Map();
  addPacked(sum.pages, row.pages, PAGE_FIGURES);
}
