type WordChanges = { added: number; removed: number };

/** Runs without spaces that contain a letter or digit. */
export const wordsOf = (text: string): string[] => text.split(/\s+/).filter((run) => /[\p{L}\p{N}]/u.test(run));

function inCommon(before: string[], after: string[]): number {
  const left = new Map<string, number>();
  for (const word of before) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of after) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    common += 1;
  }
  return common;
}

/** More words would block the process for a quarter of a second. */
const ALIGNED_WORDS = 40_000;

const BLANK = /\s/;

/** Without the words that both texts begin and end with: edits usually change little of a long text. */
function middlesOf(before: string, after: string): [before: string, after: string] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  while (start > 0 && !BLANK.test(before.charAt(start - 1))) start -= 1;
  let end = 0;
  while (end < most - start && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)) end += 1;
  while (end > 0 && !BLANK.test(before.charAt(before.length - end))) end -= 1;
  return [before.slice(start, before.length - end), after.slice(start, after.length - end)];
}

/** Words outside a longest common subsequence of two plain texts; of too many changes, words in any order, to limit the cost. */
export function wordChanges(before: string, after: string): WordChanges {
  if (before === after) return { added: 0, removed: 0 };
  const [old = [], now = []] = middlesOf(before, after).map(wordsOf);
  const aligned = old.length + now.length > ALIGNED_WORDS ? null : commonLength(old, now);
  const common = aligned ?? inCommon(old, now);
  return { added: now.length - common, removed: old.length - common };
}

/** More differences would cost seconds, and the result would mean little. */
const MAX_EDITS = 4000;

type Trimmed = { start: number; endA: number; endB: number };

function trim(a: readonly string[], b: readonly string[]): Trimmed {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA -= 1;
    endB -= 1;
  }
  return { start, endA, endB };
}

function shared(a: readonly string[], b: readonly string[], { start, endA, endB }: Trimmed) {
  const numbers = new Map<string, number>();
  for (let at = start; at < endB; at += 1) if (!numbers.has(b[at] ?? "")) numbers.set(b[at] ?? "", numbers.size);
  const known = new Set<number>();
  const placesA: number[] = [];
  for (let at = start; at < endA; at += 1) {
    const number = numbers.get(a[at] ?? "");
    if (number === undefined) continue;
    known.add(number);
    placesA.push(at);
  }
  const placesB: number[] = [];
  for (let at = start; at < endB; at += 1) if (known.has(numbers.get(b[at] ?? "") ?? -1)) placesB.push(at);
  const numbered = (side: readonly string[], places: number[]) =>
    Int32Array.from(places, (at) => numbers.get(side[at] ?? "") ?? -1);
  return { placesA, placesB, a: numbered(a, placesA), b: numbered(b, placesB) };
}

/** Myers' greedy search ("An O(ND) Difference Algorithm", 1986). @param trace for `wayBack` @returns null for more than `most` edits */
function search(a: Int32Array, b: Int32Array, most: number, trace?: Int32Array[]): number | null {
  const limit = Math.min(most, a.length + b.length);
  const reach = new Int32Array(2 * limit + 3);
  const middle = limit + 1;
  for (let edits = 0; edits <= limit; edits += 1) {
    trace?.push(reach.slice(middle - edits - 1, middle + edits + 2));
    for (let k = -edits; k <= edits; k += 2) {
      const down = reach[middle + k + 1] ?? 0;
      const right = (reach[middle + k - 1] ?? 0) + 1;
      let x = k === -edits || (k !== edits && right <= down) ? down : right;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      reach[middle + k] = x;
      if (x >= a.length && x - k >= b.length) return edits;
    }
  }
  return null;
}

function wayBack(a: Int32Array, b: Int32Array, trace: Int32Array[]): [number, number][] {
  const pairs: [number, number][] = [];
  let [x, y] = [a.length, b.length];
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const reach = trace[edits] ?? new Int32Array();
    const at = (k: number) => reach[k + edits + 1] ?? 0;
    const k = x - y;
    const isDown = k === -edits || (k !== edits && at(k - 1) + 1 <= at(k + 1));
    const beginX = edits === 0 ? 0 : isDown ? at(k + 1) : at(k - 1) + 1;
    while (x > beginX && y > beginX - k) {
      x -= 1;
      y -= 1;
      pairs.push([x, y]);
    }
    if (edits === 0) break;
    if (isDown) y -= 1;
    else x -= 1;
  }
  return pairs.reverse();
}

/** Null when it takes more than `most` insertions and deletions of common items. */
export function commonLength(a: readonly string[], b: readonly string[], most = MAX_EDITS): number | null {
  const trimmed = trim(a, b);
  const middle = shared(a, b, trimmed);
  const edits = search(middle.a, middle.b, most);
  if (edits === null) return null;
  return trimmed.start + (a.length - trimmed.endA) + (middle.a.length + middle.b.length - edits) / 2;
}

/** Pairs of indexes in order; null when it takes more than `most` insertions and deletions of common items. */
export function commonSequence(a: readonly string[], b: readonly string[], most = MAX_EDITS): [number, number][] | null {
  const trimmed = trim(a, b);
  const middle = shared(a, b, trimmed);
  const trace: Int32Array[] = [];
  if (search(middle.a, middle.b, most, trace) === null) return null;
  const { start, endA, endB } = trimmed;
  const within = wayBack(middle.a, middle.b, trace).map(([x, y]): [number, number] => [
    middle.placesA[x] ?? 0,
    middle.placesB[y] ?? 0,
  ]);
  const before = Array.from({ length: start }, (_, at): [number, number] => [at, at]);
  const after = Array.from({ length: a.length - endA }, (_, at): [number, number] => [endA + at, endB + at]);
  return [...before, ...within, ...after];
}
