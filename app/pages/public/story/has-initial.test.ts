import { expect, test } from "vitest";
import { hasInitial } from "./has-initial.ts";

const long = (first: string) => `<p>${first}${" and so on".repeat(20)}</p><p>More.</p>`;

test.each([
  ["a long paragraph", long("Soup"), true],
  ["one in emphasis and quotes", long("“<em>Émile</em>”"), true],
  ["one line", "<p>A first line.</p><p>And a longer one.</p>", false],
  ["one line of many tags", `<p>A ${'<a href="https://elsewhere.example/long">b</a>'.repeat(9)}</p>${long("Soup")}`, false],
  ["another script", long("Привет"), false],
  ["a heading", `<h2>Title</h2>${long("Soup")}`, false],
  ["nothing", "", false],
])("%s", (_, html, expected) => {
  expect(hasInitial(html)).toBe(expected);
});
