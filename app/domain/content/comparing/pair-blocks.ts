import type { Leaf } from "./leaves.ts";

/** A block and what it consists of. */
export type Block = { html: string; leaves: Leaf[] };
/** What became of blocks between two that stayed: one of each side, or of one alone. */
export type Paired = [before: Block | null, after: Block | null];

/** Blocks that have less of their words in common are different ones, not one that was changed. */
const ALIKE = 0.4;
/** More blocks than this against one another aren't compared each with each. */
const MAX_COMPARISONS = 4000;

/** How much two blocks have in common: 0 nothing, 1 everything, whatever the order (Sørensen and Dice's measure). */
function likeness(a: Leaf[], b: Leaf[]): number {
  if (a.length + b.length === 0) return 0;
  const left = new Map<string, number>();
  for (const { key } of a) left.set(key, (left.get(key) ?? 0) + 1);
  let common = 0;
  for (const { key } of b) {
    const count = left.get(key) ?? 0;
    if (count === 0) continue;
    left.set(key, count - 1);
    common += 1;
  }
  return (2 * common) / (a.length + b.length);
}

/** Which blocks belong together, without crossing: the choice with the most in common (dynamic programming). */
function bestPairs(before: Block[], after: Block[]): [number, number][] {
  const width = after.length + 1;
  const scores = new Float64Array((before.length + 1) * width);
  const alike = new Float64Array(scores.length);
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const here = i * width + j;
      const like = likeness(before[i]?.leaves ?? [], after[j]?.leaves ?? []);
      alike[here] = like;
      const paired = like >= ALIKE ? like + (scores[here + width + 1] ?? 0) : 0;
      scores[here] = Math.max(paired, scores[here + width] ?? 0, scores[here + 1] ?? 0);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < before.length && j < after.length; ) {
    const here = i * width + j;
    if ((alike[here] ?? 0) >= ALIKE && scores[here] === (alike[here] ?? 0) + (scores[here + width + 1] ?? 0))
      pairs.push([i++, j++]);
    else if (scores[here] === scores[here + width]) i += 1;
    else j += 1;
  }
  return pairs;
}

/** Sets blocks that were changed beside what they became; the others stand alone, those that went before those that came. */
export function pairBlocks(before: Block[], after: Block[]): Paired[] {
  const pairs = before.length * after.length > MAX_COMPARISONS ? [] : bestPairs(before, after);
  const paired: Paired[] = [];
  let [old, now] = [0, 0];
  for (const [oldEnd, nowEnd] of [...pairs, [before.length, after.length] as const]) {
    while (old < oldEnd) paired.push([before[old++] ?? null, null]);
    while (now < nowEnd) paired.push([null, after[now++] ?? null]);
    if (old < before.length && now < after.length) paired.push([before[old++] ?? null, after[now++] ?? null]);
  }
  return paired;
}
