import { expect, test } from "vitest";
import { countText } from "./page.tsx";

test.each([
  [{ total: 0, total_is_capped: false }, undefined, undefined, "Showing 0 articles"],
  [{ total: 1, total_is_capped: false }, undefined, undefined, "Showing 1 article"],
  [{ total: 12, total_is_capped: false }, "Wellness", undefined, "Showing 12 articles in Wellness"],
  [{ total: 2, total_is_capped: false }, undefined, "habits", "Showing 2 articles tagged habits"],
  [{ total: 1, total_is_capped: false }, "Tech", "sleep", "Showing 1 article in Tech tagged sleep"],
  [{ total: 1000, total_is_capped: true }, undefined, undefined, "Showing 1000+ articles"],
])("%o in %s tagged %s reads %s", (result, category, tag, text) => {
  expect(countText(result, category, tag)).toBe(text);
});
