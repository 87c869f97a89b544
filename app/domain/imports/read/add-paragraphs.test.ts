import { describe, expect, it } from "vitest";
import { growth, LINEAR } from "../../../../test/growth.ts";
import { addParagraphs } from "./add-paragraphs.ts";

/** What `wpautop` gives, by WordPress's documentation and its own tests; `<br />` is written `<br>` here. */
const CASES: [what: string, text: string, shown: string][] = [
  ["paragraphs and line breaks", "One\ntwo.\n\n\nThree.\r\n\r\nFour", "<p>One<br>\ntwo.</p>\n<p>Three.</p>\n<p>Four</p>"],
  [
    "lists between paragraphs",
    "First:\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\nAnd then\non.",
    "<p>First:</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n<p>And then<br>\non.</p>",
  ],
  [
    "preformatted text",
    "Look\n\n<pre>Line1<br />Line2<br>\n\nLine 4\n</pre>\n\nCool",
    "<p>Look</p>\n<pre>Line1<br />Line2<br>\n\nLine 4\n</pre>\n<p>Cool</p>",
  ],
  ["a quotation", "<blockquote>foo</blockquote>", "<blockquote><p>foo</p></blockquote>"],
  [
    "lines of a quotation",
    "<blockquote>To be\nor not to be\n<cite>Hamlet</cite></blockquote>",
    "<blockquote><p>To be<br>\nor not to be<br>\n<cite>Hamlet</cite></p></blockquote>",
  ],
  [
    "paragraphs of a quotation",
    "He said:\n<blockquote>\nOne\n\nTwo\n\nThree\n</blockquote>",
    "<p>He said:</p>\n<blockquote><p>One</p>\n<p>Two</p>\n<p>Three</p></blockquote>",
  ],
  ["lines of a box", "<div>A poem\nin two lines</div>", "<div>A poem<br>\nin two lines</div>"],
  ["paragraphs of a box", "<div>A\n\nB\n\nC</div>", "<div><p>A</p>\n<p>B</p>\n<p>C</p></div>"],
  [
    "lines of a cell",
    "<table><tr><td>a\nb</td><td>c</td></tr></table>",
    "<table>\n<tr>\n<td>a<br>\nb</td>\n<td>c</td>\n</tr>\n</table>",
  ],
  ["lines of an item", "<ol><li>a\nb</li></ol>", "<ol>\n<li>a<br>\nb</li>\n</ol>"],
  ["a list in an item", "<ul><li>a\n<ul><li>b</li></ul>\n</li></ul>", "<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>"],
  ["a paragraph that is written", '<p class="x">a\nb</p>\nc', '<p class="x">a<br>\nb</p>\n<p>c</p>'],
  ["a blank line in one", "<p>a\n\nb</p>", "<p>a</p>\n<p>b</p>"],
  ["a heading", "<h2>a</h2>\nb", "<h2>a</h2>\n<p>b</p>"],
  ["text before a block", "a<div>b</div>", "<p>a</p>\n<div>b</div>"],
  ["a line", "paragraph1<hr>paragraph2", "<p>paragraph1</p>\n<hr>\n<p>paragraph2</p>"],
  [
    "a figure",
    '<figure>\n<img src="example.jpg" />\n<figcaption>Caption</figcaption>\n</figure>',
    '<figure><img src="example.jpg" />\n<figcaption>Caption</figcaption>\n</figure>',
  ],
  [
    "written line breaks",
    "line 1<br>\nline 2<br/>\nline 3<br />\nline 4\nline 5",
    "<p>line 1<br>\nline 2<br/>\nline 3<br />\nline 4<br>\nline 5</p>",
  ],
  ["several of them", "line 1<br>\n<br/>\nline 2", "<p>line 1</p>\n<p>line 2</p>"],
  [
    "lines within tags and comments",
    "Hello <a\nhref='world'> <!-- a\n\nb --> you",
    "<p>Hello <a\nhref='world'> <!-- a\n\nb --> you</p>",
  ],
  ["elements within lines", "<strong>a</strong> b\n<em>c</em>", "<p><strong>a</strong> b<br>\n<em>c</em></p>"],
  [
    "blocks in a row",
    "<div attr='value'>foo</div><h3 attr='value'>foo</h3><address>foo</address>",
    "<div attr='value'>foo</div>\n<h3 attr='value'>foo</h3>\n<address>foo</address>",
  ],
  [
    "a script",
    "a\n\n<script>\nvar a = 1;\n\nb();\n</script>\n\nb",
    "<p>a</p>\n<script>\nvar a = 1;\n\nb();\n</script>\n<p>b</p>",
  ],
  [
    "a URL alone",
    "See\n\nhttps://youtu.be/x?a=1&amp;b=2\n\nthere",
    '<p>See</p>\n<p><a href="https://youtu.be/x?a=1&amp;b=2">https://youtu.be/x?a=1&amp;b=2</a></p>\n<p>there</p>',
  ],
  ["a smaller sign", "a < b\nand <3", "<p>a < b<br>\nand <3</p>"],
  ["an end without a beginning", "a</div>\n\nb", "<p>a</p>\n<p>b</p>"],
];

describe("addParagraphs does what WordPress does with", () => {
  it.each(CASES)("%s", (_, text, shown) => {
    expect(addParagraphs(text)).toBe(shown);
  });
});

it.each(["<!-- ", "<script>", "<pre>", "<div>", "</div>", "<blockquote>\n\n", "\n ", "<br> ", "<a href='", "<svg>"])(
  "takes linear time for %j",
  async (part) => {
    expect(await growth((size) => addParagraphs(part.repeat(size)), 4000)).toBeLessThan(LINEAR);
  },
);
