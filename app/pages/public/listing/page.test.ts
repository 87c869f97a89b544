import { expect, test } from "vitest";
import { showing } from "./page.tsx";
import { pagesShown } from "./pagination.tsx";

test.each([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [2, 3, [1, 2, 3]],
  [1, 9, [1, 2, null, 9]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [9, 9, [1, null, 8, 9]],
  // a gap of one page is that page
  [4, 9, [1, 2, 3, 4, 5, null, 9]],
  [6, 9, [1, null, 5, 6, 7, 8, 9]],
  // beyond the end: still ways back
  [40, 3, [1, 2, 3]],
])("page %i of %i", (page, pages, shown) => {
  expect(pagesShown(page, pages)).toEqual(shown);
});

test.each([
  [{ total: 0, total_is_capped: false }, undefined, undefined, "Showing 0 articles"],
  [{ total: 1, total_is_capped: false }, undefined, undefined, "Showing 1 article"],
  [{ total: 12, total_is_capped: false }, "Wellness", undefined, "Showing 12 articles in Wellness"],
  [{ total: 2, total_is_capped: false }, undefined, "habits", "Showing 2 articles tagged habits"],
  [{ total: 1, total_is_capped: false }, "Tech", "sleep", "Showing 1 article in Tech tagged sleep"],
  [{ total: 1000, total_is_capped: true }, undefined, undefined, "Showing 1000+ articles"],
])("%o in %s tagged %s reads %s", (result, category, tag, text) => {
  expect(showing(result, category, tag)).toBe(text);
});
