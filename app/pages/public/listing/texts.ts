import { textsOf } from "../../../texts/texts.ts";

/*
 * The texts of the listing.
 */
export const english = {
  // The heading

  allArticles: "All Articles",
  results: "Results for “{term}”",
  tag: "Tag",
  tagNamed: "Tag: {tag}",

  // The title of the page: its parts, with commas between them

  searchFor: "Search for “{term}”",
  tagged: "tagged {tag}",
  onPage: "page {page}",
  comma: ", ",

  // Search and category

  searchArticles: "Search articles",
  searchPlaceholder: "Search articles...",
  tooShort: "Search needs at least {least} characters.",
  category: "Category",
  allCategories: "All Categories",
  search: "Search",
  clearSearch: "Clear search",
  clearAll: "Clear all",

  // Links to the categories and languages that have articles

  categories: "Categories",
  languages: "Languages",
  articles: { one: "{count} article", other: "{count} articles" },

  // The number of articles: all, in a category, with a tag, or both. It may be "1000+" (specification, section 2).

  showing: { one: "Showing {count} article", other: "Showing {count} articles" },
  showingIn: { one: "Showing {count} article in {category}", other: "Showing {count} articles in {category}" },
  showingTagged: { one: "Showing {count} article tagged {tag}", other: "Showing {count} articles tagged {tag}" },
  showingInTagged: {
    one: "Showing {count} article in {category} tagged {tag}",
    other: "Showing {count} articles in {category} tagged {tag}",
  },

  // Nothing to show

  noneFound: "No articles found",
  noneFoundHint: "Try adjusting your search or filter criteria",
  notLoaded: "Error Loading Posts",
  notLoadedHint: "Failed to load posts. Please try again later.",
  tryAgain: "Try Again",

  // Grid or list

  view: "View",
  grid: "Grid view",
  list: "List view",

  // The site's own pages that a search found

  foundPages: "Pages",

  // Links to the other pages of the list

  pages: "Pages",
  previous: "Previous",
  next: "Next",
  pageNumber: "Page {page}",
} as const;

export const texts = textsOf("listing", english);
