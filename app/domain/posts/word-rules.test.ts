import { expect, it } from "vitest";
import { countWords, readTime } from "./word-rules.ts";

it.each([
  ["Two words – and 3 more…", 5, 1],
  ["word ".repeat(200).trim(), 200, 1],
  ["word ".repeat(201).trim(), 201, 2],
  ["단어 둘", 2, 1],
  ["我今天非常开心。".repeat(550), 3850, 9],
  ["今日は機械学習、データ。".repeat(400), 4000, 9],
  ["React入門 2", 4, 1],
  ["สวัสดีชาวโลก", 3, 1],
  ["", 0, 1],
])("%s", (text, words, minutes) => {
  const counted = countWords(text);
  expect([counted.words, readTime(counted)]).toEqual([words, minutes]);
});

it("takes a run of any length apart", () => {
  const { words, minutes } = countWords("ฉันรักภาษาไทย".repeat(3000));
  expect(words / 12_000).toBeCloseTo(1, 0);
  expect(Math.round(minutes / 10)).toBe(6);
});
