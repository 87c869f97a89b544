import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../test/word-differences.ts";
import type { ComparedBlock } from "../posts/revisions/revision.ts";
import { compareWritings } from "./compare-writings.ts";
import { plainText } from "./markup/tree.ts";
import { parseTree } from "./parse-tree.ts";

const html = (content: string) => ({ content, content_format: "html" as const });
const compare = (before: string, after: string) => compareWritings(html(before), html(after));

/** One side of a comparison: what the other has alone left out. */
const sideOf = (blocks: ComparedBlock[], without: "ins" | "del") => {
  const joined = blocks.map((block) => block.html).join("");
  return plainText(parseTree(joined.replace(new RegExp(`<${without}>.*?</${without}>`, "gs"), "")));
};
/** Letters and punctuation without white space. */
const bare = (text: string) => text.replace(/\s+/g, "");

describe("compareWritings", () => {
  it("marks changed words in a paragraph and no others", async () => {
    expect(await compare("<p>Two lines a week.</p><p>So be it.</p>", "<p>Two lines a day.</p><p>So be it.</p>")).toEqual([
      { change: "changed", html: "<p>Two lines a <del>week</del><ins>day</ins>.</p>" },
      { change: "same", html: "<p>So be it.</p>" },
    ]);
  });

  it("marks no change of white space, except in code", async () => {
    const after = "<p>Two lines <em>a week</em>.</p>\n<ul>\n<li>one</li>\n</ul>";
    const blocks = await compare("<p>Two  lines <em>a\n week </em>.</p><ul><li> one</li></ul>", after);
    expect(blocks.map(({ change }) => change)).toEqual(["same", "same"]);
    expect(await compare("<pre><code>if a:\n  b</code></pre>", "<pre><code>if a:\n    b</code></pre>")).toMatchObject([
      { change: "changed" },
    ]);
  });

  it("shows added and removed paragraphs as a whole, without mixing unrelated ones", async () => {
    const blocks = await compare(
      "<p>Larks rise at dawn.</p><p>Finance needs a spreadsheet.</p>",
      "<p>Larks rise at dawn.</p><p>Nobody ever regretted walking home.</p><h2>After all</h2>",
    );
    expect(blocks).toEqual([
      { change: "same", html: "<p>Larks rise at dawn.</p>" },
      { change: "removed", html: "<p><del>Finance needs a spreadsheet.</del></p>" },
      { change: "added", html: "<p><ins>Nobody ever regretted walking home.</ins></p>" },
      { change: "added", html: "<h2><ins>After all</ins></h2>" },
    ]);
  });

  it("shows a picture with a new width as removed and added", async () => {
    const figure = (width: string) =>
      `<figure class="picture-${width}"><img src="/a.png" alt="A lake"><figcaption>Dawn</figcaption></figure>`;
    const marked = (width: string, mark: string) =>
      `<figure class="picture-${width}"><${mark}><img src="/a.png" alt="A lake"></${mark}><figcaption><${mark}>Dawn</${mark}></figcaption></figure>`;
    expect(await compare(figure("wide"), figure("full"))).toEqual([
      { change: "removed", html: marked("wide", "del") },
      { change: "added", html: marked("full", "ins") },
    ]);
  });

  it("shows a picture of another site as the link that readers get", async () => {
    const link = '<a href="https://other.example/x.jpg" rel="noopener">Image: A lark</a>';
    expect(
      await compare(
        '<p><img src="//other.example/x.jpg" alt="A lark"></p>',
        '<p><img src="//other.example/x.jpg" alt="A lark"></p>',
      ),
    ).toEqual([{ change: "same", html: `<p>${link}</p>` }]);
  });

  it("keeps the structure of lists, tables and inline elements", async () => {
    const [list] = await compare(
      "<ul><li>tea</li><li>milk</li><li>bread</li></ul>",
      "<ul><li>tea</li><li>bread</li><li>jam</li></ul>",
    );
    expect(list?.html).toBe("<ul><li>tea</li><li><del>milk</del></li><li>bread</li><li><ins>jam</ins></li></ul>");
    const [table] = await compare(
      "<table><tbody><tr><td>a b c</td><td></td></tr></tbody></table>",
      "<table><tbody><tr><td>a b d</td><td></td></tr></tbody></table>",
    );
    expect(table?.html).toBe("<table><tbody><tr><td>a b <del>c</del><ins>d</ins></td><td></td></tr></tbody></table>");
    const [bold] = await compare("<p>so very quiet here</p>", "<p>so <strong>very</strong> quiet here</p>");
    expect(bold?.html).toBe("<p>so <del>very</del> <strong><ins>very</ins></strong> quiet here</p>");
    const [link] = await compare('<p>see <a href="/a">the story</a> now</p>', '<p>see <a href="/b">the story</a> now</p>');
    expect(link?.html).toContain('<a href="/a"><del>the story</del></a>');
    expect(link?.html).toContain('<a href="/b"><ins>the story</ins></a>');
  });

  it("compares Markdown with HTML by what readers see, and shows added pictures", async () => {
    const markdown = { content: "## Dawn\n\nIt *is* quiet.", content_format: "markdown" as const };
    const blocks = await compareWritings(
      markdown,
      html('<h2>Dawn</h2><p>It <em>is</em> quiet.</p><p><img src="/a.png" alt="A"></p>'),
    );
    expect(blocks.map(({ change }) => change)).toEqual(["same", "same", "added"]);
    expect(blocks[2]?.html).toMatch(/^<p><ins><img .*src="\/a.png".*><\/ins><\/p>$/);
  });

  it("sanitizes its result", async () => {
    const evil = '<p onclick="x()">a<script>alert(1)</script><img src="javascript:x"></p><iframe src="/"></iframe>';
    const text = JSON.stringify(await compare(evil, `${evil}<p><a href="javascript:x">b</a></p>`));
    expect(text).not.toMatch(/script|onclick|iframe/);
  });

  it("gives either text back when the marks of the other are removed", async () => {
    const words = ["lark", "dawn", "the", "a", "<b>so</b>", "<em>it is</em>", "x &amp; y", "<code>1&lt;2</code>", "end."];
    for (let seed = 1; seed <= 150; seed += 1) {
      const random = seededRandom(seed);
      const line = () => Array.from({ length: 1 + random(12) }, () => words[random(words.length)]).join(" ");
      const block = () => {
        const kind = random(4);
        if (kind === 0) return `<ul>${Array.from({ length: 1 + random(4) }, () => `<li>${line()}</li>`).join("")}</ul>`;
        return kind === 1 ? `<h2>${line()}</h2>` : `<p>${line()}</p>`;
      };
      const before = Array.from({ length: 1 + random(6) }, block);
      const after = before.flatMap((one) => (random(3) === 0 ? [block()] : random(4) === 0 ? [] : [one.replace("dawn", line())]));
      const blocks = await compare(before.join(""), after.join(""));
      const read = (parts: string[]) => bare(plainText(parseTree(parts.join(""))));
      expect(bare(sideOf(blocks, "ins")), `seed ${seed}`).toBe(read(before));
      expect(bare(sideOf(blocks, "del")), `seed ${seed}`).toBe(read(after));
    }
  });

  it("stays fast when a megabyte was rewritten", async () => {
    const text = (salt: string) => Array.from({ length: 20_000 }, (_, n) => `word${(n * 7919) % 5000}${salt}`).join(" ");
    const blocks = await compare(`<p>${text("")}</p>`, `<p>${text("x")}</p>`);
    expect(blocks.map(({ change }) => change)).toEqual(["removed", "added"]);
  });
});
