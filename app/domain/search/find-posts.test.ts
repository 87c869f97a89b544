import { expect, test } from "vitest";
import { snippetOf } from "./find-posts.ts";

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
  expect(snippetOf("Übung, ÜBERMUT", ["überm"])).toBe("Übung, ÜBERMUT");
  expect(snippetOf("a thread", ["needle", "thread"])).toBe("a thread");
  expect(snippetOf("text", [])).toBeUndefined();
});

test("a word longer than the snippet is not lost", () => {
  const long = "x".repeat(500);
  expect(snippetOf(`${long} ${long}`, ["x"])).toContain("xxx");
  expect(snippetOf(`${long} needle`, ["needle"])).toBe("…needle");
});
