import { foldText, foldWithPlaces, UNSPACED } from "../../platform/fold-text.ts";

/** Specification, section 5. */
export const SEARCH_MIN_LENGTH = 3;
export const SEARCH_MAX_LENGTH = 100;
/** So that a search takes 10 ms at 100 000 articles. */
export const SEARCH_TOTAL_CAP = 200;

export function searchTerm(raw: string | null | undefined): string {
  return (raw ?? "").trim().replace(/\s+/g, " ");
}

/** A usual length of words in scripts without spaces. */
const UNSPACED_WORD = new RegExp(`[${UNSPACED}]{2}`, "u");

export function isSearchable(raw: string | null | undefined): boolean {
  const term = searchTerm(raw);
  return term.length >= SEARCH_MIN_LENGTH || UNSPACED_WORD.test(foldText(term));
}

/**
 * Splits at matches of the whole `term`, of its words and of whole words among `forms`, as they are compared (`foldText`). The joined parts
 * equal `text`.
 */
export function highlight(text: string, term: string, forms: string[] = []): { text: string; hit: boolean }[] {
  const clean = foldText(searchTerm(term));
  if (!isSearchable(clean)) return [{ text, hit: false }];
  const literal = (s: string) => s.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const words = clean
    .split(" ")
    .map((word) => word.replace(/^[-"]+|"+$/g, ""))
    .filter(isSearchable);
  const whole = forms.length > 0 ? [`(?<![\\p{L}\\p{M}\\p{N}])(?:${forms.map(literal).join("|")})(?![\\p{L}\\p{M}\\p{N}])`] : [];
  const pattern = new RegExp([...whole, ...[clean, ...words].map(literal)].join("|"), "giu");
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

/** ß is one character, and two when it is folded. */
function endOf(at: number[], place: number): number {
  const last = at[place - 1] ?? 0;
  return at.slice(place).find((start) => start > last) ?? last;
}
