/** A search runs on terms longer than two characters (specification, section 5). */
export const SEARCH_MIN_LENGTH = 3;
export const SEARCH_MAX_LENGTH = 100;
/** The most results that are counted and listed. Chosen so that a search takes 10 ms at 100 000 articles. */
export const SEARCH_TOTAL_CAP = 200;

/** Trims a term and collapses its white space. */
export function searchTerm(raw: string | null | undefined): string {
  return (raw ?? "").trim().replace(/\s+/g, " ");
}

/** Whether a term is long enough for a search. */
export function isSearchable(raw: string | null | undefined): boolean {
  return searchTerm(raw).length >= SEARCH_MIN_LENGTH;
}

/**
 * Splits `text` at the matches of the whole `term` and of its words, ignoring case, so that they can be highlighted. The joined parts equal
 * `text`.
 */
export function highlight(text: string, term: string): { text: string; hit: boolean }[] {
  const clean = searchTerm(term);
  if (clean.length < SEARCH_MIN_LENGTH) return [{ text, hit: false }];
  const literal = (s: string) => s.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const words = clean.split(" ").filter((word) => word.length >= SEARCH_MIN_LENGTH);
  const pattern = new RegExp(`(${[clean, ...words].map(literal).join("|")})`, "giu");
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, hit: index % 2 === 1 }))
    .filter((part) => part.text !== "");
}
