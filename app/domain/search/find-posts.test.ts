import { expect, test } from "vitest";
import { snippetOf } from "./find-posts.ts";
import { highlight } from "./search-rules.ts";

const filler = "word ".repeat(60);

test("cuts between words around the first find", () => {
  const snippet = snippetOf(`${filler}the needle shines. ${filler}`, ["needle"]);
  expect(snippet).toMatch(/^…(word )+the needle shines\. (word ?)+…$/);
  expect(snippet?.length).toBeLessThanOrEqual(182);
});

test("a short text stays whole, white space collapsed", () => {
  expect(snippetOf("A  needle\nhere.", ["needle"])).toBe("A needle here.");
});

test("keeps to either end of the text", () => {
  expect(snippetOf(`needle ${filler}`, ["needle"])).toMatch(/^needle word .*[^ ]…$/);
  expect(snippetOf(`${filler}needle`, ["needle"])).toMatch(/^…word .* needle$/);
});

test("finds words at their beginning only, whatever the case, and any of several", () => {
  expect(snippetOf("no pineneedle", ["needle"])).toBeUndefined();
  expect(snippetOf("Übung, ÜBERMUT", ["uberm"])).toBe("Übung, ÜBERMUT");
  expect(snippetOf("a thread", ["needle", "thread"])).toBe("a thread");
  expect(snippetOf("text", [])).toBeUndefined();
});

test("a word longer than the snippet is not lost", () => {
  const long = "x".repeat(500);
  expect(snippetOf(`${long} ${long}`, ["x"])).toContain("xxx");
  expect(snippetOf(`${long} needle`, ["needle"])).toBe("…needle");
});

test("finds folded words in the letters of the text, and runs of scripts without spaces anywhere", () => {
  expect(snippetOf("Das Größte, Don’t", ["grosste"])).toBe("Das Größte, Don’t");
  expect(snippetOf("今日は機械学習入門を読んで", [], ["学習"])).toBe("今日は機械学習入門を読んで");
  expect(snippetOf(`${"読".repeat(300)}学習${"😀".repeat(200)}`, [], ["学習"])).toMatch(/^…学習(😀)+…$/u);
});

test.each([
  ["Café au lait", "cafe", ["Café"]],
  ["Cafe\u0301 au lait", "café", ["Cafe\u0301"]],
  ["Größe und Masse", "grosse", ["Größe"]],
  ["Don’t stop", "don't", ["Don’t"]],
  ["今日は機械学習入門", "学習", ["学習"]],
  ["a+b", "a+b", ["a+b"]],
  ["The sea, the SEA", "sea", ["sea", "SEA"]],
])("in %j, a search for %j marks %j", (text, term, hits) => {
  const parts = highlight(text, term);
  expect(parts.filter(({ hit }) => hit).map((part) => part.text)).toEqual(hits);
  expect(parts.map((part) => part.text).join("")).toBe(text);
});
