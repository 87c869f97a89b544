/** How often each word of a text occurs, whatever its case. */
function wordsOf(text: string): { counts: Map<string, number>; total: number } {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { counts, total: words.length };
}

/**
 * How much of a text is new or gone after an edit, in whole percent of the longer of the two: 0 where the words are the same,
 * in whatever order, 100 where none is left.
 * @param before plain text; @param after plain text
 */
export function rewrittenPercent(before: string, after: string): number {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const longer = Math.max(old.total, now.total);
  if (longer === 0) return 0;
  let kept = 0;
  for (const [word, count] of now.counts) kept += Math.min(count, old.counts.get(word) ?? 0);
  return Math.round((1 - kept / longer) * 100);
}
