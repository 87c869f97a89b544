// slow: app/domain/appearance/ app/ui/styles/ app/pages/public/story/code.css

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findColorProblems, type LookColors, withOffered } from "./color-rules.ts";
import { lookStyles, SHIPPED_LOOK } from "./look-rules.ts";

// Contrast is computed here from the formulas of WCAG 2.2 and of OKLab, on what the style sheets say, not by the product's own code.
const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];
type Rgb = [number, number, number];

const sheet = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const TOKENS = sheet("../../ui/styles/tokens.css");
const CODE = sheet("../../pages/public/story/code.css");

/** WCAG 2.2, "relative luminance" and "contrast ratio". */
const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
const ratio = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

function ofHex(hex: string): number {
  const [, r = "", g = "", b = ""] = /^#(..)(..)(..)$/.exec(hex) ?? [];
  const linear = (byte: string) => {
    const value = Number.parseInt(byte, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return luminance([linear(r), linear(g), linear(b)]);
}

/** Björn Ottosson, "A perceptual color space for image processing"; what sRGB lacks is cut off, as browsers do. */
function ofOklch(l: number, c: number, h: number): number {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)];
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const cut = (value: number) => Math.min(1, Math.max(0, value));
  return luminance([
    cut(4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z),
    cut(-1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z),
    cut(-0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z),
  ]);
}

const OKLCH = String.raw`oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)`;
const SHIPPED = new RegExp(String.raw`(--[\w-]+|color): light-dark\(${OKLCH}, ${OKLCH}\)`, "g");

/** The luminances of all pairs of plain colors in a sheet, by name. */
const pairsOf = (text: string) =>
  [...text.matchAll(SHIPPED)].map(([, name = "", ...values]) => {
    const [l, c, h, dl, dc, dh] = values.map(Number) as [number, number, number, number, number, number];
    return [name, { light: ofOklch(l, c, h), dark: ofOklch(dl, dc, dh) }] as const;
  });

/** The tokens of a page in a look: the shipped ones, replaced by those that its styles set. */
function tokensOf(colors: LookColors): Record<string, Record<Theme, number>> {
  const own = lookStyles({ ...SHIPPED_LOOK, ...colors }).all.matchAll(/(--[\w-]+):light-dark\((#\w{6}),(#\w{6})\)/g);
  const set = [...own];
  // What comes after the accent is for buttons.
  const accent = set.findLastIndex(([, name]) => name === "--dawn");
  const root = accent < 0 ? set : set.slice(0, accent + 1);
  return {
    ...Object.fromEntries(pairsOf(TOKENS)),
    ...Object.fromEntries(root.map(([, name, light = "", dark = ""]) => [name, { light: ofHex(light), dark: ofHex(dark) }])),
  };
}

const CATEGORIES = Array.from({ length: 72 }, (_, n) => n * 5).flatMap((h) => [0.02, 0.06, 0.1, 0.16].map((c) => ({ h, c })));
const NAMES = { light: { l: 0.46, k: 1.05 }, dark: { l: 0.79, k: 0.85 } };
const TINTS = { light: { l: 0.945, k: 0.28 }, dark: { l: 0.285, k: 0.4 } };
const IN_CODE = pairsOf(CODE);

/** The lowest contrast of any text in a look. */
function lowest(colors: LookColors): { ratio: number; pair: string } {
  const tokens = tokensOf(colors);
  let low = { ratio: 21, pair: "" };
  const see = (pair: string, a: number, b: number) => {
    const found = ratio(a, b);
    if (found < low.ratio) low = { ratio: found, pair };
  };
  for (const theme of THEMES) {
    const of = (name: string) => tokens[name]?.[theme] ?? Number.NaN;
    const papers = ["--paper", "--paper-2", "--paper-3"];
    for (const paper of papers)
      for (const ink of ["--ink", "--ink-2", "--ink-3"]) see(`${ink} on ${paper}, ${theme}`, of(ink), of(paper));
    for (const paper of papers.slice(0, 2)) {
      for (const text of ["--dawn"]) see(`${text} on ${paper}, ${theme}`, of(text), of(paper));
      for (const { h, c } of CATEGORIES)
        see(`category ${h} on ${paper}, ${theme}`, ofOklch(NAMES[theme].l, c * NAMES[theme].k, h), of(paper));
    }
    see(`--danger on paper-2, ${theme}`, of("--danger"), of("--paper-2"));
    for (const { h, c } of CATEGORIES)
      see(`--ink-2 on the tint ${h}, ${theme}`, of("--ink-2"), ofOklch(TINTS[theme].l, c * TINTS[theme].k, h));
    for (const [, color] of IN_CODE) see(`code on paper-2, ${theme}`, color[theme], of("--paper-2"));
  }
  return low;
}

/** Numbers from a seed (mulberry32), so that a failure can be repeated. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
const SEED = Math.floor(Math.random() * 2 ** 31);
const random = randomFrom(SEED);
const hex = (from: number, to: number) =>
  `#${[0, 0, 0]
    .map(() =>
      Math.floor(from + random() * (to - from))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;

/** Any color at all, or papers that may do. */
const brand = (n: number): LookColors => ({
  accent: { light: hex(0, 256), dark: hex(0, 256) },
  paper: n % 3 === 0 ? { light: hex(0, 256), dark: hex(0, 256) } : { light: hex(225, 256), dark: hex(8, 50) },
});

describe(`200 random brands, seed ${SEED}`, () => {
  const brands = Array.from({ length: 200 }, (_, n) => brand(n));

  test("what can be saved can be read, and what can't be read can't be saved", () => {
    for (const colors of brands) {
      const { ratio: found, pair } = lowest(colors);
      const problems = findColorProblems(colors);
      if (problems.length === 0) expect(found, `${JSON.stringify(colors)}: ${pair}`).toBeGreaterThanOrEqual(4.5);
      else expect(found, JSON.stringify({ colors, problems })).toBeLessThan(4.52);
    }
  });

  test("what is offered can be saved and read", () => {
    let refused = 0;
    for (const colors of brands) {
      if (findColorProblems(colors).length > 0) refused += 1;
      const offered = withOffered(colors);
      expect(findColorProblems(offered), JSON.stringify({ colors, offered })).toEqual([]);
      const { ratio: found, pair } = lowest(offered);
      expect(found, `${JSON.stringify(offered)}: ${pair}`).toBeGreaterThanOrEqual(4.5);
    }
    expect(refused).toBeGreaterThan(50);
  });
});

test("the shipped colors are those of the style sheet, and can be saved", () => {
  const tokens = Object.fromEntries(pairsOf(TOKENS));
  for (const theme of THEMES) {
    expect(ofHex(SHIPPED_LOOK.paper[theme])).toBeCloseTo(tokens["--paper"]?.[theme] ?? 0, 2);
    expect(ofHex(SHIPPED_LOOK.accent[theme])).toBeCloseTo(tokens["--dawn"]?.[theme] ?? 0, 2);
  }
  expect(findColorProblems(SHIPPED_LOOK)).toEqual([]);
  expect(lookStyles(SHIPPED_LOOK)).toEqual({ all: "", home: "" });
});

test("yellow can't be read on white; the offer is a darker yellow, and the dark theme keeps it", () => {
  const yellow = { light: "#ffd400", dark: "#ffd400" };
  const problems = findColorProblems({ ...SHIPPED_LOOK, accent: yellow });
  expect(problems).toEqual([
    expect.objectContaining({ field: "accent.light", theme: "light", pair: "the accent on tinted paper" }),
  ]);
  const [, r = "", g = "", b = ""] = /^#(..)(..)(..)$/.exec(problems[0]?.offered ?? "") ?? [];
  const [red, green, blue] = [r, g, b].map((byte) => Number.parseInt(byte, 16)) as Rgb;
  expect(red).toBeGreaterThan(100);
  expect(green).toBeGreaterThan(80);
  expect(blue).toBeLessThan(20);
});

test("a gray paper leaves too little contrast for names of categories; white is as good as it gets", () => {
  const [problem] = findColorProblems({ ...SHIPPED_LOOK, paper: { light: "#999999", dark: SHIPPED_LOOK.paper.dark } });
  expect(problem).toMatchObject({ field: "paper.light", theme: "light" });
  expect(Number.parseInt(problem?.offered.slice(1, 3) ?? "", 16)).toBeGreaterThan(0xd0);
});
