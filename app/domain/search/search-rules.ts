import { foldText, foldWithPlaces, UNSPACED } from "../../platform/fold-text.ts";

/** A search runs on terms longer than two characters (specification, section 5). */
export const SEARCH_MIN_LENGTH = 3;
export const SEARCH_MAX_LENGTH = 100;
/** The most results that are counted and listed. Chosen so that a search takes 10 ms at 100 000 articles. */
export const SEARCH_TOTAL_CAP = 200;

/** Trims a term and collapses its white space. */
export function searchTerm(raw: string | null | undefined): string {
  return (raw ?? "").trim().replace(/\s+/g, " ");
}

/** Two characters of a script without spaces, where they are a usual length of a word. */
const UNSPACED_WORD = new RegExp(`[${UNSPACED}]{2}`, "u");

export function isSearchable(raw: string | null | undefined): boolean {
  const term = searchTerm(raw);
  return term.length >= SEARCH_MIN_LENGTH || UNSPACED_WORD.test(foldText(term));
}

/**
 * Splits `text` at the matches of the whole `term` and of its words, as they are compared (`foldText`), so that they can be highlighted.
 * The joined parts equal `text`.
 */
export function highlight(text: string, term: string): { text: string; hit: boolean }[] {
  const clean = foldText(searchTerm(term));
  if (!isSearchable(clean)) return [{ text, hit: false }];
  const literal = (s: string) => s.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const words = clean.split(" ").filter(isSearchable);
  const pattern = new RegExp([clean, ...words].map(literal).join("|"), "giu");
  const { folded, at } = foldWithPlaces(text);
  const parts: { text: string; hit: boolean }[] = [];
  let done = 0;
  const add = (end: number, hit: boolean) => {
    if (end > done) parts.push({ text: text.slice(done, end), hit });
    done = Math.max(done, end);
  };
  for (const { 0: found, index } of folded.matchAll(pattern)) {
    add(at[index] ?? 0, false);
    add(endOf(at, index + found.length), true);
  }
  add(text.length, false);
  return parts;
}

/** Where the character ends that has the last unit before `place`: ß is one, and two when it is folded. */
function endOf(at: number[], place: number): number {
  const last = at[place - 1] ?? 0;
  return at.slice(place).find((start) => start > last) ?? last;
}
