import { expect, test } from "vitest";
import { cutText } from "./text-rules.ts";

const FAMILY = "👨‍👩‍👧‍👦";

test.each([
  ["short", 5, "short"],
  ["longer", 5, "long…"],
  ["abc😀d", 4, "abc…"],
  ["abc😀def", 6, "abc😀…"],
  ["ab𠮷𝗯c", 4, "ab…"],
  [`a${FAMILY}b`, 8, "a…"],
  [`a${FAMILY}bc`, 13, `a${FAMILY}…`],
  ["ae\u0301e\u0301e\u0301", 5, "ae\u0301…"],
  ["🇩🇪🇫🇷🇮🇹", 8, "🇩🇪…"],
])("%j at %i characters is %j", (text, max, cut) => {
  expect(cutText(text, max, "…")).toBe(cut);
});

test("what isn't whole becomes whole, and a character without end is cut all the same", () => {
  expect(cutText("a\ud83d", 9)).toBe("a\ufffd");
  expect(cutText(`a${"\u0301".repeat(900)}`, 500)).toHaveLength(500);
  expect(cutText(`${"😀\u200d".repeat(300)}`, 100).isWellFormed()).toBe(true);
});
