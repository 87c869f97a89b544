import { SEARCH_MAX_LENGTH, SEARCH_MIN_LENGTH, searchTerm } from "./search-rules.ts";

/** More of them say nothing new about a term. */
const TRIGRAMS = 20;

/**
 * A term ready for the database: its `text`, the `pattern` for LIKE against lower-case headings, patterns of the `trigrams` that the index
 * finds it by, whether it finds it at all, and the `words` that must all be the beginning of words in a body.
 */
export type PreparedTerm = { text: string; pattern: string; indexed: boolean; trigrams: string[]; words: string[] };

/**
 * Prepares what a reader typed. Everything is searched for literally: LIKE's wildcards and the text search's operators
 * are taken as they stand. Only the first `SEARCH_MAX_LENGTH` characters count; NUL, which no text holds, counts as a space.
 * @returns null when the term is too short to be searched for.
 */
export function prepareTerm(raw: string | null | undefined): PreparedTerm | null {
  // Cut twice: once so that a huge term costs nothing, once for its length without the white space.
  const cut = (raw ?? "").slice(0, SEARCH_MAX_LENGTH * 20).replaceAll("\0", " ");
  const term = searchTerm([...searchTerm(cut)].slice(0, SEARCH_MAX_LENGTH).join("")).toWellFormed();
  if (term.length < SEARCH_MIN_LENGTH) return null;
  const pattern = `%${term.replace(/[\\%_]/g, "\\$&")}%`;
  // Trigrams are made of words; punctuation with single letters in between leaves none that is complete.
  const indexed = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u.test(term);
  const words = wordsOf(term);
  const trigrams = words.flatMap((word) => trigramsOf([...word])).slice(0, TRIGRAMS);
  return { text: term, pattern, indexed, trigrams: trigrams.map((trigram) => `%${trigram}%`), words };
}

const trigramsOf = (letters: string[]) => letters.slice(2).map((_, at) => letters.slice(at, at + 3).join(""));

/** The words of a text as the index of bodies knows them: runs of letters, marks and digits. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
