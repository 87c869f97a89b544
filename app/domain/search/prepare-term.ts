import { SEARCH_MAX_LENGTH, SEARCH_MIN_LENGTH, searchTerm } from "./search-rules.ts";

/** More trigrams don't make a search more precise. */
const TRIGRAMS = 20;

/**
 * A term prepared for the database. `pattern`: for LIKE on lower-case headings; `trigrams`: patterns for the index; `indexed`: whether the
 * index can find the term; `words`: a body must contain words that begin with each of them.
 */
export type PreparedTerm = { text: string; pattern: string; indexed: boolean; trigrams: string[]; words: string[] };

/**
 * Prepares what a reader typed. The search is literal: wildcards of LIKE and operators of the text search are escaped. Only the first
 * `SEARCH_MAX_LENGTH` characters count; NUL counts as a space.
 * @returns null when the term is too short
 */
export function prepareTerm(raw: string | null | undefined): PreparedTerm | null {
  // The term is cut twice: first so that a huge one costs little, then to its maximum length without extra white space.
  const cut = (raw ?? "").slice(0, SEARCH_MAX_LENGTH * 20).replaceAll("\0", " ");
  const term = searchTerm([...searchTerm(cut)].slice(0, SEARCH_MAX_LENGTH).join("")).toWellFormed();
  if (term.length < SEARCH_MIN_LENGTH) return null;
  const pattern = `%${term.replace(/[\\%_]/g, "\\$&")}%`;
  // The index contains trigrams of words. Single letters between punctuation have no complete trigram.
  const indexed = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u.test(term);
  const words = wordsOf(term);
  const trigrams = words.flatMap((word) => trigramsOf([...word])).slice(0, TRIGRAMS);
  return { text: term, pattern, indexed, trigrams: trigrams.map((trigram) => `%${trigram}%`), words };
}

const trigramsOf = (letters: string[]) => letters.slice(2).map((_, at) => letters.slice(at, at + 3).join(""));

/** The words of a text as the index of bodies splits them: runs of letters, marks and digits. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
