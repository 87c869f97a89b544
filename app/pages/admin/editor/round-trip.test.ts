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
  ["$$ never closed\n\nx", "<p>$$ never closed</p>\n<p>x</p>"],
])("Markdown %j", (markdown, html) => {
  expect(markdownToHtml(markdown)).toBe(html);
});
