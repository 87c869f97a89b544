import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { LIGHTS } from "./art-rules.ts";
import { type ArtTheme, artPalette, hueAndChroma, LIGHT_TONES, NIGHT, READABLE, TONES, wordsOn } from "./palette.ts";

const seed = new URL("../../../db/seed/categories.yaml", import.meta.url);
const categories: { slug: string; color: string }[] = [
  ...parse(readFileSync(seed, "utf8")),
  ...["default", "mountains", "coast", "dunes", "woods"].map((slug) => ({ slug, color: "#3b82f6" })),
];
const tokens = ["--art-paper", "--art-sky", "--art-1", "--art-2", "--art-3", "--art-ink", "--art-sun"];
const css = readFileSync(new URL("../../ui/illustration/art.css", import.meta.url), "utf8");
const drawing = (slug: string) => readFileSync(new URL(`../../ui/illustration/${slug}.svg`, import.meta.url), "utf8");

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5]
    .map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

describe("hueAndChroma", () => {
  // Reference values of CSS Color 4: oklch(0.62796 0.25768 29.234) is #ff0000.
  test.each([
    ["#ff0000", 29.23],
    ["#00ff00", 142.5],
    ["#0000ff", 264.05],
  ])("%s has hue %f and the chroma held at 0.16", (hex, hue) => {
    expect(hueAndChroma(hex).h).toBeCloseTo(hue, 1);
    expect(hueAndChroma(hex).c).toBe(0.16);
  });

  test("a gray gets the default hue and a breath of color", () => {
    expect(hueAndChroma("#808080")).toEqual({ h: 262, c: 0.02 });
  });

  test("refuses other forms than #rrggbb", () => {
    expect(() => hueAndChroma("blue")).toThrow(RangeError);
    expect(() => artPalette("#fff", "light")).toThrow(RangeError);
  });
});

describe("artPalette", () => {
  test("computes what a browser computes", () => {
    // What Chromium computes for the declarations of art.css.
    expect(artPalette("#3b82f6", "light")["--art-sun"]).toBe("#f59359");
    expect(artPalette("#7974c5", "light")["--art-2"]).toBe("#8581cf");
    expect(artPalette("#609043", "light")["--art-3"]).toBe("#395b24");
    expect(artPalette("#609043", "dark")["--art-3"]).toBe("#10221f");
  });

  test.each(categories)("$slug: seven hexes whose lightness falls from paper to ink, in both themes", ({ color }) => {
    for (const theme of ["light", "dark"] as ArtTheme[]) {
      const palette = artPalette(color, theme);
      expect(Object.keys(palette)).toEqual(tokens);
      for (const hex of Object.values(palette)) expect(hex).toMatch(/^#[0-9a-f]{6}$/);
      const steps = Object.values(palette).slice(0, 6).map(luminance);
      expect(steps).toEqual([...steps].sort((a, b) => b - a));
    }
  });

  test.each(categories)("$slug: the drawing's fallbacks are its light palette", ({ slug, color }) => {
    const palette: Record<string, string> = artPalette(color, "light");
    const used = [...drawing(slug).matchAll(/="var\((--art-\w+), (#[0-9a-f]{6})\)"/g)];
    expect(used.length).toBeGreaterThan(10);
    for (const [, token, hex] of used) expect(hex).toBe(palette[token as string]);
  });
});

describe("drawings", () => {
  test("one for each initial category, four landscapes and one for what has no category", () => {
    const files = readdirSync(new URL("../../ui/illustration/", import.meta.url)).filter((name) => name.endsWith(".svg"));
    expect(files.sort()).toEqual(categories.map(({ slug }) => `${slug}.svg`).sort());
  });

  test.each(categories)("$slug: at most 8 KB, one symbol, colors only through tokens", ({ slug }) => {
    const svg = drawing(slug);
    expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(8192);
    expect(svg.match(/\bid="/g)).toHaveLength(1);
    expect(svg).toContain('<symbol id="art" viewBox="0 0 640 360" preserveAspectRatio="xMidYMid slice">');
    expect(svg).toContain('<use href="#art"/>');
    expect(svg).not.toMatch(/<style|style=|<text|<filter|<script|Gradient|<image/);
    expect(svg.match(/(fill|stroke)="(?!var\(--art-|none")[^"]*"/g)).toBeNull();
  });
});

describe("art.css", () => {
  const block = (selector: string) => css.slice(css.indexOf(`${selector} {`)).split("}")[0] as string;

  test.each([".art", '[data-theme="dark"] .art', ":root:not([data-theme]) .art"])("%s sets every token", (selector) => {
    for (const token of tokens) expect(block(selector)).toContain(`${token}:`);
  });

  test.each([
    [".art", "light"],
    ['[data-theme="dark"] .art', "dark"],
  ] as const)("%s declares the %s tones of palette.ts", (selector, theme) => {
    for (const [token, tone] of Object.entries(TONES[theme])) {
      const own = "k" in tone ? `calc(var(--cat-c, 0.12) * ${tone.k}) var(--cat-h, 262)` : `${tone.c} ${tone.h}`;
      const color = `oklch(${tone.l} ${own})`;
      const night = "k" in tone && tone.night ? tone.night : 0;
      const mixed = `color-mix(in oklab, ${color}, oklch(${tone.l} ${NIGHT.c} ${NIGHT.h}) ${Math.round(night * 100)}%)`;
      expect(block(selector)).toContain(`${token}: ${night ? mixed : color};`);
    }
  });

  test.each(LIGHTS.slice(1))("%s changes the light tones as palette.ts does", (light) => {
    const rule = block(`.art.art.art-${light}`).replace(/\s+/g, " ").replaceAll("( ", "(");
    for (const [token, tone] of Object.entries(LIGHT_TONES[light])) {
      const own = "k" in tone ? `calc(var(--cat-c, 0.12) * ${tone.k}) var(--cat-h, 262)` : `${tone.c} ${tone.h}`;
      expect(rule).toContain(`${token}: light-dark(oklch(${tone.l} ${own}), `);
    }
  });

  test("the two ways into the dark agree", () => {
    const rules = (selector: string) => [...block(selector).matchAll(/--art-[^;]+;/g)].map(([rule]) => rule);
    expect(rules(":root:not([data-theme]) .art")).toEqual(rules('[data-theme="dark"] .art'));
  });
});

test.each(["#3b82f6", "#ffee00", "#000000", "#ffffff", "#808080", "#00ff00", "#7f1d1d"])(
  "a category's words can be read on the paper of both themes, whatever its color: %s",
  (hex) => {
    for (const theme of ["light", "dark"] as const) {
      const { words, paper, contrast, own } = wordsOn(hex, theme);
      expect(contrast).toBeGreaterThanOrEqual(READABLE);
      const [light = 0, dark = 0] = [luminance(words), luminance(paper)].sort((a, b) => b - a);
      expect(contrast).toBeCloseTo((light + 0.05) / (dark + 0.05), 5);
      expect(own).toBeGreaterThanOrEqual(1);
    }
  },
);

test("reports colors that are hard to read", () => {
  expect(wordsOn("#ffee00", "light").own).toBeLessThan(READABLE);
  expect(wordsOn("#ffee00", "dark").own).toBeGreaterThan(READABLE);
  expect(wordsOn("#000080", "dark").own).toBeLessThan(READABLE);
});
