import type { Context } from "../context.ts";
import { correctTerm } from "./correct-term.ts";
import { FEW, findPosts, type Matches, type SearchFilters, type SearchOrder } from "./find-posts.ts";
import { type PreparedTerm, prepareTerm } from "./prepare-term.ts";

/** `exact`: mistyped words aren't corrected. */
export type SearchChoice = { order?: SearchOrder | undefined; exact?: boolean | undefined };

/** Folded, and in scripts without spaces a run of letters. */
export type SearchedWord = { word: string; stems: string[] };

type Found = {
  total: number;
  finds: Matches["page"];
  /** other words of the site with the same stems, to be marked */
  forms: string[];
  /** the term with the words that were searched for instead of mistyped ones */
  corrected: string | undefined;
  words: SearchedWord[];
};

const NOTHING: Found = { total: 0, finds: [], forms: [], corrected: undefined, words: [] };

/**
 * Articles with the whole term in title or description, newest first; then those with all its words, by rank; and if that finds few, those
 * with the site's own words that are most like the mistyped ones. One SQL statement, and two more for a mistyped term.
 */
export async function searchArticles(
  ctx: Context,
  search: string,
  filters: SearchFilters,
  { limit, offset }: { limit: number; offset: number },
  { order, exact }: SearchChoice = {},
): Promise<Found> {
  const term = prepareTerm(search);
  if (!term) return NOTHING;
  const typed = await findPosts(ctx, term, filters, { limit, offset, order });
  const asTyped = {
    total: typed.total,
    finds: typed.page,
    forms: typed.forms,
    corrected: undefined,
    words: wordsOf(term, typed),
  };
  if (exact || typed.total >= FEW || typed.unknown.length === 0) return asTyped;
  const corrected = await correctTerm(ctx, search, typed.unknown);
  const meant = prepareTerm(corrected);
  if (corrected === undefined || !meant) return asTyped;
  // What was found as typed comes first, on the first page.
  const first = offset === 0 ? typed.page : (await findPosts(ctx, term, filters, { limit: FEW, offset: 0, order })).page;
  const found = await findPosts(ctx, meant, filters, {
    limit: limit - typed.page.length,
    offset: Math.max(0, offset - typed.total),
    order,
    except: first.map(({ id }) => id),
  });
  if (found.total === 0) return asTyped;
  return {
    total: typed.total + found.total,
    finds: [...typed.page, ...found.page],
    forms: found.forms,
    corrected,
    words: wordsOf(meant, found),
  };
}

/** Stop words have no part in a search. */
function wordsOf({ runs }: PreparedTerm, { stems, words }: Matches): SearchedWord[] {
  return [...words.map((word, n) => ({ word, stems: stems[n] ?? [] })), ...runs.map((word) => ({ word, stems: [] }))];
}
