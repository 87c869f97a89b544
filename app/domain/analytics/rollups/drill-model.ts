import type { Drill } from "../panels/panels-model.ts";

/** What one can look into; a drill's rollups are of one of these. */
export const DRILLS = ["page", "source", "country"] as const;
export type DrillName = (typeof DRILLS)[number];

/** What is looked into where it is one thing alone; null for several together (or none), which only records tell. */
export function singleDrill(drill: Drill): { drill: DrillName; value: string } | null {
  const given = DRILLS.flatMap((name) => (drill[name] === undefined ? [] : [{ drill: name, value: drill[name] }]));
  return given.length === 1 ? (given[0] ?? null) : null;
}

/** Figures by the number of a name or page: visits, visitors and views first. All are whole and none is negative. */
export type Tally = Map<number, number[]>;
/** How many figures a value has, and a page: visits, visitors, views, entries, exits, bounces, seconds of attention. */
export const VALUE_FIGURES = 3;
export const PAGE_FIGURES = 7;
/** The number of what has no name: of visits without a campaign. */
export const NAMELESS = 0;

/** Adds to what a number has so far. */
export function addFigures(tally: Tally, id: number, figures: readonly number[]): void {
  const sum = tally.get(id);
  if (!sum) tally.set(id, [...figures]);
  else for (let n = 0; n < sum.length; n++) sum[n] = (sum[n] ?? 0) + (figures[n] ?? 0);
}

/** Most of these are zero: one visit of one visitor with one view. */
const surplusOf = ([visits = 0, visitors = 0, views = 0, ...rest]: readonly number[]) => [
  visits - 1,
  visits - visitors,
  views - visits,
  ...rest,
];
const figuresOf = ([visits = 0, visitors = 0, views = 0, ...rest]: readonly number[]) => [
  visits + 1,
  visits + 1 - visitors,
  visits + 1 + views,
  ...rest,
];

function pushNumber(bytes: number[], value: number): void {
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
}

/**
 * A tally in as few bytes as are easily read again: in the order of the numbers, each as its distance from the one before, then
 * which of its figures say more than one visit would, then these. Whole numbers of 7 bits a byte, the lowest first.
 */
export function packed(tally: Tally): Uint8Array {
  const bytes: number[] = [];
  let before = -1;
  for (const id of [...tally.keys()].sort((a, b) => a - b)) {
    pushNumber(bytes, id - before - 1);
    before = id;
    const surplus = surplusOf(tally.get(id) ?? []);
    pushNumber(
      bytes,
      surplus.reduce((mask, value, bit) => (value > 0 ? mask | (1 << bit) : mask), 0),
    );
    for (const value of surplus) if (value > 0) pushNumber(bytes, value);
  }
  return Uint8Array.from(bytes);
}

/** Adds a packed tally to another. @param width how many figures each number has */
export function addPacked(tally: Tally, bytes: Uint8Array, width: number): void {
  let at = 0;
  const next = () => {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
  };
  for (let id = -1; at < bytes.length; ) {
    id += 1 + next();
    const mask = next();
    const surplus = Array.from({ length: width }, (_, bit) => (mask & (1 << bit) ? next() : 0));
    addFigures(tally, id, figuresOf(surplus));
  }
}
