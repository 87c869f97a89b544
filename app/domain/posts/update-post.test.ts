import { expect, test } from "vitest";
import { rewrittenPercent } from "./update-post.ts";

const TEN = "one two three four five six seven eight nine ten";

test.each([
  ["", "", 0],
  [TEN, TEN, 0],
  [TEN, TEN.toUpperCase(), 0],
  [TEN, "ten nine eight seven six five four three two one.", 0],
  ["", "a lark", 100],
  ["a lark", "", 100],
  [TEN, "a lark", 100],
  // one of ten words is another; two are; two more follow, so that ten of twelve are as they were
  [TEN, TEN.replace("three", "lark"), 10],
  [TEN, TEN.replace("three", "lark").replace("four", "wren"), 20],
  [TEN, `${TEN} eleven twelve`, 17],
  [TEN, "one two three four five", 50],
  // a word that is there once more is new
  ["lark lark", "lark lark lark", 33],
])("%j to %j is %i percent new or gone", (before, after, percent) => {
  expect(rewrittenPercent(before, after)).toBe(percent);
});
