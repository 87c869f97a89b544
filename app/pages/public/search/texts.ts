import { textsOf } from "../../../texts/texts.ts";

/*
 * The texts of the list that opens while a search is typed.
 */
export const english = {
  found: "Articles",
  allResults: "All results for “{term}”",
} as const;

export const texts = textsOf("search", english);
