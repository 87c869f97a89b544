import { BOUNCE_ENGAGED_SECONDS, DIMENSIONS, DRILLS, type DrillName } from "../analytics-rules.ts";
import { PAGE_FIGURES, type Tally, VALUE_FIGURES } from "./drill-model.ts";

/** A record as it is read: pages, and what visits share, by number; times in seconds since the visit began. */
export type DrillRecord = {
  visit: string;
  visitor: string;
  path_id: number;
  /** the numbers of its values' names, in the order of `DIMENSIONS` */
  values: readonly number[];
  first_seconds: number;
  last_seconds: number;
  views: number;
  engaged_seconds: number;
};

/** What one page, source or country had: by the value of each dimension, and (of a source or country) by page. More may stand behind the figures. */
export type DrillTally = { drill: DrillName; value: number; dimensions: Tally[]; pages: Tally | null };

type Open = { dimensions: Tally[]; pages: Tally | null };

const SOURCE = DIMENSIONS.indexOf("source");
const COUNTRY = DIMENSIONS.indexOf("country");

/** Behind the figures stands the visitor who was counted last: records come visitor by visitor. */
function countValue(to: Tally, id: number, visitor: number, views: number): void {
  const sum = to.get(id);
  if (!sum) return void to.set(id, [1, 1, views, visitor]);
  (sum as [number])[0] += 1;
  (sum as [number, number, number])[2] += views;
  if (sum[VALUE_FIGURES] === visitor) return;
  (sum as [number, number])[1] += 1;
  sum[VALUE_FIGURES] = visitor;
}

/** @param seen what a visit adds to each figure but the visitors */
function countPage(to: Tally, id: number, visitor: number, seen: readonly number[]): void {
  const sum = to.get(id);
  if (!sum) return void to.set(id, [...seen, visitor]);
  const isKnown = sum[PAGE_FIGURES] === visitor;
  for (let n = 0; n < PAGE_FIGURES; n++) if (n !== 1 || !isKnown) sum[n] = (sum[n] ?? 0) + (seen[n] ?? 0);
  sum[PAGE_FIGURES] = visitor;
}

const before = (a: readonly number[], b: readonly number[]): boolean => {
  for (let n = 0; n < a.length; n++) if (a[n] !== b[n]) return (a[n] ?? 0) < (b[n] ?? 0);
  return false;
};
/** The pages on which a visit began and ended, as `rollUpVisits` takes them when two were seen in the same second. */
const arrival = (r: DrillRecord) => [r.first_seconds, r.last_seconds, r.path_id];
const departure = (r: DrillRecord) => [r.last_seconds, r.first_seconds, r.path_id];

/**
 * Counts a day's records, which must come visitor by visitor and visit by visit, for every page, source and country at once.
 * @returns `add`: takes the next one; `end`: to be called after the last one, with what every page, source and country had
 */
export function tallyDrills(): { add(record: DrillRecord): void; end(): DrillTally[] } {
  const open: Record<DrillName, Map<number, Open>> = { page: new Map(), source: new Map(), country: new Map() };
  let visit: DrillRecord[] = [];
  let visitor = 0;

  const tallyOf = (drill: DrillName, value: number): Open => {
    let tally = open[drill].get(value);
    if (!tally) {
      tally = { dimensions: DIMENSIONS.map(() => new Map()), pages: drill === "page" ? null : new Map() };
      open[drill].set(value, tally);
    }
    return tally;
  };
  const countVisit = (drill: DrillName, value: number, { values }: DrillRecord, views: number, pages: readonly number[][]) => {
    const tally = tallyOf(drill, value);
    for (let n = 0; n < values.length; n++) countValue(tally.dimensions[n] as Tally, values[n] as number, visitor, views);
    for (let n = 0; n < visit.length; n++) {
      countPage(tally.pages as Tally, (visit[n] as DrillRecord).path_id, visitor, pages[n] as number[]);
    }
  };
  /** What a visit's pages add to their figures: visits, visitors, views, entries, exits, bounces, seconds of attention. */
  const pagesOf = (first: DrillRecord, views: number): number[][] => {
    let [entry, exit] = [first, first];
    for (const record of visit) {
      if (before(arrival(record), arrival(entry))) entry = record;
      if (before(departure(exit), departure(record))) exit = record;
    }
    const isBounce = visit.length === 1 && views === 1 && first.engaged_seconds < BOUNCE_ENGAGED_SECONDS;
    return visit.map((record) => {
      const isEntry = record === entry;
      return [1, 1, record.views, Number(isEntry), Number(record === exit), Number(isEntry && isBounce), record.engaged_seconds];
    });
  };
  const endVisit = () => {
    const [first] = visit;
    if (!first) return;
    let all = 0;
    for (const { path_id, values, views } of visit) {
      all += views;
      const { dimensions } = tallyOf("page", path_id);
      for (let n = 0; n < values.length; n++) countValue(dimensions[n] as Tally, values[n] as number, visitor, views);
    }
    const pages = pagesOf(first, all);
    countVisit("source", first.values[SOURCE] as number, first, all, pages);
    countVisit("country", first.values[COUNTRY] as number, first, all, pages);
    visit = [];
  };

  return {
    add(record) {
      const [first] = visit;
      if (first && first.visit !== record.visit) endVisit();
      if (first && first.visitor !== record.visitor) visitor += 1;
      visit.push(record);
    },
    end() {
      endVisit();
      return DRILLS.flatMap((drill) => [...open[drill]].map(([value, tally]) => ({ drill, value, ...tally })));
    },
  };
}
