import { expect, test } from "vitest";
import { prepareTerm } from "./prepare-term.ts";

test.each([null, undefined, "", "ab", "  a  ", "a\tb".slice(0, 2), "\0\0\0"])("%j is no term", (raw) => {
  expect(prepareTerm(raw)).toBeNull();
});

test("white space collapses, wildcards are escaped, words part at everything else", () => {
  expect(prepareTerm("  50%   of_abc\\b  ")).toEqual({
    text: "50% of_abc\\b",
    pattern: "%50\\% of\\_abc\\\\b%",
    indexed: true,
    trigrams: ["%abc%"],
    words: ["50", "of", "abc", "b"],
    wanted: { words: ["50", "of", "abc", "b"], typed: ["50", "of", "abc", "b"] },
    excluded: [],
    phrases: [],
    runs: [],
    pairs: [],
    groups: [],
  });
});

test.each([
  ["abc", true],
  ["ab!", true],
  ["!ab", true],
  ["c++", false],
  ["a b c", false],
  ["...", false],
  ["日本語", true],
])("whether trigrams can find %j: %j", (raw, indexed) => {
  expect(prepareTerm(raw)?.indexed).toBe(indexed);
});

test("the trigrams are those of the words, whole characters each", () => {
  expect(prepareTerm("Abcd 日本語 😀x")?.trigrams).toEqual(["%abc%", "%bcd%"]);
  expect(prepareTerm("abcdefghij".repeat(10))?.trigrams).toHaveLength(20);
});

test("only the first hundred characters count, and none is cut in half", () => {
  expect(prepareTerm("x".repeat(10_000))?.pattern).toBe(`%${"x".repeat(100)}%`);
  expect(prepareTerm("😀".repeat(200))?.pattern).toBe(`%${"😀".repeat(100)}%`);
});

test("a term is folded, and parts into words and runs of scripts without spaces", () => {
  expect(prepareTerm("Café")?.words).toEqual(["cafe"]);
  expect(prepareTerm("Don’t ＡＢ％")).toMatchObject({ pattern: "%don't ab\\%%", words: ["don", "t", "ab"] });
  expect(prepareTerm("React入門 を")).toMatchObject({ words: ["react"], runs: ["入門"], pairs: ["入門"], groups: ["入門"] });
  expect(prepareTerm("機械学習")).toMatchObject({
    pairs: ["機械", "械学", "学習"],
    groups: ["機械学", "械学習"],
    words: [],
    trigrams: [],
  });
});

test.each(["東京", "ไท", " 天気 ", "a東京"])("%j is long enough", (term) => {
  expect(prepareTerm(term)?.indexed).toBe(true);
});

test.each(["東", "é!", "한국"])("%j is too short", (term) => {
  expect(prepareTerm(term)).toBeNull();
});

test.each([
  ["sea -salt", ["sea"], [["salt"]], []],
  ["sea -open-plan e-mail", ["sea", "e", "mail"], [["open", "plan"]], []],
  ['"the wide sea" calm', ["the", "wide", "sea", "calm"], [], ["\\mthe\\W+wide\\W+sea\\M"]],
  ['„das weite Meer“ -"zu weit"', ["das", "weite", "meer"], [["zu", "weit"]], ["\\mdas\\W+weite\\W+meer\\M"]],
  ['"unbalanced sea', ["unbalanced", "sea"], [], []],
  ['- -- -" "" ""-', [], [], []],
  ["-sea", [], [["sea"]], []],
])("%j asks for words, excludes words and keeps words together", (term, words, excluded, phrases) => {
  expect(prepareTerm(term)).toMatchObject({ wanted: { words }, excluded, phrases });
});

test("words keep their accents for the dictionary, unless folding makes other words of them", () => {
  expect(prepareTerm("L’été à Paris")?.wanted).toEqual({ words: ["l", "ete", "a", "paris"], typed: ["l", "été", "à", "paris"] });
  expect(prepareTerm("½ Été")?.wanted).toEqual({ words: ["1", "2", "ete"], typed: ["1", "2", "ete"] });
});
