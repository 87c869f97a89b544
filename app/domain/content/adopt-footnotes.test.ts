import { describe, expect, it } from "vitest";
import { growth, LINEAR } from "../../../test/growth.ts";
import { renderContent } from "./render-content.ts";
import { rewriteFootnotes } from "./rewrite-footnotes.ts";

const html = async (content: string) => (await renderContent({ content, format: "html" })).html;

const ref = (n: number, id = `fnref-${n}`) =>
  `<sup class="footnote-ref"><a href="#fn-${n}" id="${id}" role="doc-noteref" aria-label="Footnote ${n}">${n}</a></sup>`;
const back = (id: string, label = "Back to the text") =>
  ` <a href="#${id}" class="footnote-back" role="doc-backlink" aria-label="${label}">↩\ufe0e</a>`;
const notes = (...items: string[]) =>
  `<section class="footnotes" role="doc-endnotes" aria-label="Footnotes"><ol>${items
    .map((item, index) => `<li id="fn-${index + 1}">${item}</li>`)
    .join("")}</ol></section>`;

/** What the tools print for “Dawn¹ comes².” with the notes “Early.” and “Late, see *there*.” */
const WRITTEN: [tool: string, content: string][] = [
  [
    "markdown-it-footnote",
    `<p>Dawn<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup> comes<sup class="footnote-ref"><a href="#fn2" id="fnref2">[2]</a></sup>.</p>
<hr class="footnotes-sep">
<section class="footnotes">
<ol class="footnotes-list">
<li id="fn1" class="footnote-item"><p>Early. <a href="#fnref1" class="footnote-backref">↩︎</a></p>
</li>
<li id="fn2" class="footnote-item"><p>Late, see <em>there</em>. <a href="#fnref2" class="footnote-backref">↩︎</a></p>
</li>
</ol>
</section>`,
  ],
  [
    "PHP Markdown Extra",
    `<p>Dawn<sup id="fnref:1"><a href="#fn:1" class="footnote-ref" role="doc-noteref">1</a></sup> comes<sup id="fnref:2"><a href="#fn:2" class="footnote-ref" role="doc-noteref">2</a></sup>.</p>

<div class="footnotes" role="doc-endnotes">
<hr />
<ol>

<li id="fn:1" role="doc-endnote">
<p>Early.&#160;<a href="#fnref:1" class="footnote-backref" role="doc-backlink">&#8617;&#xFE0E;</a></p>
</li>

<li id="fn:2" role="doc-endnote">
<p>Late, see <em>there</em>.&#160;<a href="#fnref:2" class="footnote-backref" role="doc-backlink">&#8617;&#xFE0E;</a></p>
</li>

</ol>
</div>`,
  ],
  [
    "kramdown",
    `<p>Dawn<sup id="fnref:a" role="doc-noteref"><a href="#fn:a" class="footnote" rel="footnote">1</a></sup> comes<sup id="fnref:b" role="doc-noteref"><a href="#fn:b" class="footnote" rel="footnote">2</a></sup>.</p>
<div class="footnotes" role="doc-endnotes">
  <ol>
    <li id="fn:a" role="doc-endnote">
      <p>Early. <a href="#fnref:a" class="reversefootnote" role="doc-backlink">&#8617;</a></p>
    </li>
    <li id="fn:b" role="doc-endnote">
      <p>Late, see <em>there</em>. <a href="#fnref:b" class="reversefootnote" role="doc-backlink">&#8617;</a></p>
    </li>
  </ol>
</div>`,
  ],
  [
    "GitHub",
    `<p>Dawn<sup><a href="#user-content-fn-1" id="user-content-fnref-1" data-footnote-ref aria-describedby="footnote-label">1</a></sup> comes<sup><a href="#user-content-fn-2" id="user-content-fnref-2" data-footnote-ref aria-describedby="footnote-label">2</a></sup>.</p>
<section data-footnotes class="footnotes"><h2 id="footnote-label" class="sr-only">Footnotes</h2>
<ol>
<li id="user-content-fn-1">
<p>Early. <a href="#user-content-fnref-1" data-footnote-backref aria-label="Back to reference 1" class="data-footnote-backref">↩</a></p>
</li>
<li id="user-content-fn-2">
<p>Late, see <em>there</em>. <a href="#user-content-fnref-2" data-footnote-backref aria-label="Back to reference 2" class="data-footnote-backref">↩</a></p>
</li>
</ol>
</section>`,
  ],
  [
    "pandoc",
    `<p>Dawn<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a> comes<a href="#fn2" class="footnote-ref" id="fnref2" role="doc-noteref"><sup>2</sup></a>.</p>
<section id="footnotes" class="footnotes footnotes-end-of-document" role="doc-endnotes">
<hr />
<ol>
<li id="fn1"><p>Early.<a href="#fnref1" class="footnote-back" role="doc-backlink">↩︎</a></p></li>
<li id="fn2"><p>Late, see <em>there</em>.<a href="#fnref2" class="footnote-back" role="doc-backlink">↩︎</a></p></li>
</ol>
</section>`,
  ],
  [
    "Word",
    `<p class=MsoNormal>Dawn<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference>[1]</span></a> comes<a href="#_ftn2" name="_ftnref2" title=""><span>[2]</span></a>.</p>
<div style='mso-element:footnote-list'><br clear=all><hr align=left size=1 width="33%">
<div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a href="#_ftnref1" name="_ftn1" title=""><span>[1]</span></a> Early.</p></div>
<div style='mso-element:footnote' id=ftn2><p class=MsoFootnoteText><a href="#_ftnref2" name="_ftn2" title=""><span>[2]</span></a> Late, see <em>there</em>.</p></div>
</div>`,
  ],
  [
    "Word, pasted into WordPress",
    `<p>Dawn<a href="#_ftn1" name="_ftnref1">[1]</a> comes<a href="#_ftn2" name="_ftnref2">[2]</a>.</p>
<hr />
<p><a href="#_ftnref1" name="_ftn1">[1]</a> Early.</p>
<p><a href="#_ftnref2" name="_ftn2">[2]</a> Late, see <em>there</em>.</p>`,
  ],
  [
    "Google Docs",
    `<p>Dawn<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup> comes<sup><a href="#ftnt2" id="ftnt_ref2">[2]</a></sup>.</p><hr>
<div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a> Early.</p></div><div><p><a href="#ftnt_ref2" id="ftnt2">[2]</a> Late, see <em>there</em>.</p></div>`,
  ],
  [
    "Easy Footnotes",
    `<p>Dawn<span id="easy-footnote-1-42" class="easy-footnote-margin-adjust"></span><span class="easy-footnote"><a href="#easy-footnote-bottom-1-42" title="Early."><sup>1</sup></a></span> comes<span id="easy-footnote-2-42"></span><span class="easy-footnote"><a href="#easy-footnote-bottom-2-42"><sup>2</sup></a></span>.</p>
<ol class="easy-footnotes-wrapper"><li class="easy-footnote-single"><span id="easy-footnote-bottom-1-42" class="easy-footnote-margin-adjust"></span>Early.<a class="easy-footnote-to-top" href="#easy-footnote-1-42"></a></li><li class="easy-footnote-single"><span id="easy-footnote-bottom-2-42"></span>Late, see <em>there</em>.<a class="easy-footnote-to-top" href="#easy-footnote-2-42"></a></li></ol>`,
  ],
  [
    "WordPress's blocks",
    `<p>Dawn<sup data-fn="8ad7" class="fn"><a id="8ad7-link" href="#8ad7">1</a></sup> comes<sup data-fn="b0c1" class="fn"><a id="b0c1-link" href="#b0c1">2</a></sup>.</p>
<ol class="wp-block-footnotes"><li id="8ad7">Early. <a href="#8ad7-link" aria-label="Jump to footnote reference 1">↩︎</a></li><li id="b0c1">Late, see <em>there</em>. <a href="#b0c1-link" aria-label="Jump to footnote reference 2">↩︎</a></li></ol>`,
  ],
  [
    "MediaWiki",
    `<p>Dawn<sup id="cite_ref-1" class="reference"><a href="#cite_note-1">[1]</a></sup> comes<sup id="cite_ref-2" class="reference"><a href="#cite_note-2">[2]</a></sup>.</p>
<ol class="references"><li id="cite_note-1"><span class="mw-cite-backlink"><b><a href="#cite_ref-1">^</a></b></span> <span class="reference-text">Early.</span></li><li id="cite_note-2"><b><a href="#cite_ref-2">^</a></b> Late, see <em>there</em>.</li></ol>`,
  ],
  [
    "Asciidoctor",
    `<p>Dawn<sup class="footnote">[<a id="_footnoteref_1" class="footnote" href="#_footnotedef_1" title="View footnote.">1</a>]</sup> comes<sup class="footnote">[<a id="_footnoteref_2" class="footnote" href="#_footnotedef_2">2</a>]</sup>.</p>
<div id="footnotes"><hr><div class="footnote" id="_footnotedef_1"><a href="#_footnoteref_1">1</a>. Early.</div><div class="footnote" id="_footnotedef_2"><a href="#_footnoteref_2">2</a>. Late, see <em>there</em>.</div></div>`,
  ],
  [
    "a hand, with names like footnote-1",
    `<p>Dawn<a id="footnote-ref-1" href="#footnote-1">[1]</a> comes<a id="footnote-ref-2" href="#footnote-2">[2]</a>.</p>
<p id="footnote-1">1. Early. <a href="#footnote-ref-1">Back to the text</a></p><p id="footnote-2">2. Late, see <em>there</em>. <a href="#footnote-ref-2">back</a></p>`,
  ],
  [
    "a hand, without links back",
    `<p>Dawn<sup><a href="#note1">1</a></sup> comes<sup><a href="#note2">2</a></sup>.</p><ol><li id="note1">Early.</li><li id="note2">Late, see <em>there</em>.</li></ol>`,
  ],
];

describe("footnotes as others write them become this site's own", () => {
  it.each(WRITTEN)("%s", async (_, content) => {
    const shown = await html(content);
    expect(shown.replace(/ class="Mso\w+"/g, "")).toMatch(/^<p>Dawn<(sup|span)/);
    expect(
      shown
        .replaceAll("<span></span>", "")
        .replaceAll(/<\/?(?:p|span)>|\n/g, "")
        .replaceAll(/(<li[^>]*>)\s+/g, "$1"),
    ).toBe(`Dawn${ref(1)} comes${ref(2)}.${notes(`Early.${back("fnref-1")}`, `Late, see <em>there</em>.${back("fnref-2")}`)}`);
  });

  it("with two references to one note, several paragraphs, and a list that stands before the text", async () => {
    const shown = await html(
      `<div class="footnotes"><ol><li id="fn:x"><p>One.</p><p>Two.&nbsp;<a href="#fnref:x">↩</a>&nbsp;<a href="#fnref:x:1">↩<sup>2</sup></a></p></li></ol></div>
<p>a<sup id="fnref:x"><a href="#fn:x">1</a></sup> b<sup id="fnref:x:1"><a href="#fn:x">1</a></sup></p>`,
    );
    expect(shown).toBe(
      `<p>a${ref(1)} b${ref(1, "fnref-1-2")}</p>\n${notes(
        `<p>One.</p><p>Two.${back("fnref-1", "Back to the text, place 1")}${back("fnref-1-2", "Back to the text, place 2")}</p>`,
      )}`,
    );
  });

  it("beside this site's own", async () => {
    const shown = await html(
      `<p>a<sup class="footnote-ref"><a href="#fn-1" id="fnref-1">1</a></sup> b<sup><a href="#fn:1" id="fnref:1">1</a></sup></p>
<p id="fn:1">Theirs. <a href="#fnref:1">↩</a></p><section class="footnotes"><ol><li id="fn-1">Ours.</li></ol></section>`,
    );
    expect(shown).toBe(`<p>a${ref(1)} b${ref(2)}</p>\n${notes(`Ours.${back("fnref-1")}`, `<p>Theirs.${back("fnref-2")}</p>`)}`);
  });
});

describe("what isn't understood as footnotes keeps its text", () => {
  it.each([
    [
      "a section of footnotes without references",
      '<p>a</p><section class="footnotes"><h2>Notes</h2><ol><li id="fn1">Early.</li></ol></section>',
      '<p>a</p><h2 id="h-notes">Notes</h2><ol><li>Early.</li></ol>',
    ],
    [
      "text beside the notes",
      '<p>a<sup class="footnote-ref"><a href="#fn-1">1</a></sup></p><section class="footnotes"><p>Thanks to all.</p><ol><li id="fn-1">Note</li></ol></section>',
      `<p>a${ref(1)}</p><p>Thanks to all.</p>\n${notes(`Note${back("fnref-1")}`)}`,
    ],
    [
      "a contents list with links both ways",
      '<ul><li><a id="t1" href="#s1">Dawn</a></li></ul><h2 id="s1"><a href="#t1">Dawn</a></h2><p>b</p>',
      '<ul><li><a id="h-t1" href="#h-dawn">Dawn</a></li></ul><h2 id="h-dawn"><a href="#h-t1">Dawn</a></h2><p>b</p>',
    ],
    [
      "numbered links to parts of the text",
      '<p><a href="#one">1</a> <a href="#two">2</a></p><div id="one"><p>First.</p></div><div id="two"><p>Second.</p></div>',
      '<p><a href="#h-one">1</a> <a href="#h-two">2</a></p><div id="h-one"><p>First.</p></div><div id="h-two"><p>Second.</p></div>',
    ],
  ])("%s", async (_, content, shown) => {
    expect(await html(content)).toBe(shown);
  });

  it("leaves no ids and names of others", async () => {
    const shown = await html(
      '<p id="app" name="x">a<a name="y" id="z" href="#q">b</a></p><img id="body" src="/i.png" alt=""><ul id="u"><li id="v">c</li></ul>',
    );
    expect(shown).not.toMatch(/\b(?:id|name)=/);
  });
});

describe("rewriteFootnotes", () => {
  it("writes them as this site's own", () => {
    expect(
      rewriteFootnotes('<p id="x">Dawn<sup><a href="#fn1" id="fnref1">1</a></sup> &lt;<br></p><ol><li id="fn1">Early.</li></ol>'),
    ).toBe(
      '<p>Dawn<sup class="footnote-ref"><a href="#fn-1">1</a></sup> &lt;<br></p><section class="footnotes"><ol><li id="fn-1">Early.</li></ol></section>',
    );
  });
  it("leaves everything else as it is", () => {
    const content = '<p id=x>a <a href="#top">up</a><br/><!-- b -->';
    expect(rewriteFootnotes(content)).toBe(content);
  });
});

const many = (count: number, one: (n: number) => string) => Array.from({ length: count }, (_, n) => one(n)).join("");

it.each([
  [
    "links without notes",
    2000,
    (size: number) =>
      `<p>${many(size, (n) => `<a href="#f${n}">1</a>`)}</p><div>${many(size / 2, (n) => `<a id="f${n}">1</a>`)}</div>`,
  ],
  [
    "many links to few notes, deeply nested",
    1000,
    (size: number) =>
      `${"<div>".repeat(90)}${many(size, (n) => `<a id="r${n}" href="#n${n % 50}">1</a>`)}${many(50, (n) => `<p id="n${n}">x<a href="#r${n}">1</a></p>`)}`,
  ],
  [
    "many notes",
    500,
    (size: number) =>
      `<span>${many(size, (n) => `<sup><a id="fnref${n}" href="#fn${n}">1</a></sup>`)}</span><ol>${many(size, (n) => `<li id="fn${n}">x<a href="#fnref${n}">1</a></li>`)}</ol>`,
  ],
])("takes linear time for %s", async (_, size, content) => {
  expect(await growth((wanted) => html(content(wanted)), size)).toBeLessThan(LINEAR);
});
