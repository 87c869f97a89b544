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

/** The figures again, in the place of what they say beyond that. */
function restore(surplus: number[]): number[] {
  const visits = (surplus[0] ?? 0) + 1;
  surplus[0] = visits;
  surplus[1] = visits - (surplus[1] ?? 0);
  surplus[2] = visits + (surplus[2] ?? 0);
  return surplus;
}

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
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
  };
  for (let id = -1; at < bytes.length; ) {
    id += 1 + next();
    const mask = next();
    const surplus: number[] = [];
    for (let bit = 0; bit < width; bit++) surplus.push(mask & (1 << bit) ? next() : 0);
    const figures = restore(surplus);
    const sum = tally.get(id);
    if (!sum) tally.set(id, figures);
    else for (let n = 0; n < width; n++) sum[n] = (sum[n] ?? 0) + (figures[n] ?? 0);
  }
}
