import { expect, test } from "vitest";
import { highlightCode } from "./highlight-code.ts";
import { CODE_LANGUAGES } from "./markup/code-languages.ts";

test("every language that the editor offers is highlighted", () => {
  for (const [name] of CODE_LANGUAGES) expect(`${name}: ${highlightCode("a = 1", name) !== null}`).toBe(`${name}: true`);
});

test("others aren't, and names from elsewhere are known", () => {
  expect(highlightCode("a", "klingon")).toBeNull();
  expect(highlightCode("let a: number", "ts")).toContain("hljs-keyword");
  expect(highlightCode("val a = 1", "kt")).toContain("hljs-keyword");
});
