import { describe, expect, it } from "vitest";
import { renderContent } from "./render-content.ts";

const rendered = async (content: string, format: "html" | "markdown" = "html") => renderContent({ content, format });

const reference = (number: number, id = `fnref-${number}`) =>
  `<sup class="footnote-ref"><a href="#fn-${number}" id="${id}" role="doc-noteref" aria-label="Footnote ${number}">${number}</a></sup>`;
const back = (id: string, label = "Back to the text") =>
  ` <a href="#${id}" class="footnote-back" role="doc-backlink" aria-label="${label}">↩\ufe0e</a>`;
const list = (items: string) =>
  `<section class="footnotes" role="doc-endnotes" aria-label="Footnotes"><ol>${items}</ol></section>`;

describe("footnotes", () => {
  it("in Markdown are numbered in the order of their references, with links in both directions", async () => {
    const { html, text, words } = await rendered(
      "Dawn[^b] comes[^a].\n\n[^a]: Late in *winter*.\n\n[^b]: Early.\n\n    And again.",
      "markdown",
    );
    expect(html).toBe(
      `<p>Dawn${reference(1)} comes${reference(2)}.</p>\n${list(
        `<li id="fn-1"><p>Early.</p>\n<p>And again.${back("fnref-1")}</p></li><li id="fn-2"><p>Late in <em>winter</em>.${back("fnref-2")}</p></li>`,
      )}`,
    );
    expect(text).toBe("Dawn comes. Early. And again. Late in winter.");
    expect(words).toBe(8);
  });

  it("with two references lead back to both", async () => {
    const { html } = await rendered("One[^x] and two[^x].\n\n[^x]: Same.", "markdown");
    expect(html).toContain(`One${reference(1)} and two${reference(1, "fnref-1-2")}.`);
    expect(html).toContain(
      `Same.${back("fnref-1", "Back to the text, place 1")}${back("fnref-1-2", "Back to the text, place 2")}</p>`,
    );
  });

  it("in HTML are numbered again", async () => {
    const { html } = await rendered(
      '<section class="footnotes"><ol><li id="fn-7">Seven <a class="footnote-back" href="#fnref-7">up</a></li></ol></section>' +
        '<p>x<sup class="footnote-ref"><a href="#fn-7" id="fnref-7">[7]</a></sup></p>',
    );
    expect(html).toBe(`<p>x${reference(1)}</p>\n${list(`<li id="fn-1">Seven${back("fnref-1")}</li>`)}`);
  });

  it("lose references without a note, and notes without a reference come last", async () => {
    const { html } = await rendered(
      '<p>a<sup class="footnote-ref"><a href="#fn-3">3</a></sup> b</p><section class="footnotes"><ol><li id="fn-1">Lonely</li></ol></section>',
    );
    expect(html).toBe(`<p>a b</p>\n${list('<li id="fn-1">Lonely</li>')}`);
  });

  it("don't share ids with headings or other elements", async () => {
    const { html } = await rendered(
      '<h2>Fn 1</h2><p id="fn-1"><a id="fnref-1" class="footnote-back" href="#fn-1">up</a></p><ul><li id="fn-9">x</li></ul>' +
        '<p>y<sup class="footnote-ref"><a href="#fn-1">1</a></sup></p><section class="footnotes x"><ol><li id="fn-1">Note</li></ol></section>',
    );
    expect(html).toBe(
      `<h2 id="h-fn-1">Fn 1</h2><p></p><ul><li>x</li></ul><p>y${reference(1)}</p>\n${list(`<li id="fn-1">Note${back("fnref-1")}</li>`)}`,
    );
  });

  it("don't bypass the sanitizer", async () => {
    const { html } = await rendered(
      'x[^1]\n\n[^1]: <img src=x onerror=alert(1)><a id="app" href="javascript:alert(1)">y</a><section id="z" class="app">z</section>',
      "markdown",
    );
    expect(html).not.toMatch(/onerror|javascript:|id="app"|id="z"|class="app"/);
  });
});
