import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { docsStyle } from "./style.ts";

const tokensOf = (css: string) => new Map([...css.matchAll(/^ {2}--([\w-]+): (.+);$/gm)].map(([, name, value]) => [name, value]));

it("gives the API's documentation the colors of the site", () => {
  const site = tokensOf(readFileSync(new URL("../../ui/styles/tokens.css", import.meta.url), "utf8"));
  const shared = [...tokensOf(docsStyle("newsreader"))].filter(([name]) => site.has(name));
  expect(shared.map(([name]) => name)).toEqual(["paper", "paper-2", "line", "ink", "ink-3", "danger"]);
  for (const [name, value] of shared) expect([name, value]).toEqual([name, site.get(name)]);
});

it("has the fonts of the look", () => {
  expect(docsStyle("newsreader")).toMatch(/^:root \{ --serif: Newsreader, Georgia, .*; --sans: Inter, system-ui, sans-serif; \}/);
  expect(docsStyle("figtree")).toMatch(/^:root \{ --serif: Figtree, sans-serif; --sans: Figtree, /);
});
