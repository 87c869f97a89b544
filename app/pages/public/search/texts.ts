import { textsOf } from "../../../texts/texts.ts";

/*
 * The texts about what a search found, also while it is typed.
 */
export const english = {
  found: "Articles",
  allResults: "All results for “{term}”",
  // What was searched for instead of a mistyped word
  resultsFor: "Showing results for {term}.",
  searchTyped: "Search for “{term}” only",
  // The order of results
  order: "Order",
  bestMatch: "Best match",
  newest: "Newest",
} as const;

export const texts = textsOf("search", english);
