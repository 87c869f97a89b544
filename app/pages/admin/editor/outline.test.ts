import { expect, it } from "vitest";
import { sourceHeadings } from "./outline.tsx";

it("finds the headings of HTML with their places", () => {
  expect(sourceHeadings('<h2 id="x">Dawn &amp; <em>dusk</em></h2>\n<p>x</p><h3>Late</h3>', "html")).toEqual([
    { level: 2, text: "Dawn & dusk", at: 0 },
    { level: 3, text: "Late", at: 49 },
  ]);
});

it("finds the headings of Markdown, and none in its code", () => {
  expect(sourceHeadings("## Dawn **and** dusk ##\n\n```sh\n# no heading\n```\n\n### Late\n#none", "markdown")).toEqual([
    { level: 2, text: "Dawn and dusk", at: 0 },
    { level: 3, text: "Late", at: 49 },
  ]);
});
