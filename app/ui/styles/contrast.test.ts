import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

// Text needs a contrast of 4.5:1 on all its backgrounds, in both themes, for any hue and chroma of a category.
const TOKENS = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
const CODE = readFileSync(new URL("../../pages/public/story/code.css", import.meta.url), "utf8");
const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const COLOR = String.raw`oklch\(([\d.]+) (?:([\d.]+)|calc\(var\(--cat-c\) \* ([\d.]+)\)) (?:([\d.]+)|var\(--cat-h\))\)`;
const PAIR = String.raw`light-dark\(\s*${COLOR},\s*${COLOR}\s*\)`;
type Match = (string | undefined)[];

/** Relative luminance (WCAG) of one side of a pair, for a category of hue `h` and chroma `c`. */
function luminance(match: Match, theme: Theme, h = 0, c = 0): number {
  const [l, chroma, factor, hue] = match.slice(theme === "light" ? 1 : 5, theme === "light" ? 5 : 9);
  const C = chroma === undefined ? c * Number(factor) : Number(chroma);
  const H = ((hue === undefined ? h : Number(hue)) * Math.PI) / 180;
  const [a, b, L] = [C * Math.cos(H), C * Math.sin(H), Number(l)];
  // Björn Ottosson, "A perceptual color space for image processing"
  const x = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const y = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const z = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const inGamut = (v: number) => Math.min(1, Math.max(0, v));
  return (
    0.2126 * inGamut(4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z) +
    0.7152 * inGamut(-1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z) +
    0.0722 * inGamut(-0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z)
  );
}

const token = (name: string): Match => {
  const match = new RegExp(`${name}: ${PAIR}`).exec(TOKENS);
  if (!match) throw new Error(`no pair of colors for ${name}`);
  return match;
};
const contrast = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

const GROUNDS = ["--paper", "--paper-2", "--paper-3"];
const HUES = Array.from({ length: 72 }, (_, step) => step * 5);
const CHROMAS = [0.02, 0.06, 0.1, 0.16];

test.each(THEMES)("ink on paper, %s", (theme) => {
  for (const ground of GROUNDS)
    for (const ink of ["--ink", "--ink-2", "--ink-3"])
      expect(contrast(luminance(token(ink), theme), luminance(token(ground), theme)), `${ink} on ${ground}`).toBeGreaterThan(4.5);
});

test.each(THEMES)("a category's name on paper, and text on its tint, %s", (theme) => {
  for (const h of HUES)
    for (const c of CHROMAS) {
      for (const ground of ["--paper", "--paper-2"])
        expect(
          contrast(luminance(token("--cat"), theme, h, c), luminance(token(ground), theme)),
          `hue ${h} ${c}`,
        ).toBeGreaterThan(4.5);
      expect(contrast(luminance(token("--ink-2"), theme), luminance(token("--cat-soft"), theme, h, c))).toBeGreaterThan(4.5);
    }
});

test.each(THEMES)("code, %s", (theme) => {
  const colors = [...CODE.matchAll(new RegExp(`color: ${PAIR}`, "g"))];
  expect(colors.length).toBeGreaterThan(4);
  for (const color of colors)
    expect(contrast(luminance(color, theme), luminance(token("--paper-2"), theme)), color[0]).toBeGreaterThan(4.5);
});
