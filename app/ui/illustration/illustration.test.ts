import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { artSlug, Illustration } from "./illustration.tsx";

test("a category without a drawing gets the default one", () => {
  expect(artSlug("decision-making")).toBe("decision-making");
  expect(artSlug("gardening")).toBe("default");
  expect(artSlug("toString")).toBe("default");
  expect(artSlug(null)).toBe("default");
});

test("a category without a drawing has its own colour class and the default drawing", () => {
  const html = renderToStaticMarkup(createElement(Illustration, { slug: "gardening", className: "wide" }));
  expect(html).toContain('class="art cat-gardening wide"');
  expect(html).toMatch(/<use href="[^"]*default[^"]*#art">/);
  expect(html).toContain('aria-hidden="true"');
});

test("a title gives it a name for screen readers", () => {
  const html = renderToStaticMarkup(createElement(Illustration, { slug: "tech", title: "A dish under the stars" }));
  expect(html).toContain('role="img"');
  expect(html).toContain('aria-label="A dish under the stars"');
  expect(html).not.toContain("aria-hidden");
});
