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

/** Where more words than these are left of both texts, nothing is aligned: it would hold everybody up for a quarter of a second. */
const ALIGNED_WORDS = 40_000;

const BLANK = /\s/;

/** The middle of both, without the words that both begin and end with: of a long text as a rule little has changed. */
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

/**
 * How many words an edit added and removed: those outside a longest common sequence of both texts. Where thousands of words
 * have changed places, or tens of thousands are new, what counts is which words there are, in whatever order; so the cost stays bounded.
 * @param before plain text; @param after plain text
 */
export function wordChanges(before: string, after: string): WordChanges {
  if (before === after) return { added: 0, removed: 0 };
  const [old = [], now = []] = middlesOf(before, after).map(wordsOf);
  const aligned = old.length + now.length > ALIGNED_WORDS ? null : commonLength(old, now);
  const common = aligned ?? inCommon(old, now);
  return { added: now.length - common, removed: old.length - common };
}
