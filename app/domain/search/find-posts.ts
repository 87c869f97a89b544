import { foldWithPlaces } from "../../platform/fold-text.ts";
import type { Context } from "../context.ts";
import { cutText } from "../text-rules.ts";
import type { PreparedTerm } from "./prepare-term.ts";
import { findMatches, type Matches, type SearchFilters } from "./search.sql.ts";
import { SEARCH_TOTAL_CAP } from "./search-rules.ts";

const BEFORE = 60;
const LENGTH = 180;

/**
 * A plain-text excerpt around the first word of `text` that begins with one of `words`, or the first of `runs` anywhere, about 180
 * characters long, cut between words and marked with `…` where it is cut. Undefined when none is found.
 * @param words folded. @param runs folded; in scripts without spaces
 */
export function snippetOf(text: string, words: string[], runs: string[] = []): string | undefined {
  const { folded, at } = foldWithPlaces(text);
  const begun = words.length > 0 ? [`(?<![\\p{L}\\p{M}\\p{N}])(?:${words.join("|")})`] : [];
  const found = begun.length + runs.length > 0 ? new RegExp([...begun, ...runs].join("|"), "iu").exec(folded) : null;
  if (!found) return undefined;
  const index = at[found.index] ?? 0;
  const start = index <= BEFORE ? 0 : wordStart(text, index - BEFORE, index);
  const end = start + LENGTH >= text.length ? text.length : wordEnd(text, start + LENGTH, at[found.index + found[0].length] ?? 0);
  const body = cutText(text.slice(start), end - start)
    .replace(/\s+/g, " ")
    .trim();
  return `${start > 0 ? "…" : ""}${body}${end < text.length ? "…" : ""}`;
}

/** The start of the first word at or after `from`, at most `limit`. */
function wordStart(text: string, from: number, limit: number): number {
  const space = text.slice(from, limit).search(/\s/);
  return space < 0 ? limit : from + space + 1;
}

/** The end of the last word at or before `from` and after `limit`; `from` if there is none. */
function wordEnd(text: string, from: number, limit: number): number {
  for (let at = from; at > limit; at--) if (/\s/.test(text.charAt(at))) return at;
  return Math.max(from, limit);
}

/**
 * Finds published articles: those with the term in title or description, newest first, then those whose body contains words that begin
 * with each word of the term, newest first. One SQL statement.
 * @param slice the range of matches to return; `offset` counts from 0
 * @returns the ids in the range, and the total; `SEARCH_TOTAL_CAP + 1` means more than the cap
 */
export function findPosts(
  ctx: Context,
  term: PreparedTerm,
  filters: SearchFilters,
  slice: { limit: number; offset: number },
): Promise<Matches> {
  // Nothing is listed beyond the cap, and the database refuses huge offsets.
  return findMatches(ctx.db, term, filters, { ...slice, offset: Math.min(slice.offset, SEARCH_TOTAL_CAP) });
}
