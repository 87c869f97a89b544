import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Illustration } from "./illustration.tsx";

test("a category without a drawing has its own color class and a landscape", () => {
  const html = renderToStaticMarkup(createElement(Illustration, { slug: "gardening", className: "wide" }));
  expect(html).toContain('class="art cat-gardening wide"');
  const href = (slug: string) => /<use href="([^"]*)"/.exec(renderToStaticMarkup(createElement(Illustration, { slug })))?.[1];
  expect(html).toContain(`href="${href("gardening")}"`);
  expect(href("gardening")).not.toBe(href(""));
  expect(href("gardening")).not.toBe(href("tech"));
  expect(html).toContain('aria-hidden="true"');
});

test("a face varies light, direction and part without a style attribute", () => {
  const at = (face: number) => renderToStaticMarkup(createElement(Illustration, { slug: "tech", face }));
  expect(at(0)).toContain('class="art cat-tech" viewBox="0 0 640 360"');
  expect(at(0)).not.toContain("transform");
  expect(at(14)).toContain('class="art art-dusk cat-tech" viewBox="16 24 560 315"');
  expect(at(14)).toContain('transform="matrix(-1 0 0 1 640 0)"');
  expect(at(14)).not.toContain("style");
});

test("a title gives it a name for screen readers", () => {
  const html = renderToStaticMarkup(createElement(Illustration, { slug: "tech", title: "A dish under the stars" }));
  expect(html).toContain('role="img"');
  expect(html).toContain('aria-label="A dish under the stars"');
  expect(html).not.toContain("aria-hidden");
});
