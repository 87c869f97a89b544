import type { Context } from "../context.ts";
import { SEARCH_TOTAL_CAP } from "./model.ts";
import { findMatches, type Matches, type SearchFilters } from "./search.sql.ts";
import type { PreparedTerm } from "./term.ts";

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
