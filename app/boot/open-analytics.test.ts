import { expect, test } from "vitest";
import { pauseAfter } from "./open-analytics.ts";

test.each([
  [0, 5000],
  [499, 5000],
  [1200, 12_000],
  [4000, 40_000],
  [30_000, 60_000],
])("after a roll-up of %i ms the next one begins %i ms later", (took, pause) => {
  expect(pauseAfter(took)).toBe(pause);
});
