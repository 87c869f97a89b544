import { expect, test } from "vitest";
import type { ShownNavigation } from "../../domain/navigation/navigation.ts";
import { withoutShown } from "./without-shown.ts";

const PAGE =
  '<header class="site-header"><nav class="wide-only" aria-label="Main"><ul class="main-links">' +
  '<li><a aria-current="page" href="/">Home &amp; away</a></li><li><a href="https://shop.example/?a=1&amp;b=2">Shop</a></li></ul></nav></header>' +
  '<footer class="site-footer"><ul class="social-links" aria-label="Elsewhere"><li><a href="https://github.com/heron" rel="me">' +
  '<svg class="icon" aria-hidden="true"><use href="/social.svg#github"></use></svg>GitHub</a></li></ul>' +
  '<nav aria-labelledby="footer-0"><h2 id="footer-0">Reader&#x27;s</h2><ul><li><a href="/about">About</a></li></ul></nav></footer>';
const NAVIGATION: ShownNavigation = {
  header: [
    { label: "Home & away", to: "/" },
    { label: "Shop", to: "https://shop.example/?a=1&b=2" },
  ],
  footer: [{ heading: "Reader's", links: [{ label: "About", to: "/about" }] }],
  social: [{ network: "github", label: "GitHub", to: "https://github.com/heron" }],
  announcement: null,
};
const shipped = (navigation: ShownNavigation | null, html = PAGE) => withoutShown({ name: "Heron", navigation }, html);

test("what a browser reads from the page isn't sent again", () => {
  expect(shipped(NAVIGATION)).toEqual({ name: "Heron", navigation: { announcement: null } });
  expect(shipped(null)).toEqual({ name: "Heron", navigation: null });
});

test("an article's text is sent once, with any attributes on its element", () => {
  const post = { title: "Rye", content_html: "<p>Bread &amp; butter</p>" };
  const page = (text: string) => `<main><div class="prose initial" dir="auto">${text}</div></main>`;
  expect(withoutShown(post, page(post.content_html))).toEqual({ ...post, content_html: { shown: "prose" } });
  for (const other of ["<p>Bread</p>", "", `${post.content_html}<p>More</p>`])
    expect(withoutShown(post, page(other))).toEqual(post);
  expect(withoutShown(post, "<main></main>")).toEqual(post);
});

test("what the page doesn't show like that stays", () => {
  expect(shipped(NAVIGATION, "<main></main>")).toEqual({ name: "Heron", navigation: NAVIGATION });
  // The menus that come with the site are in the page, but they aren't the owner's.
  const mixed = { ...NAVIGATION, header: null, social: [] };
  expect(shipped(mixed)).toEqual({ name: "Heron", navigation: { header: null, social: [], announcement: null } });
});
