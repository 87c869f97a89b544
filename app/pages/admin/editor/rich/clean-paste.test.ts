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
    });
  });

  it("comes out of Google Docs clean", () => {
    expect(cleanPaste(DOCS)).toEqual({
      html:
        "<h2>Slow mornings</h2>" +
        '<p>Plain, <strong>bold</strong><em> and italic</em>, <a href="https://example.com/a">a link</a><s> gone</s></p>' +
        "<ul><li><p>one</p><ul><li><p>one and a half</p></li></ul></li></ul>",
      pictures: 0,
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

  it("keeps this site's pictures and counts the others", () => {
    const { html, pictures } = cleanPaste(
      '<p><img src="/media/1/640.webp" alt="Dawn" style="x"><img src="https://elsewhere.example/a.png"></p>',
    );
    expect(html).toBe('<p><img src="/media/1/640.webp" alt="Dawn"></p>');
    expect(pictures).toBe(1);
  });

  it("leaves a plain phrase a phrase", () => {
    expect(cleanPaste("<span style='color:red'>two words</span>").html).toBe("two words");
  });
});
