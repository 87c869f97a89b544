import { expect, test } from "vitest";
import { randomArticle } from "../../../../test/random-articles.ts";
import { htmlToMarkdown, markdownToHtml } from "./convert-html.ts";
import { lossBetween } from "./views.ts";

test("random articles with every kind of block survive the way to Markdown and back", () => {
  for (let seed = 0; seed < 400; seed += 1) {
    const html = randomArticle(seed);
    const markdown = htmlToMarkdown(html);
    expect({ seed, markdown, losses: lossBetween(html, markdownToHtml(markdown)) }).toEqual({ seed, markdown, losses: [] });
  }
});

test.each([
  ['<aside class="callout-tip"><p>Sing <em>early</em>.</p></aside>', "> [!TIP]\n> Sing *early*."],
  ['<aside class="callout-note"><ul><li>a</li></ul></aside>', "> [!NOTE]\n>\n> - a"],
  ["<details><summary>More</summary><p>inside</p></details>", "<details>\n<summary>More</summary>\n\ninside\n\n</details>"],
  ['<p>So <code class="language-math">E=mc^2</code>.</p>', "So $E=mc^2$."],
  ['<pre><code class="language-math">a\\\\\n\nb</code></pre>', "$$\na\\\\\n\nb\n$$"],
  ['<pre><code class="language-mermaid">graph TD\nA --&gt; B</code></pre>', "```mermaid\ngraph TD\nA --> B\n```"],
  ["<p>It costs $5, not $6.</p>", "It costs \\$5, not \\$6."],
  ["<p>It costs $5.</p>", "It costs $5."],
  ["<p>At https://example.com/a_b, [x^2] and [note].</p>", "At https\\://example.com/a\\_b, \\[x^2&#93; and \\[note\\]."],
  [
    '<p><a href="https://example.com/a_b">https://example.com/a_b</a></p>',
    "[https://example.com/a\\_b](https://example.com/a_b)",
  ],
])("%s is written as Markdown and read again", (html, markdown) => {
  expect(htmlToMarkdown(html)).toBe(markdown);
  expect(lossBetween(html, markdownToHtml(markdown))).toEqual([]);
});

test.each([
  ["> [!warning]\n> Mind the cat", '<aside class="callout-warning">\n<p>Mind the cat</p>\n</aside>'],
  ["> [!NOTE]\n\nafter", '<aside class="callout-note"></aside>\n<p>after</p>'],
  ["> [!NOTES]\n> x", "<blockquote>\n<p>[!NOTES]\nx</p>\n</blockquote>"],
  ["> > [!TIP]\n> > x\n>\n> y", '<blockquote>\n<aside class="callout-tip">\n<p>x</p>\n</aside>\n<p>y</p>\n</blockquote>'],
  ["costs $5 and $6, or US$7, $HOME/$USER", "<p>costs $5 and $6, or US$7, $HOME/$USER</p>"],
  ["a $x_1*y*z$ b $$q$$", '<p>a <code class="language-math">x_1*y*z</code> b <code class="language-math">q</code></p>'],
  ["$$x^2$$", '<pre><code class="language-math">x^2\n</code></pre>'],
  ["- $$\n  x\n  $$\n- b", '<ul>\n<li>\n<pre><code class="language-math">x\n</code></pre>\n</li>\n<li>b</li>\n</ul>'],
  ["> $$\n> x\n> $$", '<blockquote>\n<pre><code class="language-math">x\n</code></pre>\n</blockquote>'],
  ["- [ ] look\n- [x] seen", "<ul>\n<li>☐ look</li>\n<li>☑ seen</li>\n</ul>"],
  [
    "\\(E=mc^2\\), \\(c\\) and \\[\\frac{a}{b}\\,dx\\]",
    '<p><code class="language-math">E=mc^2</code>, <code class="language-math">c</code> and <code class="language-math">\\frac{a}{b}\\,dx</code></p>',
  ],
  [
    "a\n\\[\n\\int_0^1 x^2\\,dx\n\\]\nb",
    '<p>a</p>\n<pre><code class="language-math">\\int_0^1 x^2\\,dx\n</code></pre>\n<p>b</p>',
  ],
  [
    "- \\[\n  x\n  \\]\n- \\[ y = 1 \\]",
    '<ul>\n<li>\n<pre><code class="language-math">x\n</code></pre>\n</li>\n<li>\n<pre><code class="language-math">y = 1\n</code></pre>\n</li>\n</ul>',
  ],
  ["\\[note\\] \\(see below\\) \\\\(x\\\\) \\(open", "<p>[note] (see below) \\(x\\) (open</p>"],
  ["(c) 12(c), (R) (tm) +- 2, why????? ,, and", "<p>(c) 12(c), (R) (tm) +- 2, why????? ,, and</p>"],
  ["'90s, '68, 'tis rock 'n' roll, 'em; '1984' 'cause'", "<p>’90s, ’68, ’tis rock ’n’ roll, ’em; ‘1984’ ‘cause’</p>"],
  ["6'2\" tall, \"Section 5\", the 1980's 'part 6'", "<p>6′2″ tall, “Section 5”, the 1980’s ‘part 6’</p>"],
  ["a \\--- b, \\... c -- d --- e...", "<p>a --- b, ... c – d — e…</p>"],
  [
    "See https://a.example/a_b_c.\n\n* https://b.example/",
    '<p>See <a href="https://a.example/a_b_c">https://a.example/a_b_c</a>.</p>\n<ul>\n<li><a href="https://b.example/">https://b.example/</a></li>\n</ul>',
  ],
  [
    "`https://a.example` www.b.example ada@c.example ftp://d.example",
    "<p><code>https://a.example</code> www.b.example ada@c.example ftp://d.example</p>",
  ],
  ["$$ never closed\n\nx", "<p>$$ never closed</p>\n<p>x</p>"],
])("Markdown %j", (markdown, html) => {
  expect(markdownToHtml(markdown)).toBe(html);
});
