import { expect, test } from "vitest";
import { pagesShown } from "./page.tsx";

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
