import { withAdvisoryLock } from "../../../platform/database/advisory-lock.ts";
import type { Db, Trx } from "../../../platform/database/db.ts";
import { firstOfMonth } from "../../../platform/time/month.ts";
import type { Context } from "../../context.ts";
import { DIMENSIONS } from "../analytics-rules.ts";
import { DICTIONARIES, type Dictionary, dimensionsIn } from "../panels/panel.sql.ts";
import {
  addPacked,
  type DrillRecord,
  type DrillTally,
  NAMELESS,
  PAGE_FIGURES,
  type Tally,
  tallyDrills,
  VALUE_FIGURES,
} from "./drill-tally.ts";
import {
  addDrills,
  type DictionaryRecord,
  type DrillRow,
  daysToDrill,
  drillsOfMonth,
  dropOtherDrills,
  markRolledUp,
  monthsToDrill,
  numbersOf,
  recordsOfDay,
  valuesOf,
} from "./drills.sql.ts";
import { groundOf, type LocalDay } from "./rollup.sql.ts";

const KEYS = Object.keys(DICTIONARIES) as Dictionary[];

/** Where the value of each dimension is found: in which dictionary, and at which position. */
const PLACES = DIMENSIONS.map((dimension) => {
  const key = KEYS.find((one) => dimensionsIn(one).includes(dimension)) as Dictionary;
  return { key, at: dimensionsIn(key).indexOf(dimension) };
});

/**
 * Gives records the numbers of their values' names. Ids are cached, so use it within one transaction:
 * after a rollback they may not exist.
 * @returns takes records, some at a time
 */
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
  /** One and the same list for all records that share everything. */
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

/** Rows that are stored with one statement. */
const STORED_AT_ONCE = 200;

/**
 * Rolls up the drill-downs of each day that doesn't have them yet, and sums the months whose days are all rolled up and closed. It
 * counts here and not in the database: a day's records are read once, in portions, so that requests are answered in between. It
 * holds the lock of the month, because rolling up a day deletes the sums of its month.
 * @param options `timezone` (IANA) whose days count; `openViewsMax`: views of an open day from which on it waits; `isOver`: whether
 *   to leave the rest for the next time
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

/**
 * Computes the drill-downs of one day again and replaces those that have changed: on a busy day few do. Call it under the lock of
 * the month.
 * @param trx a transaction that has called `groundOf` for that day
 */
export async function drillDay(trx: Trx, day: LocalDay): Promise<void> {
  const tallying = tallyDrills();
  const name = nameRecords(trx);
  for await (const records of recordsOfDay(trx, day)) for (const record of await name(records)) tallying.add(record);
  const tallies = tallying.end();
  await dropOtherDrills(trx, day.day, tallies);
  await store(trx, { isMonth: false, startsOn: day.day }, inPortions(tallies));
}

function* inPortions(tallies: readonly DrillTally[]): Generator<DrillTally[]> {
  for (let at = 0; at < tallies.length; at += STORED_AT_ONCE) yield tallies.slice(at, at + STORED_AT_ONCE);
}

async function store(
  trx: Trx,
  piece: { isMonth: boolean; startsOn: string },
  portions: Iterable<DrillTally[]> | AsyncIterable<DrillTally[]>,
): Promise<void> {
  for await (const portion of portions) await addDrills(trx, piece, portion);
  await markRolledUp(trx, piece);
}

/** The sums of a month: the rows of each page, source and country come one after the other. */
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

function addRow(sum: DrillTally, row: DrillRow): void {
  DIMENSIONS.forEach((dimension, n) => {
    addPacked(sum.dimensions[n] as Tally, row[dimension], VALUE_FIGURES);
  });
  if (row.pages === null) return;
  sum.pages ??= new Map();
  addPacked(sum.pages, row.pages, PAGE_FIGURES);
}
