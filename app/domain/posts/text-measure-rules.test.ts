import { expect, it } from "vitest";
import { charactersOf, isEnglish, readingLevel, syllablesOf, titlePixels } from "./text-measure-rules.ts";

it.each([
  ["the", 1],
  ["make", 1],
  ["table", 2],
  ["wanted", 2],
  ["looked", 1],
  ["morning", 2],
  ["sentences", 3],
  ["beautiful", 3],
  ["university", 5],
])("%s has %i syllables", (word, syllables) => expect(syllablesOf(word)).toBe(syllables));

it("follows the formulas", () => {
  // 10 words of one syllable each in every sentence: 206.835 − 10.15 − 84.6, and 3.9 + 11.8 − 15.59.
  const level = readingLevel(Array.from({ length: 12 }, () => "The sun and the sea are as old as time."));
  expect(level).toEqual({ words: 120, sentences: 12, syllables: 120, ease: 112, grade: 0 });
});

it("counts a block without a full stop as a sentence", () => {
  const level = readingLevel(Array.from({ length: 30 }, () => "the cat and the dog"));
  expect(level).toMatchObject({ sentences: 30, words: 150 });
});

it("gives no level for a short text or another language", () => {
  expect(readingLevel(["The sun is up."])).toBe("short");
  expect(readingLevel(["Der Wald steht schwarz und schweiget. ".repeat(30)])).toBe("foreign");
  expect(isEnglish([])).toBe(false);
});

it("measures a title in Arial at 20 px", () => {
  expect(titlePixels("")).toBe(0);
  expect(titlePixels("iiiiiiiiii")).toBe(44);
  expect(titlePixels("WWWWWWWWWW")).toBe(189);
  expect(titlePixels("é")).toBe(titlePixels("e"));
  expect(titlePixels("夜明け")).toBe(60);
  expect(charactersOf("  a  b ")).toBe(3);
});
