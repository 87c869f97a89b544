import { foldText, UNSPACED } from "../../platform/fold-text.ts";
import { isSearchable, SEARCH_MAX_LENGTH, searchTerm } from "./search-rules.ts";

/** More trigrams don't make a search more precise. */
const TRIGRAMS = 20;

/**
 * Folded. `pattern`: for LIKE on headings; `trigrams`: patterns for the index; `indexed`: whether the index can find the term; `words`: a
 * body must contain words that begin with each of them; `runs`: what it must contain anywhere, in scripts without spaces; `pairs`,
 * `groups`: the letters in a row that headings and bodies with these runs have.
 */
export type PreparedTerm = {
  text: string;
  pattern: string;
  indexed: boolean;
  trigrams: string[];
  words: string[];
  runs: string[];
  pairs: string[];
  groups: string[];
};

/** Literal: wildcards and operators are escaped. NUL counts as a space. Null when the term is too short. */
export function prepareTerm(raw: string | null | undefined): PreparedTerm | null {
  // Cut first so that a huge term costs little, then to its maximum length without extra white space.
  const cut = (raw ?? "").slice(0, SEARCH_MAX_LENGTH * 20).replaceAll("\0", " ");
  const typed = searchTerm([...searchTerm(cut)].slice(0, SEARCH_MAX_LENGTH).join("")).toWellFormed();
  if (!isSearchable(typed)) return null;
  const term = foldText(typed);
  const pattern = `%${term.replace(/[\\%_]/g, "\\$&")}%`;
  // The index contains trigrams of words. Single letters between punctuation have no complete trigram.
  const indexed = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u.test(term.replace(RUN, "  "));
  const words = wordsOf(term.replace(RUN, " "));
  const runs = term.match(RUN)?.filter((run) => [...run].length > 1) ?? [];
  const pairs = runs.flatMap((run) => inRow([...run], 2));
  const groups = runs.flatMap((run) => inRow([...run], Math.min(3, [...run].length)));
  const trigrams = words.flatMap((word) => inRow([...word], 3)).slice(0, TRIGRAMS);
  const patterns = trigrams.map((trigram) => `%${trigram}%`);
  return { text: term, pattern, indexed: indexed || pairs.length > 0, trigrams: patterns, words, runs, pairs, groups };
}

/** In scripts without spaces; a letter alone is no word. */
const RUN = new RegExp(`[${UNSPACED}]+`, "gu");

const inRow = (letters: string[], size: number) => letters.slice(size - 1).map((_, at) => letters.slice(at, at + size).join(""));

/** As the index of bodies splits them: runs of letters, marks and digits. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
