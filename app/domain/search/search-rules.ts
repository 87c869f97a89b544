/** A search runs on terms longer than two characters (specification, section 5). */
export const SEARCH_MIN_LENGTH = 3;
export const SEARCH_MAX_LENGTH = 100;
/** Results beyond this many are neither counted nor paged to: what 10 ms allow at 100 000 articles. */
export const SEARCH_TOTAL_CAP = 200;

/** The term as it is searched for: trimmed, white space collapsed. */
export function searchTerm(raw: string | null | undefined): string {
  return (raw ?? "").trim().replace(/\s+/g, " ");
}

/** Whether `raw` is long enough to search for. */
export function isSearchable(raw: string | null | undefined): boolean {
  return searchTerm(raw).length >= SEARCH_MIN_LENGTH;
}

/**
 * `text` cut where `term` (as a whole, case-insensitive) stands in it, or else where its single words stand, for
 * marking the finds. Joining all parts gives `text` again.
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
