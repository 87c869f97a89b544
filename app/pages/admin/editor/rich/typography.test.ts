import { expect, test } from "vitest";
import { marksAfter, typographic } from "./typography.ts";

/** Types a text sign by sign. */
function typed(text: string, language = "en"): string {
  let written = "";
  for (const sign of text) {
    const made = typographic(written, sign, marksAfter(written, language));
    written = made ? written.slice(0, written.length - made.taken) + made.text : written + sign;
  }
  return written;
}

test.each([
  ['"Larks," she said.', "“Larks,” she said."],
  ["'tis the lark's song ('quiet')", "’tis the lark’s song (‘quiet’)"],
  ["He said \"it's 'late'\"", "He said “it’s ‘late’”"],
  ["In the '90s, 'tis rock 'n' roll. ", "In the ’90s, ’tis rock ’n’ roll. "],
  ["the '68ers told 'em, 'cause it's 'late'", "the ’68ers told ’em, ’cause it’s ‘late’"],
  ["a 'tissue' of '1984' and 'numbers'", "a ‘tissue’ of ‘1984’ and ‘numbers’"],
  ["6'2\" tall", "6'2\" tall"],
  ["\"Section 5\" and 'part 6'", "“Section 5” and ‘part 6’"],
  ["dawn--then day", "dawn—then day"],
  ["wait...", "wait…"],
  ["a well-known 3-4 range", "a well-known 3-4 range"],
  ["---", "---"],
  ["- item", "- item"],
])("%s", (text, expected) => {
  expect(typed(text)).toBe(expected);
});

test.each([
  ["de", "„Lerchen“ – ‚früh‘"],
  ["fr-CA", "«\u202fLerchen\u202f» — ‹\u202ffrüh\u202f›"],
  ["sv", "”Lerchen” – ’früh’"],
  ["xx", "“Lerchen” — ‘früh’"],
])("quotes and dashes of %s", (language, expected) => {
  expect(typed("\"Lerchen\" -- 'früh'", language)).toBe(expected);
});

test.each([
  ["ar", "\"قبرة\" -- 'فجر'", "«قبرة» – ‹فجر›"],
  ["en", 'قال "صباح الخير"', "قال «صباح الخير»"],
  ["he", "\"עפרוני\" -- 'שחר'", "”עפרוני” – ’שחר’"],
  ["en", '"صباح الخير" قال "قبرة"', "“صباح الخير” قال «قبرة»"],
  ["en", 'אמר "בוקר טוב" לצה"ל', "אמר ”בוקר טוב” לצה״ל"],
  ["en", "הג'ירפה של ג'ורג", "הג׳ירפה של ג׳ורג"],
  ["en", 'שלום, said "Larks"', "שלום, said “Larks”"],
])("quotes of texts from right to left on a site in %s: %s", (language, text, expected) => {
  expect(typed(text, language)).toBe(expected);
});
