import { commonLength } from "./common-sequence.ts";

/** How many words came and how many went. */
export type WordChanges = { added: number; removed: number };

/** The words of a plain text as the statistics count them: runs between blanks with at least one letter or digit. */
export const wordsOf = (text: string): string[] => text.split(/\s+/).filter((run) => /[\p{L}\p{N}]/u.test(run));

/** How many words both have, wherever they stand. */
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

/**
 * How many words an edit added and removed: those outside a longest common sequence of both texts. Where thousands of words
 * have changed places, what counts is which words there are, in whatever order; so the cost stays bounded.
 * @param before plain text; @param after plain text
 */
export function wordChanges(before: string, after: string): WordChanges {
  if (before === after) return { added: 0, removed: 0 };
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const common = commonLength(old, now) ?? inCommon(old, now);
  return { added: now.length - common, removed: old.length - common };
}
