import { plainText } from "../../../../domain/content/tree-model.ts";
import { WORDS_PER_MINUTE } from "../../../../domain/posts/model.ts";
import { parseHtml } from "./tree.ts";

/** `minutes` is the reading time: words / 200, rounded up (specification, section 9). */
export type Statistics = { words: number; characters: number; minutes: number };

/** The pairs that a character beyond the first 65,536 is written as. */
const PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g;

/** Counts what a reader would read; a word has at least one letter or digit. */
export function statisticsOf(html: string): Statistics {
  const text = plainText(parseHtml(html));
  let words = 0;
  for (const run of text.split(" ")) if (/[\p{L}\p{N}]/u.test(run)) words += 1;
  const characters = text.length - (text.match(PAIRS)?.length ?? 0);
  return { words, characters, minutes: Math.ceil(words / WORDS_PER_MINUTE) };
}
