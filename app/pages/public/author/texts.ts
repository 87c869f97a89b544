import { textsOf } from "../../../texts/texts.ts";

/*
 * The page of an author.
 */
export const english = {
  loading: "Loading...",
  loadingAuthor: "Loading the author",
  author: "Author",
  /** what the links of the author are called for screen readers */
  links: "Links of {author}",
  onPage: "{author}, page {page}",
  noneHere: "There are no articles on this page.",
  firstPage: "Show the first page",
} as const;

export const texts = textsOf("author", english);
