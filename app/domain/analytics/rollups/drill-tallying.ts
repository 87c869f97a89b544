import { BOUNCE_ENGAGED_SECONDS } from "../figures-model.ts";
import { DIMENSIONS } from "../panels/panels-model.ts";
import { addFigures, DRILLS, type DrillName, type Tally } from "./drill-model.ts";

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

/** What one page, source or country had: by the value of each dimension, and (of a source or country) by page. */
export type DrillTally = { drill: DrillName; value: number; dimensions: Tally[]; pages: Tally | null };

/** Figures that count up, and the visitor who was counted last: records come visitor by visitor. */
type Counting = { figures: number[]; visitor: number };

type Open = { dimensions: Map<number, Counting>[]; pages: Map<number, Counting> | null };

const SOURCE = DIMENSIONS.indexOf("source");
const COUNTRY = DIMENSIONS.indexOf("country");

function count(to: Map<number, Counting>, id: number, visitor: number, figures: readonly number[]): void {
  let counting = to.get(id);
  if (!counting) {
    counting = { figures: figures.map(() => 0), visitor: -1 };
    to.set(id, counting);
  }
  const { figures: sums } = counting;
  const isNew = counting.visitor !== visitor;
  counting.visitor = visitor;
  for (let n = 0; n < sums.length; n++) sums[n] = (sums[n] ?? 0) + (n === 1 ? Number(isNew) : (figures[n] ?? 0));
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
  const countVisit = (drill: DrillName, value: number, [first]: DrillRecord[]) => {
    const tally = tallyOf(drill, value);
    const views = visit.reduce((sum, record) => sum + record.views, 0);
    first?.values.forEach((name, n) => {
      count(tally.dimensions[n] as Map<number, Counting>, name, visitor, [1, 0, views]);
    });
    const entry = visit.reduce((a, b) => (before(arrival(b), arrival(a)) ? b : a));
    const exit = visit.reduce((a, b) => (before(departure(a), departure(b)) ? b : a));
    const isBounce = visit.length === 1 && views === 1 && (first?.engaged_seconds ?? 0) < BOUNCE_ENGAGED_SECONDS;
    for (const record of visit) {
      const ends = [Number(record === entry), Number(record === exit), Number(record === entry && isBounce)];
      count(tally.pages as Map<number, Counting>, record.path_id, visitor, [1, 0, record.views, ...ends, record.engaged_seconds]);
    }
  };
  const endVisit = () => {
    const [first] = visit;
    if (!first) return;
    for (const { path_id, values, views } of visit) {
      const { dimensions } = tallyOf("page", path_id);
      for (let n = 0; n < values.length; n++) {
        count(dimensions[n] as Map<number, Counting>, values[n] as number, visitor, [1, 0, views]);
      }
    }
    countVisit("source", first.values[SOURCE] as number, visit);
    countVisit("country", first.values[COUNTRY] as number, visit);
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
      return DRILLS.flatMap((drill) =>
        [...open[drill]].map(([value, { dimensions, pages }]) => ({
          drill,
          value,
          dimensions: dimensions.map(plain),
          pages: pages && plain(pages),
        })),
      );
    },
  };
}

function plain(counted: Map<number, Counting>): Tally {
  const tally: Tally = new Map();
  for (const [id, { figures }] of counted) addFigures(tally, id, figures);
  return tally;
}
