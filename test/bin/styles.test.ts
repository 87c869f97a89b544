import { describe, expect, test } from "vitest";
import { checkStyles } from "../../bin/check/styles.mjs";
import { tree } from "./tree.ts";

const BREAK_POINTS = "@custom-media --from-small (width >= 40rem);\n@custom-media --below-small (width < 40rem);\n";

const TOKENS = ":root {\n  --text-s: 0.875rem;\n  --space-8: 0.5rem;\n  --radius-s: 4px;\n}\n";

const violations = (css: string, path = "app/pages/public/home/home.css") =>
  checkStyles(tree({ "app/ui/styles/tokens.css": TOKENS, "app/ui/styles/break-points.css": BREAK_POINTS, [path]: css }))
    .violations;

describe("a style that leaves the scales is named with its line and what to use instead", () => {
  test.each([
    ["font-size: 0.9rem", "0.9rem is no size of type: take var(--text-…)"],
    ["font: 500 17px / 1.4 var(--sans)", "17px is no size of type"],
    ["font-size: clamp(1rem, 2vw, 3rem)", "1rem is no size of type"],
    ["margin-top: 0.6rem", "0.6rem is no step of space: take var(--space-…)"],
    ["margin: 0 auto -3px", "3px is no step of space"],
    ["padding: var(--space-8) 10px", "10px is no step of space"],
    ["padding-inline-start: 4vw", "4vw is no step of space"],
    ["gap: calc(var(--space-8) + 0.1rem)", "0.1rem is no step of space"],
    ["row-gap: 5dvh", "5dvh is no step of space"],
    ["border-radius: 5px", "5px is no radius: take var(--radius-…)"],
    ["border-top-left-radius: 1px", "1px is no radius"],
  ])("%s", (declaration, what) => {
    const found = violations(`.lead {\n  color: red;\n  ${declaration};\n}\n`);
    expect(found).toEqual([
      { path: "app/pages/public/home/home.css", line: 3, what: expect.stringContaining(`${declaration.split(":")[0]}: ${what}`) },
    ]);
    expect(found[0]?.what).toContain("app/ui/styles/tokens.css");
  });

  test.each([
    ["@media (min-width: 40rem)", "a width of its own: break points have names in app/ui/styles/break-points.css: --from-small"],
    ["@media (hover: hover) and (width < 40rem)", "a width of its own"],
    ["@media (--from-smal)", "--from-smal is no break point; app/ui/styles/break-points.css has --from-small, --below-small"],
  ])("%s", (query, what) => {
    expect(violations(`p {\n  color: red;\n}\n${query} {\n  p {\n    color: blue;\n  }\n}\n`)).toEqual([
      { path: "app/pages/public/home/home.css", line: 4, what: expect.stringContaining(what) },
    ]);
  });
});

test("a class that two rooms style", () => {
  const root = tree({
    "app/ui/form/form.css": ".field {\n  color: red;\n}\n",
    "app/pages/public/search/search.css": ".list {\n  color: red;\n}\n.wide .note,\n.field {\n  color: red;\n}\n",
    "app/pages/public/home/home.css": ".home .list,\n.list {\n  color: red;\n}\n",
    "app/pages/admin/tags/tags.css":
      ".tags > .list {\n  color: blue;\n}\n:is(.list, .note) {\n  color: blue;\n}\n\n.list:hover {\n  color: blue;\n}\n",
    "app/pages/admin/tags/notes.css": ".note {\n  color: blue;\n}\n.field > .list {\n  color: blue;\n}\n",
  });
  expect(checkStyles(root).violations).toEqual([
    {
      path: "app/pages/public/home/home.css",
      line: 1,
      what: expect.stringContaining(".list is also styled by app/pages/admin/tags/tags.css"),
    },
    expect.objectContaining({ path: "app/pages/public/search/search.css", line: 1 }),
  ]);
});

test.each([
  ".group:has(.half) > *",
  ".group:has(.half) .fields > :not(.half)",
  "td:not(:first-child, .choose + td):has(> .note) > *",
  ".list:not(:has(> :is(.a, .b))) ::before",
])("a selector that makes the browser style everything again: %s", (selector) => {
  const found = violations(`.a,\n.b {\n  color: red;\n}\n\n.c > *,\n${selector} {\n  color: red;\n}\n`);
  expect(found).toEqual([{ path: "app/pages/public/home/home.css", line: 6, what: expect.stringContaining("after :has()") }]);
});

test("selectors with :has() that end in a name, and others that don't, are allowed", () => {
  const selectors = [
    ".a:has(.b, :is(.c > *)) .d",
    ".a:has(> .b)::after",
    ".a > :not(.b)",
    ".a:has(.b) td:not(.c)",
    "html:has(.a)",
  ];
  expect(violations(`${selectors.join(",\n")} {\n  color: red;\n}\n`)).toEqual([]);
});

test("a token that doesn't exist", () => {
  expect(violations(".a {\n  gap: var(--space-8);\n  margin: 0 calc(-1 * var(--space-9));\n}\n")).toEqual([
    { path: "app/pages/public/home/home.css", line: 3, what: "--space-9 is no token of app/ui/styles/tokens.css" },
  ]);
});

test("tokens, lengths relative to the text, hairlines and other lengths are allowed", () => {
  const css = `.a {
  width: 17rem;
  margin: 0 auto -1px;
  padding: 0.2em 2px var(--space-8) calc(-1 * var(--inset));
  font: 500 var(--text-s) / 1.4 var(--sans);
  border-radius: 50% 0 var(--radius-s);
  inset: 3px;
}
@media (--below-small) and (pointer: coarse) {
  .a {
    font-size: inherit;
  }
}
@media print {
  .a {
    margin: 2cm;
    font-size: 11.5pt;
  }
}
`;
  expect(violations(css)).toEqual([]);
});

test("an exception is explained in a comment above it; a comment elsewhere explains nothing", () => {
  expect(violations(".a {\n  /* As wide as the button over it. */\n  padding-right: 7rem;\n}\n")).toEqual([]);
  expect(violations("/* font-size: 3px; */\n.a {\n  padding-right: 7rem;\n}\n")).toMatchObject([{ line: 3 }]);
});

test("the tokens themselves are lengths", () => {
  expect(violations(":root {\n  --text-s: 0.875rem;\n  font-size: 16px;\n}\n", "app/ui/styles/tokens.css")).toEqual([]);
});

test("a style sheet has 400 lines at most", () => {
  expect(violations(".a {\n}\n".repeat(200))).toEqual([]);
  expect(violations(`${".a {\n}\n".repeat(200)}.b {\n}\n`)).toEqual([
    { path: "app/pages/public/home/home.css", line: 401, what: expect.stringContaining("402 lines long, 400 at most") },
  ]);
});

test("the style sheets of the product follow the rules", () => {
  const { violations: found, files } = checkStyles(`${import.meta.dirname}/../..`);
  expect(found).toEqual([]);
  expect(files).toBeGreaterThan(40);
});
