import type { Context } from "../../context.ts";
import { findPosts } from "../../search/find-posts.ts";
import { prepareTerm } from "../../search/prepare-term.ts";
import type { SearchedTerms } from "../analytics.ts";
import type { RangeChoice } from "../analytics-rules.ts";
import { panelPeriod } from "../panels/periods.ts";
import { dueTerms, noteResults, searchedRows } from "./found.sql.ts";

/** How many terms are looked up at a time, and for how long the results are valid, in ms. */
const TERMS_AT_ONCE = 50;
const GOOD_FOR_MS = 24 * 3_600_000;

/**
 * The most frequent searches with their number of results.
 * @param asked `isFutile`: only searches without results
 * @param timezone of the site, IANA name
 * @throws DomainError `invalid_input` for invalid days
 */
export async function readSearches(
  ctx: Context,
  { limit, isFutile, ...choice }: RangeChoice & { limit: number; isFutile: boolean },
  timezone: string,
): Promise<SearchedTerms> {
  const { period } = panelPeriod(ctx, choice, timezone);
  return searchedRows(ctx.db, period, { isFutile, limit });
}

/**
 * Looks up how many articles there are for what readers searched for: terms that are new, then those that were looked up more
 * than a day ago. At most 50 at a time, one after the other, so that other work isn't slowed down.
 * @returns how many were looked up
 */
export async function lookUpSearches(ctx: Context): Promise<number> {
  const at = ctx.clock.now();
  const before = new Date(at.getTime() - GOOD_FOR_MS);
  const terms = await dueTerms(ctx.db, { before, most: TERMS_AT_ONCE });
  const found: { term: string; results: number }[] = [];
  for (const term of terms) found.push({ term, results: await resultsFor(ctx, term) });
  if (found.length > 0) await noteResults(ctx.db, found, { before, at });
  return found.length;
}

async function resultsFor(ctx: Context, text: string): Promise<number> {
  const term = prepareTerm(text);
  // A term that is too short finds nothing, although the listing then shows everything.
  return term ? (await findPosts(ctx, term, {}, { limit: 1, offset: 0 })).total : 0;
}
