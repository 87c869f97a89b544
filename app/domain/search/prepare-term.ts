import { foldText, UNSPACED } from "../../platform/fold-text.ts";
import { isSearchable, SEARCH_MAX_LENGTH, searchTerm } from "./search-rules.ts";

/** More trigrams don't make a search more precise. */
const TRIGRAMS = 20;

/**
 * Folded. `pattern`: for LIKE on headings; `trigrams`: patterns for the index; `indexed`: whether the index can find the term; `words`:
 * all its words, operators or not; `wanted`: those that an article must have, and how they were typed; `excluded`: those that it must not
 * have together; `phrases`: patterns of words in quotes; `runs`: what it must contain anywhere, in scripts without spaces; `pairs`, `groups`: the
 * letters in a row that headings and texts with these runs have.
 */
export type PreparedTerm = {
  text: string;
  pattern: string;
  indexed: boolean;
  trigrams: string[];
  words: string[];
  wanted: { words: string[]; typed: string[] };
  excluded: string[][];
  phrases: string[];
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
  const { asked, excluded, phrases } = readOperators(typed);
  const wanted = pairsOf(wordsOf(foldText(asked).replace(RUN, " ")), wordsOf(asked.toLowerCase().replace(RUN, " ")));
  const runs =
    foldText(asked)
      .match(RUN)
      ?.filter((run) => [...run].length > 1) ?? [];
  const pairs = (term.match(RUN) ?? []).flatMap((run) => inRow([...run], 2));
  const groups = runs.flatMap((run) => inRow([...run], Math.min(3, [...run].length)));
  const trigrams = words.flatMap((word) => inRow([...word], 3)).slice(0, TRIGRAMS);
  return {
    text: term,
    pattern,
    indexed: indexed || pairs.length > 0,
    trigrams: trigrams.map((trigram) => `%${trigram}%`),
    words,
    wanted,
    excluded,
    phrases,
    runs,
    pairs,
    groups,
  };
}

/** Each one is looked up by itself. */
const MOST_EXCLUDED = 10;

/** A minus before a word excludes it, and quotes keep words together. Signs without a partner or a word mean nothing. */
function readOperators(typed: string): Pick<PreparedTerm, "excluded" | "phrases"> & { asked: string } {
  const excluded: string[][] = [];
  const phrases: string[] = [];
  const straight = typed.replace(/[“”„«»]/g, '"');
  const included = straight.replace(/(?<=^|\s)-(?:"([^"]*)"|([\p{L}\p{N}][^\s"]*))/gu, (_, quoted?: string, word?: string) => {
    const words = wordsOf(foldText(quoted ?? word ?? "").replace(RUN, " "));
    if (words.length > 0) excluded.push(words);
    return " ";
  });
  for (const [, quoted = ""] of included.matchAll(/"([^"]+)"/g)) {
    const words = wordsOf(foldText(quoted));
    if (words.length > 1) phrases.push(`\\m${words.join("\\W+")}\\M`);
  }
  return { asked: included, excluded: excluded.slice(0, MOST_EXCLUDED), phrases };
}

/** Dictionaries know accents. Where folding makes other words of a term, they are looked up as they are folded. */
const pairsOf = (words: string[], typed: string[]) => ({ words, typed: typed.length === words.length ? typed : words });

/** In scripts without spaces; a letter alone is no word. */
const RUN = new RegExp(`[${UNSPACED}]+`, "gu");

const inRow = (letters: string[], size: number) => letters.slice(size - 1).map((_, at) => letters.slice(at, at + size).join(""));

/** As the index of texts splits them: runs of letters, marks and digits. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
