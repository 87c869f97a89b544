import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { artSlug, Illustration } from "./illustration.tsx";

test("a category without a picture gets the default one", () => {
  expect(artSlug("decision-making")).toBe("decision-making");
  expect(artSlug("gardening")).toBe("default");
  expect(artSlug("toString")).toBe("default");
  expect(artSlug(null)).toBe("default");
});

test("an unknown category keeps its own colour class; only the picture falls back", () => {
  const html = renderToStaticMarkup(createElement(Illustration, { slug: "gardening", className: "wide" }));
  expect(html).toContain('class="art cat-gardening wide"');
  expect(html).toMatch(/<use href="[^"]*default[^"]*#art">/);
  expect(html).toContain('aria-hidden="true"');
});

test("a title makes it an image with a name", () => {
  const html = renderToStaticMarkup(createElement(Illustration, { slug: "tech", title: "A dish under the stars" }));
  expect(html).toContain('role="img"');
  expect(html).toContain('aria-label="A dish under the stars"');
  expect(html).not.toContain("aria-hidden");
});
