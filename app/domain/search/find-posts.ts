import type { Context } from "../context.ts";
import type { PreparedTerm } from "./prepare-term.ts";
import { findMatches, type Matches, type SearchFilters } from "./search.sql.ts";
import { SEARCH_TOTAL_CAP } from "./search-rules.ts";

const BEFORE = 60;
const LENGTH = 180;

/**
 * A plain-text excerpt around the first word of `text` that begins with one of `words`, about 180 characters long, cut
 * between words and marked with `…` where it is cut. Undefined when none is found.
 */
export function snippetOf(text: string, words: string[]): string | undefined {
  if (words.length === 0) return undefined;
  const found = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${words.join("|")})`, "iu").exec(text);
  if (!found) return undefined;
  const start = found.index <= BEFORE ? 0 : wordStart(text, found.index - BEFORE, found.index);
  const end = start + LENGTH >= text.length ? text.length : wordEnd(text, start + LENGTH, found.index + found[0].length);
  const body = text.slice(start, end).toWellFormed().replace(/\s+/g, " ").trim();
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
