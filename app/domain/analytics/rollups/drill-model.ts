import { DRILLS, type Drill, type DrillName } from "../analytics-rules.ts";

/** What is looked into where it is one thing alone; null for several together (or none), which only records tell. */
export function singleDrill(drill: Drill): { drill: DrillName; value: string } | null {
  const given = DRILLS.flatMap((name) => (drill[name] === undefined ? [] : [{ drill: name, value: drill[name] }]));
  return given.length === 1 ? (given[0] ?? null) : null;
}

/** Visits that were begun on a day may go on for a while, and change it with every word that is heard of them. */
export const QUIET_AFTER_MS = 3 * 3_600_000;

/**
 * Views of an open day up to which its drills go along with its sums, which takes memory and time for each of its records, again
 * and again while readers come. Of a busier day they are told from its records until it is closed.
 */
export const OPEN_VIEWS_MAX = 25_000;

/** Figures by the number of a name or page: visits, visitors and views first. All are whole and none is negative. */
export type Tally = Map<number, number[]>;
/** How many figures a value has, and a page: visits, visitors, views, entries, exits, bounces, seconds of attention. */
export const VALUE_FIGURES = 3;
export const PAGE_FIGURES = 7;
/** The number of what has no name: of visits without a campaign. */
export const NAMELESS = 0;

function pushNumber(bytes: number[], value: number): void {
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
}

/** What a figure says beyond one visit of one visitor with one view: nearly always nothing. */
const surplusAt = (figures: readonly number[], at: number): number => {
  const [visits = 0] = figures;
  const figure = figures[at] ?? 0;
  if (at === 0) return visits - 1;
  if (at === 1) return visits - figure;
  return at === 2 ? figure - visits : figure;
};

/** The figure that says so much beyond one visit: of `surplusAt` the way back. */
const figureFrom = (visits: number, at: number, surplus: number): number => {
  if (at === 0) return visits;
  if (at === 1) return visits - surplus;
  return at === 2 ? visits + surplus : surplus;
};

/**
 * A tally in as few bytes as are easily read again: in the order of the numbers, each as its distance from the one before, then
 * which of its figures say more than one visit would, then these. Whole numbers of 7 bits a byte, the lowest first.
 * @param width how many figures of each number are meant, from the first one on
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

/** Adds a packed tally to another. @param width how many figures each number has */
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
    // Straight into the sum, for these are tens of thousands of figures. The visits stand first, and others build on them.
    let visits = 1;
    for (let figure = 0; figure < width; figure++) {
      const surplus = mask & (1 << figure) ? next() : 0;
      if (figure === 0) visits += surplus;
      sum[figure] = (sum[figure] as number) + figureFrom(visits, figure, surplus);
    }
  }
}
