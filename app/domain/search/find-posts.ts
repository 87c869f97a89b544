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

/** The first beginning of a word at or after `from`, at most `limit`. */
function wordStart(text: string, from: number, limit: number): number {
  const space = text.slice(from, limit).search(/\s/);
  return space < 0 ? limit : from + space + 1;
}

/** The last end of a word at or before `from`, after `limit`; `from` itself where there is none. */
function wordEnd(text: string, from: number, limit: number): number {
  for (let at = from; at > limit; at--) if (/\s/.test(text.charAt(at))) return at;
  return Math.max(from, limit);
}

/**
 * Finds published articles: those with the term in title or description, newest first, then those whose body has words that
 * begin with each of the term's, newest first. One SQL statement.
 * @param slice which of the finds are wanted, counted from 0.
 * @returns the ids wanted, and how many there are in all, where `SEARCH_TOTAL_CAP + 1` stands for more than the cap.
 */
export function findPosts(
  ctx: Context,
  term: PreparedTerm,
  filters: SearchFilters,
  slice: { limit: number; offset: number },
): Promise<Matches> {
  // Beyond the cap nothing is listed, and a huge offset is no number for the database.
  return findMatches(ctx.db, term, filters, { ...slice, offset: Math.min(slice.offset, SEARCH_TOTAL_CAP) });
}
