import { BOUNCE_ENGAGED_SECONDS, DIMENSIONS, DRILLS, type Drill, type DrillName } from "../analytics-rules.ts";

/** Null for several filters together, or none: only records answer those. */
export function singleDrill(drill: Drill): { drill: DrillName; value: string } | null {
  const given = DRILLS.flatMap((name) => (drill[name] === undefined ? [] : [{ drill: name, value: drill[name] }]));
  return given.length === 1 ? (given[0] ?? null) : null;
}

/** Visits that began on a day may go on for this long, in ms, and change it with every hit. */
export const QUIET_AFTER_MS = 3 * 3_600_000;

/** An open day's drills are rolled up again and again, at a cost per record; a busier day is read from its records until it is closed. */
export const OPEN_VIEWS_MAX = 25_000;

/** By the id of a name or page: visits, visitors and views first. All are non-negative integers. */
export type Tally = Map<number, number[]>;
/** `PAGE_FIGURES`: visits, visitors, views, entries, exits, bounces, seconds of attention. */
export const VALUE_FIGURES = 3;
export const PAGE_FIGURES = 7;
/** Visits without a value, such as those without a campaign. */
export const NAMELESS = 0;

function pushNumber(bytes: number[], value: number): void {
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
}

/** The difference from one visit of one visitor with one view: nearly always zero. */
const surplusAt = (figures: readonly number[], at: number): number => {
  const [visits = 0] = figures;
  const figure = figures[at] ?? 0;
  if (at === 0) return visits - 1;
  if (at === 1) return visits - figure;
  return at === 2 ? figure - visits : figure;
};

const figureFrom = (visits: number, at: number, surplus: number): number => {
  if (at === 0) return visits;
  if (at === 1) return visits - surplus;
  return at === 2 ? visits + surplus : surplus;
};

/**
 * In the order of ids: the distance from the id before, a mask of the figures that differ from a single visit, then those differences.
 * Integers have 7 bits per byte, the lowest first.
 */
export function packed(tally: Tally, width: number): Uint8Array {
  const bytes: number[] = [];
  let before = -1;
  for (const id of [...tally.keys()].sort((a, b) => a - b)) {
    const figures = tally.get(id) as number[];
    pushNumber(bytes, id - before - 1);
    before = id;
    let mask = 0;
    for (let at = 0; at < width; at++) if (surplusAt(figures, at) > 0) mask |= 1 << at;
    pushNumber(bytes, mask);
    for (let at = 0; at < width; at++) if (mask & (1 << at)) pushNumber(bytes, surplusAt(figures, at));
  }
  return Uint8Array.from(bytes);
}

/** @param width how many figures each number has */
export function addPacked(tally: Tally, bytes: Uint8Array, width: number): void {
  let at = 0;
  const next = () => {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = bytes[at++] ?? 0;
      if (byte < 128) return value + byte * unit;
      value += (byte - 128) * unit;
    }
  };
  for (let id = -1; at < bytes.length; ) {
    id += 1 + next();
    const mask = next();
    const sum = tally.get(id) ?? new Array<number>(width).fill(0);
    tally.set(id, sum);
    // Tens of thousands of figures, so straight into the sum. Visits come first, because other figures build on them.
    let visits = 1;
    for (let figure = 0; figure < width; figure++) {
      const surplus = mask & (1 << figure) ? next() : 0;
      if (figure === 0) visits += surplus;
      sum[figure] = (sum[figure] as number) + figureFrom(visits, figure, surplus);
    }
  }
}

/** Ids of the page and the values; times in seconds since the visit began. */
export type DrillRecord = {
  visit: string;
  visitor: string;
  path_id: number;
  /** ids of names, in the order of `DIMENSIONS` */
  values: readonly number[];
  first_seconds: number;
  last_seconds: number;
  views: number;
  engaged_seconds: number;
};

/** By the value of each dimension, and (of a source or country) by page. The lists may have further entries. */
export type DrillTally = { drill: DrillName; value: number; dimensions: Tally[]; pages: Tally | null };

type Open = { dimensions: Tally[]; pages: Tally | null };

const SOURCE = DIMENSIONS.indexOf("source");
const COUNTRY = DIMENSIONS.indexOf("country");

/** The entry after the figures is the last visitor: records come visitor by visitor. */
function countValue(to: Tally, id: number, visitor: number, views: number): void {
  const sum = to.get(id);
  if (!sum) return void to.set(id, [1, 1, views, visitor]);
  (sum as [number])[0] += 1;
  (sum as [number, number, number])[2] += views;
  if (sum[VALUE_FIGURES] === visitor) return;
  (sum as [number, number])[1] += 1;
  sum[VALUE_FIGURES] = visitor;
}

/** @param seen what a visit adds to each figure except the visitors */
function countPage(to: Tally, id: number, visitor: number, seen: readonly number[]): void {
  const sum = to.get(id);
  if (!sum) return void to.set(id, [...seen, visitor]);
  const isKnown = sum[PAGE_FIGURES] === visitor;
  for (let n = 0; n < PAGE_FIGURES; n++) if (n !== 1 || !isKnown) sum[n] = (sum[n] ?? 0) + (seen[n] ?? 0);
  sum[PAGE_FIGURES] = visitor;
}

const isBefore = (a: readonly number[], b: readonly number[]): boolean => {
  for (let n = 0; n < a.length; n++) if (a[n] !== b[n]) return (a[n] ?? 0) < (b[n] ?? 0);
  return false;
};
/** As `rollUpVisits` chooses of two pages in the same second. */
const arrival = (r: DrillRecord) => [r.first_seconds, r.last_seconds, r.path_id];
const departure = (r: DrillRecord) => [r.last_seconds, r.first_seconds, r.path_id];

/** Records must come visitor by visitor and visit by visit. @returns `end`: the tallies of every page, source and country */
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
  /** Visits, visitors, views, entries, exits, bounces, seconds of attention. */
  const pagesOf = (first: DrillRecord, views: number): number[][] => {
    let [entry, exit] = [first, first];
    for (const record of visit) {
      if (isBefore(arrival(record), arrival(entry))) entry = record;
      if (isBefore(departure(exit), departure(record))) exit = record;
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
