import { expect, test } from "vitest";
import { countLinks } from "../linked-text.ts";
import { commentHtml } from "./present-comment.ts";

test("line breaks stay, an empty line starts a paragraph, and everything else is escaped", () => {
  expect(commentHtml('One\nTwo\n\n<b>Three</b> & "four"')).toBe(
    "<p>One<br>Two</p><p>&lt;b&gt;Three&lt;/b&gt; &amp; &quot;four&quot;</p>",
  );
});

test("web URLs become links that search engines don't follow", () => {
  const link = (href: string, text = href) => `<a href="${href}" rel="nofollow ugc noopener">${text}</a>`;
  expect(commentHtml("See https://larks.example/a?b=1&c=2, or www.larks.com.")).toBe(
    `<p>See ${link("https://larks.example/a?b=1&amp;c=2")}, or ${link("http://www.larks.com", "www.larks.com")}.</p>`,
  );
});

test.each([
  "javascript:alert(1)",
  "ftp://larks.example/x",
  "//larks.example",
  "mailto:ada@larks.example",
  "ada@larks.example",
  "data:text/html,<script>alert(1)</script>",
])("%s is not linked", (text) => {
  expect(commentHtml(text)).not.toContain("<a ");
  expect(countLinks(text)).toBe(0);
});

test.each(['https://larks.example/"onmouseover="alert(1)', "https://larks.example/<script>alert(1)</script>"])(
  "%s stays within its attribute",
  (text) => {
    expect(commentHtml(text).replace(/<\/?(p|a)( href="[^"<>]*" rel="nofollow ugc noopener")?>/g, "")).not.toMatch(/[<>"]/);
  },
);

test("a comment of maximum length with nothing but URLs is rendered quickly", () => {
  const text = "www.a-b-c.com ".repeat(334).slice(0, 5000);
  expect(countLinks(text)).toBe(334);
  expect(commentHtml(text).match(/<a /g)).toHaveLength(334);
});
