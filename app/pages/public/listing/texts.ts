/*
 * The visible texts of the listing that the specification doesn't give.
 */

import type { PostPage } from "../../../domain/posts/post-shapes.ts";

// The heading

export const results = (term: string) => `Results for “${term}”`;
export const tag = "Tag";
export const tagNamed = (name: string) => `Tag: ${name}`;

// The title of the page: its parts, with commas between them

export const searchFor = (term: string) => `Search for “${term}”`;
export const tagged = (name: string) => `tagged ${name}`;
export const onPage = (page: number) => `page ${page}`;

// Search and category

export const searchArticles = "Search articles";
export const searchPlaceholder = "Search articles...";
export const tooShort = (least: number) => `Search needs at least ${least} characters.`;
export const category = "Category";
export const search = "Search";
export const clearSearch = "Clear search";
export const clearAll = "Clear all";

// Links to the categories

export const categories = "Categories";
export const articles = (count: number) => `${count} article${count === 1 ? "" : "s"}`;

// The number of articles

/** "Showing 12 articles in Wellness", or "1000+" if it is capped (specification, section 2). */
export function showing(
  { total, total_is_capped: isCapped }: Pick<PostPage, "total" | "total_is_capped">,
  category?: string,
  tag?: string,
) {
  return `Showing ${isCapped ? `${total}+ articles` : articles(total)}${category ? ` in ${category}` : ""}${tag ? ` ${tagged(tag)}` : ""}`;
}

// Grid or list

export const view = "View";
export const grid = "Grid view";
export const list = "List view";

// The site's own pages that a search found

export const foundPages = "Pages";

// Links to the other pages of the list

export const pages = "Pages";
export const previous = "Previous";
export const next = "Next";
export const pageNumber = (page: number) => `Page ${page}`;
