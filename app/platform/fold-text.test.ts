import { expect, test } from "vitest";
import { foldText, foldWithPlaces } from "./fold-text.ts";

test.each([
  ["Café", "cafe"],
  ["Cafe\u0301", "cafe"],
  ["GRÖSSENWAHN", "grossenwahn"],
  ["Größenwahn", "grossenwahn"],
  ["Ёлка", "елка"],
  ["ZÜRICH", "zurich"],
  ["naïve", "naive"],
  ["Don’t", "don't"],
  ["O‘Reilly", "o'reilly"],
  ["Ｒｕｓｔ", "rust"],
  ["か\u3099", "が"],
  ["ΣΟΦΟΣ", "σοφοσ"],
  ["İzmir", "izmir"],
  ["soft\u00adhyphen", "softhyphen"],
  ["\u1112\u1161\u11ab", "한"],
])("%j is compared as %j", (text, folded) => {
  expect(foldText(text)).toBe(folded);
  expect(foldWithPlaces(text).folded).toBe(folded);
});

test("each unit of a folded text knows where it comes from", () => {
  expect(foldWithPlaces("aße\u0301x")).toEqual({ folded: "assex", at: [0, 1, 1, 2, 4, 5] });
});
