import { describe, expect, it } from "vitest";
import { cleanPaste } from "./clean-paste.ts";

/** As Word for Windows puts it on the clipboard. */
const WORD = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40"><head><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- /* Style Definitions */ p.MsoNormal {margin:0cm; font-size:11.0pt;} @page WordSection1 {size:595.3pt 841.9pt;} --></style></head>
<body lang=EN-GB link="#0563C1" style='tab-interval:36.0pt;word-wrap:break-word'><!--StartFragment-->
<h1 style='mso-list:none'><a name="_Toc1"></a><span lang=EN-US style='mso-ansi-language:EN-US'>A walk at dawn<o:p></o:p></span></h1>
<p class=MsoNormal><span lang=EN-US>The <b style='mso-bidi-font-weight:normal'>first</b> light is
<i>quiet</i>,&nbsp; and <a href="https://example.com/dawn"><span style='color:#0563C1'><u>so are we</u></span></a>.<o:p></o:p></span></p>
<p class=MsoNormal><span lang=EN-US><o:p>&nbsp;</o:p></span></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span><![endif]><span lang=EN-US>boots<o:p></o:p></span></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span
style='mso-list:Ignore'>o<span>&nbsp;&nbsp; </span></span><![endif]><span lang=EN-US>laces<o:p></o:p></span></p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]><span>a map<o:p></o:p></span></p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>3.<span>&nbsp; </span></span><![endif]>third</p>
<table class=MsoTableGrid border=1 cellspacing=0 style='border-collapse:collapse;mso-yfti-tbllook:1184'><tr style='mso-yfti-irow:0'>
<td width=301 valign=top style='width:225.4pt'><p class=MsoNormal><b>Hour</b><o:p></o:p></p></td><td width=301 colspan=1><p class=MsoNormal>Light<o:p></o:p></p></td></tr></table>
<p class=MsoQuote>All is well.</p>
<p class=MsoNormal><!--[if gte vml 1]><v:shape id="a"><v:imagedata src="file:///C:/tmp/clip.png"/></v:shape><![endif]--><![if !vml]><img width=10 src="file:///C:/tmp/clip.png"><![endif]></p>
<!--EndFragment--></body></html>`;

/** As Google Docs puts it on the clipboard. */
const DOCS = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1a2b3c"><h2 dir="ltr" style="line-height:1.38;margin-top:18pt"><span style="font-size:16pt;font-family:Arial,sans-serif;font-weight:700;white-space:pre-wrap">Slow mornings</span></h2><p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-weight:400;font-style:normal">Plain, </span><span style="font-size:11pt;font-weight:700">bold</span><span style="font-size:11pt;font-style:italic"> and italic</span><span>, </span><a href="https://www.google.com/url?q=https://example.com/a&amp;sa=D" style="text-decoration:none"><span style="color:#1155cc;text-decoration:underline">a link</span></a><span style="text-decoration:line-through"> gone</span></p><br /><ul style="margin-top:0"><li dir="ltr" style="list-style-type:disc" aria-level="1"><p dir="ltr" role="presentation"><span>one</span></p></li><ul><li dir="ltr" aria-level="2"><p role="presentation"><span>one and a half</span></p></li></ul></ul><p><span><br></span></p></b><br class="Apple-interchange-newline">`;

const WORD_NOTE = `<body><!--StartFragment--><p class=MsoNormal>Larks<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1"
title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span
class=MsoFootnoteReference>[1]</span><![endif]></span></span></a> sing.<o:p></o:p></p><!--EndFragment-->
<div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]>
<div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1"
title=""><span class=MsoFootnoteReference>[1]</span></a> The <i>note</i>.</p></div></div></body>`;

const DOCS_NOTE = `<b style="font-weight:normal;" id="docs-internal-guid-1"><p>Larks<span style="vertical-align:super"><a href="#ftnt1"
id="ftnt_ref1">[1]</a></span> sing.</p><hr><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a> The <span style="font-style:italic">note</span>.</p></div></b>`;

const OFFICE_NOTE = `<p>Larks<sup><a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a></sup> sing.</p>
<div id="sdfootnote1"><p><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>The <i>note</i>.</p></div>`;

const PAGE_NOTE = `<p>Larks<sup id="fnref:1"><a href="https://old.example/larks#fn:1">1</a></sup> sing.</p><div class="footnotes"><hr><ol>
<li id="fn:1"><p>The <em>note</em>. <a href="https://old.example/larks#fnref:1">↩</a></p></li></ol></div>`;

it("keeps links that open another program, and only those that an article can have", () => {
  expect(cleanPaste('<p><a href="tel:+49123">Call</a> <a href="feed:javascript:alert(1)">x</a></p>').html).toBe(
    '<p><a href="tel:+49123">Call</a> x</p>',
  );
});

describe("what is pasted", () => {
  it("comes out of Word clean", () => {
    expect(cleanPaste(WORD)).toEqual({
      html:
        "<h2>A walk at dawn</h2>" +
        '<p>The <strong>first</strong> light is <em>quiet</em>, and <a href="https://example.com/dawn">so are we</a>.</p>' +
        "<ul><li>boots<ul><li>laces</li></ul></li><li>a map</li></ul>" +
        '<ol start="3"><li>third</li></ol>' +
        "<table><tr><td><p><strong>Hour</strong></p></td><td><p>Light</p></td></tr></table>" +
        "<blockquote><p>All is well.</p></blockquote>",
      pictures: 1,
      embedded: [],
    });
  });

  it("comes out of Google Docs clean", () => {
    expect(cleanPaste(DOCS)).toEqual({
      html:
        "<h2>Slow mornings</h2>" +
        '<p>Plain, <strong>bold</strong><em> and italic</em>, <a href="https://example.com/a">a link</a><s> gone</s></p>' +
        "<ul><li><p>one</p><ul><li><p>one and a half</p></li></ul></li></ul>",
      pictures: 0,
      embedded: [],
    });
  });

  it("keeps code with its language and its lines", () => {
    expect(
      cleanPaste('<div class="highlight"><pre class="language-ts"><span class="k">const</span> a = 1;<br>a</pre></div>').html,
    ).toBe('<pre><code class="language-ts">const a = 1;\na</code></pre>');
  });

  it("loses scripts, handlers and addresses that are none, and keeps their text", () => {
    const { html } = cleanPaste(
      '<p onclick="x()">a<script>alert(1)</script> <a href="javascript:x()">b</a> <a href="file:///c">c</a></p>',
    );
    expect(html).toBe("<p>a b c</p>");
  });

  it("keeps pictures that have an address, and counts those of the author's disk", () => {
    const { html, pictures } = cleanPaste(
      '<p>a <img src="/media/1/640.webp" alt="Dawn" style="x"><img src="https://elsewhere.example/a.png"></p>' +
        '<p><span><img src="https://elsewhere.example/b.png" alt=""></span></p><p>b<img src="file:///C:/c.png"><img src="data:image/png;base64,AA"></p>',
    );
    expect(html).toBe(
      '<p>a <img src="/media/1/640.webp" alt="Dawn"><img src="https://elsewhere.example/a.png"></p>' +
        '<figure><img src="https://elsewhere.example/b.png"></figure><p>b</p>',
    );
    expect(pictures).toBe(2);
  });

  it("names the pictures that the HTML contains, for their upload", () => {
    const [png, jpeg] = ["png", "jpeg"].map((type) => `data:image/${type};base64,${"AAAA".repeat(40)}`);
    expect(cleanPaste(`<p><img src="${png}" alt="Dawn"></p><p>a <img src="${jpeg}"></p>`)).toEqual({
      html: '<figure><img src="pending-upload:0" alt="Dawn"></figure><p>a <img src="pending-upload:1"></p>',
      pictures: 0,
      embedded: [png, jpeg],
    });
    expect(cleanPaste(`<b style="font-weight:normal"><span><img src="${png}"></span></b>`).html).toBe(
      '<figure><img src="pending-upload:0"></figure>',
    );
    expect(cleanPaste(`<p>a<img src="data:image/svg+xml;base64,${"AAAA".repeat(40)}"></p>`)).toMatchObject({
      html: "<p>a</p>",
      pictures: 1,
    });
  });

  it.each([
    ["Word", WORD_NOTE],
    ["Google Docs", DOCS_NOTE],
    ["LibreOffice", OFFICE_NOTE],
    ["a page, with the URL that the browser puts before the link", PAGE_NOTE],
  ])("keeps the footnotes of %s", (_, clipboard) => {
    const { html } = cleanPaste(clipboard);
    expect(html).toMatch(/^<p>Larks<sup data-footnote="The &lt;em&gt;note&lt;\/em&gt;\."><\/sup> sing\.<\/p>$/);
  });

  it("keeps whether tasks are done", () => {
    const google =
      '<ul><li role="checkbox" aria-checked="true"><img src="data:image/png;base64,AA" alt="checked" aria-roledescription="checkbox">' +
      '<p><span>boots</span></p></li><li role="checkbox"><img src="data:image/png;base64,AA" alt="unchecked" aria-roledescription="checkbox"><p>map</p></li></ul>';
    expect(cleanPaste(google)).toEqual({
      html: "<ul><li><p>☑ boots</p></li><li><p>☐ map</p></li></ul>",
      pictures: 0,
      embedded: [],
    });
    const github = '<ul><li><input type="checkbox" checked disabled> boots</li><li><input type="checkbox"> map</li></ul>';
    expect(cleanPaste(github).html).toBe("<ul><li>☑ boots</li><li>☐ map</li></ul>");
  });

  it("keeps the blanks and lines of code and of text that counts them", () => {
    const vscode =
      "<div style=\"font-family: Consolas, 'Courier New', monospace;white-space: pre;\"><div><span>if a:</span></div><div><span>    b</span></div><br><div>c</div></div>";
    expect(cleanPaste(vscode).html).toBe("<pre><code>if a:\n    b\n\nc</code></pre>");
    const jetbrains = "<pre style=\"font-family:'JetBrains Mono'\">if a:<br>&nbsp;&nbsp;b<br></pre>";
    expect(cleanPaste(jetbrains).html).toBe("<pre><code>if a:\n  b</code></pre>");
    expect(cleanPaste('<div style="white-space: pre-wrap">one\ntwo</div>').html).toBe("<p>one<br>two</p>");
  });

  it("keeps words in separate blocks apart", () => {
    expect(cleanPaste("<dl><dt>Lark</dt><dd>A bird</dd></dl><center>one</center><aside>two</aside>").html).toBe(
      "<p><strong>Lark</strong></p><p>A bird</p><p>one</p><p>two</p>",
    );
    expect(cleanPaste("<form>in<p>a form</p>here</form>").html).toBe("<p>in</p><p>a form</p><p>here</p>");
    expect(cleanPaste("<object><table><tr><td>Apple Notes</td></tr></table></object>").html).toBe(
      "<table><tr><td>Apple Notes</td></tr></table>",
    );
  });

  it("keeps empty rows, alignment and bold cells of tables", () => {
    const sheet =
      '<table><tr><td rowspan="2" style="font-weight:bold">a</td><td style="text-align:right">1</td></tr><tr><td></td></tr></table>';
    expect(cleanPaste(sheet).html).toBe(
      '<table><tr><td rowspan="2"><strong>a</strong></td><td align="right">1</td></tr><tr><td></td></tr></table>',
    );
  });

  it("keeps formulas, and what plays", () => {
    const katex =
      '<p>so <span class="katex"><span class="katex-mathml"><math><semantics><mi>E</mi><annotation encoding="application/x-tex">E=mc^2</annotation></semantics></math></span><span class="katex-html">E=mc2</span></span></p>';
    expect(cleanPaste(katex).html).toBe('<p>so <code class="language-math">E=mc^2</code></p>');
    const wikipedia =
      '<p>so <span class="mwe-math-element"><img src="https://wikimedia.org/a" class="mwe-math-fallback-image-inline" alt="{\\displaystyle E=mc^{2}}"></span></p>';
    expect(cleanPaste(wikipedia).html).toBe('<p>so <code class="language-math">E=mc^{2}</code></p>');
    const embed =
      '<figure><div><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe></div><figcaption>A song</figcaption></figure>';
    const address = "https://www.youtube.com/watch?v=dQw4w9WgXcQ";
    expect(cleanPaste(embed).html).toBe(`<figure class="embed"><a href="${address}">${address}</a></figure><p>A song</p>`);
    expect(cleanPaste('<iframe src="https://maps.example/x"></iframe>').html).toBe(
      '<p><a href="https://maps.example/x">https://maps.example/x</a></p>',
    );
    expect(
      cleanPaste('<figure><audio controls><source src="https://a.example/b.mp3"></audio><figcaption>Dawn</figcaption></figure>')
        .html,
    ).toBe('<figure class="audio"><audio src="https://a.example/b.mp3"></audio><figcaption>Dawn</figcaption></figure>');
  });

  it("leaves out comments and what the other program hides", () => {
    const word =
      "<p class=MsoNormal>Some<span class=MsoCommentReference><a class=msocomanchor href='#_msocom_1'>[A1]</a></span> text<span style='display:none'>x</span></p>" +
      "<div style='mso-element:comment-list'><hr class=msocomoff><div class=msocomtxt><p>[A1] Fix this</p></div></div>";
    expect(cleanPaste(word).html).toBe("<p>Some text</p>");
  });

  it("keeps the levels of headings, and underlined words", () => {
    expect(cleanPaste("<h1>Part</h1><h2>Chapter</h2><h3>Page</h3><h1>Part</h1>").html).toBe(
      "<h2>Part</h2><h3>Chapter</h3><h4>Page</h4><h2>Part</h2>",
    );
    expect(cleanPaste("<h1>Title</h1><h2>Chapter</h2>").html).toBe("<h2>Title</h2><h2>Chapter</h2>");
    expect(cleanPaste('<p><span style="text-decoration:underline">so</span> <q>said</q></p>').html).toBe(
      "<p><u>so</u> <q>said</q></p>",
    );
  });

  it("takes the text of however many nested elements", () => {
    const depth = 20_000;
    expect(cleanPaste(`${"<div>".repeat(depth)}Dawn${"</div>".repeat(depth)}`).html).toContain("Dawn");
    expect(cleanPaste(`${"<blockquote>".repeat(depth)}<p>Dawn</p>`).html).toContain("<p>Dawn</p>");
  });

  it("leaves a plain phrase a phrase", () => {
    expect(cleanPaste("<span style='color:red'>two words</span>").html).toBe("two words");
  });
});
