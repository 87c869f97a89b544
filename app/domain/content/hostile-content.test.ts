// slow: app/domain/content/

import { describe, expect, it } from "vitest";
import { renderContent } from "./render-content.ts";

describe("hostile content of a megabyte", () => {
  const MEGABYTE = 1_000_000;
  const fill = (unit: string) => unit.repeat(Math.floor(MEGABYTE / unit.length));
  const html = [
    "<b>",
    "<b><i>",
    "</i><b>",
    "<p><b>",
    "<iframe>",
    "<noscript>",
    "<svg><foreignObject>",
    "<table><tr><td>",
    "<!--",
    "&amp",
    "<",
  ];
  const markdown = ["[", "![", "*a ", "a**b", '"', "`a``", "> - ", "<!--", "|a", "[a]: /x '", "~~a "];

  it.each([
    ...html.map((unit) => ["html" as const, unit, fill(unit)] as const),
    ["html" as const, "deep and unclosed", "<b>".repeat(160_000) + "</i>".repeat(130_000)] as const,
    ["html" as const, "comments in an address", `<a href="${"<!---->".repeat(140_000)}">x</a>`] as const,
    ["html" as const, "attributes", `<a ${Array.from({ length: 100_000 }, (_, n) => `a${n}=1`).join(" ")}>x</a>`] as const,
    ...markdown.map((unit) => ["markdown" as const, unit, fill(unit)] as const),
  ])("%s: %s", async (format, _name, content) => {
    const { html } = await renderContent({ content, format });
    expect(html.length).toBeLessThan(8 * MEGABYTE);
  });

  it("is nested no deeper than a browser likes", async () => {
    const { html } = await renderContent({ format: "html", content: `${"<div>".repeat(5000)}text` });
    expect(html).toBe(`${"<div>".repeat(100)}text${"</div>".repeat(100)}`);
  });
});
