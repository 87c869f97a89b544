import { expect, test } from "vitest";
import { withoutText } from "./page-state.ts";

test("an article's text is sent once, with any attributes on its element", () => {
  const post = { title: "Rye", content_html: "<p>Bread &amp; butter</p>" };
  const page = (text: string) => `<main><div class="prose initial" dir="auto">${text}</div></main>`;
  expect(withoutText(post, page(post.content_html))).toEqual({ ...post, content_html: { shown: "prose" } });
  for (const other of ["<p>Bread</p>", "", `${post.content_html}<p>More</p>`])
    expect(withoutText(post, page(other))).toEqual(post);
  expect(withoutText(post, "<main></main>")).toEqual(post);
});
