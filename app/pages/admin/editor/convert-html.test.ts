import { describe, expect, it } from "vitest";
import { htmlToMarkdown, markdownToHtml } from "./convert-html.ts";
import { lossBetween } from "./views.ts";

describe("HTML as Markdown", () => {
  it.each([
    ["<h2>Dawn &amp; dusk</h2><p>One <strong>bold</strong>, <em>two</em>.</p>", "## Dawn & dusk\n\nOne **bold**, *two*."],
    ["<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>", "- a\n  1. b\n- c"],
    ["<ul><li><p>a</p><p>b</p></li><li><p>c</p></li></ul>", "- a\n\n  b\n\n- c"],
    ['<ol start="3"><li>c</li></ol>', "3. c"],
    ["<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b"],
    ['<pre><code class="language-js">a\n```\nb\n</code></pre>', "````js\na\n```\nb\n````"],
    ['<p><a href="/a b" title="T">x</a><br><img src="/m.png" alt="A"></p>', '[x](</a b> "T")\\\n![A](/m.png)'],
    [
      '<table><tr><th>a</th><th align="right">b|c</th></tr><tr><td>1</td><td align="right">2</td></tr></table>',
      "| a | b\\|c |\n| --- | ---: |\n| 1 | 2 |",
    ],
    ["<p>1. no list, *no* mark</p><p># none</p>", "1\\. no list, \\*no\\* mark\n\n\\# none"],
    ["<p>H<sub>2</sub>O and <code>a`b</code></p>", "H<sub>2</sub>O and ``a`b``"],
    ["<p><strong>spaced </strong>out</p>", "**spaced** out"],
    ["<p>a<br></p><p>b<br> </p>", "a<br>\n\nb<br>"],
    ["<p><em>a<br></em>b</p>", "*a*\\\nb"],
    [
      '<p>a<sup class="footnote-ref"><a href="#fn-1" id="fnref-1">1</a></sup></p><section class="footnotes"><ol><li id="fn-1">b <em>c</em> <a href="#fnref-1" class="footnote-back">↩\ufe0e</a></li></ol></section>',
      "a[^1]\n\n[^1]: b *c*",
    ],
  ])("%s", (html, markdown) => {
    expect(htmlToMarkdown(html)).toBe(markdown);
  });

  it.each([
    '<h2>A <code>b</code></h2><p>c<strong>"d"</strong>e</p><hr><ul><li>f</li></ul><ul><li>g</li></ul>',
    '<figure><img src="/a.png" alt=""><figcaption>Dawn\n\nand dusk</figcaption></figure><p>after</p>',
    '<figure class="picture-wide"><img src="/a.png" alt="A" width="9" height="6"><figcaption>Dawn</figcaption></figure><p>after</p>',
    "<details><summary>More</summary><p>inside</p></details>",
    '<table><tr><td colspan="2">wide</td></tr><tr><td>a</td><td>b</td></tr></table>',
    "<p>a &lt;b&gt; &amp;amp; [c] _d_ ~~e~~ \\f 5 * 3 * 2</p>",
    "<ol><li>a<pre><code>x\n\ny</code></pre></li><li>b<blockquote><p>q</p></blockquote></li></ol>",
    '<p dir="rtl">x</p><p><abbr title="a b">AB</abbr></p>',
    "<p>a<br></p><p><em>b<br></em>c</p><p><strong><br>d</strong></p><ul><li>e<br></li></ul><h2>f<br></h2>",
    '<p>She said "no" -- and left...</p>',
    '<p>a<sup class="footnote-ref"><a href="#fn-1" id="fnref-1">1</a></sup> b<sup class="footnote-ref"><a href="#fn-1" id="fnref-1-2">1</a></sup></p><section class="footnotes"><ol><li id="fn-1"><p>c</p><p>d <a href="#fnref-1" class="footnote-back">↩\ufe0e</a> <a href="#fnref-1-2" class="footnote-back">↩\ufe0e</a></p></li></ol></section>',
    '<p>x</p><figure class="embed"><a href="https://vimeo.com/76979871">A film</a></figure><p>y</p>',
  ])("comes back whole: %s", (html) => {
    expect(lossBetween(html, markdownToHtml(htmlToMarkdown(html)))).toEqual([]);
  });
});
