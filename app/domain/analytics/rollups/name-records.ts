import type { Kysely } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import { DIMENSIONS } from "../panels/panels-model.ts";
import { NAMELESS } from "./drill-model.ts";
import { DICTIONARIES, type Dictionary, numbersOf, valuesOf } from "./drill-name.sql.ts";
import type { DictionaryRecord } from "./drill-rollup.sql.ts";
import type { DrillRecord } from "./tally-drills.ts";

type Db = Kysely<DB>;

const KEYS = Object.keys(DICTIONARIES) as Dictionary[];

/** Where a dimension's value stands: in which dictionary, and as which of its values. */
const PLACES = DIMENSIONS.map((dimension) => {
  const key = KEYS.find((one) => (DICTIONARIES[one].dimensions as readonly string[]).includes(dimension)) as Dictionary;
  return { key, at: (DICTIONARIES[key].dimensions as readonly string[]).indexOf(dimension) };
});

/**
 * Gives records the numbers of their values' names. What was asked once is remembered, so it is to be used within one
 * transaction: numbers in one that is undone may never come about.
 * @returns takes records, some at a time
 */
export function nameRecords(db: Db): (records: readonly DictionaryRecord[]) => Promise<DrillRecord[]> {
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
