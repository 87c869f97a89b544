/** In sRGB, for social images, which have no style sheet. The same as in art.css; palette.test.ts checks that. */

import type { Light } from "./art-rules.ts";

export type ArtTheme = "light" | "dark";
export type ArtToken = "--art-paper" | "--art-sky" | "--art-1" | "--art-2" | "--art-3" | "--art-ink" | "--art-sun";
export type Oklch = { l: number; c: number; h: number };

/**
 * `k` times the category's chroma at its hue, or fixed `c` and `h`. `night`: the share of ink-blue that is mixed in: before dawn every
 * color leans to blue, and without it an olive would turn to mud.
 */
type Tone = { l: number; k: number; night?: number } | { l: number; c: number; h: number };

/** As art.css declares them. */
export const TONES: Record<ArtTheme, Record<ArtToken, Tone>> = {
  light: {
    "--art-paper": { l: 0.985, c: 0.008, h: 85 },
    "--art-sky": { l: 0.925, k: 0.32 },
    "--art-1": { l: 0.82, k: 0.62 },
    "--art-2": { l: 0.64, k: 0.95 },
    "--art-3": { l: 0.43, k: 0.76 },
    "--art-ink": { l: 0.245, k: 0.34 },
    "--art-sun": { l: 0.755, c: 0.14, h: 50 },
  },
  dark: {
    "--art-paper": { l: 0.6, k: 0.6, night: 0.34 },
    "--art-sky": { l: 0.45, k: 0.72, night: 0.3 },
    "--art-1": { l: 0.375, k: 0.76, night: 0.36 },
    "--art-2": { l: 0.3, k: 0.7, night: 0.42 },
    "--art-3": { l: 0.235, k: 0.55, night: 0.5 },
    "--art-ink": { l: 0.15, k: 0.3, night: 0.6 },
    "--art-sun": { l: 0.8, c: 0.13, h: 60 },
  },
};

/** In the light theme. */
export const LIGHT_TONES: Record<Light, Partial<Record<ArtToken, Tone>>> = {
  dawn: {},
  noon: {
    "--art-paper": { l: 1, c: 0.015, h: 95 },
    "--art-sky": { l: 0.955, k: 0.22 },
    "--art-sun": { l: 0.87, c: 0.14, h: 88 },
  },
  dusk: {
    "--art-paper": { l: 0.935, c: 0.05, h: 68 },
    "--art-sky": { l: 0.86, c: 0.062, h: 40 },
    "--art-sun": { l: 0.68, c: 0.18, h: 35 },
  },
  moon: {
    "--art-paper": { l: 0.81, k: 0.45 },
    "--art-sky": { l: 0.71, k: 0.6 },
    "--art-sun": { l: 0.975, c: 0.035, h: 95 },
  },
};

/** OKLab, as `color-mix(in oklab, …)` does. */
export const NIGHT = { c: 0.05, h: 266 };

const LEAST_CHROMA = 0.02;
const MOST_CHROMA = 0.16;
/** Gray has no hue; it gets that of the default category. */
const GRAY_HUE = 262;

const toLinear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const toGamma = (v: number) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055);

/** @param hex `#rrggbb` @throws RangeError for another form */
// Matrices: Björn Ottosson, "A perceptual color space for image processing", https://bottosson.github.io/posts/oklab/
export function oklchOf(hex: string): Oklch {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) throw new RangeError(`not a color of the form #rrggbb: ${hex}`);
  const n = Number.parseInt(hex.slice(1), 16);
  const r = toLinear(((n >> 16) & 255) / 255);
  const g = toLinear(((n >> 8) & 255) / 255);
  const b = toLinear((n & 255) / 255);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const A = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const B = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(A, B),
    h: ((Math.atan2(B, A) * 180) / Math.PI + 360) % 360,
  };
}

/** Red, green and blue; outside of 0 to 1 where sRGB has no such color. */
export function linearRgb({ l, c, h }: Oklch): [number, number, number] {
  const A = c * Math.cos((h * Math.PI) / 180);
  const B = c * Math.sin((h * Math.PI) / 180);
  const L = (l + 0.3963377774 * A + 0.2158037573 * B) ** 3;
  const M = (l - 0.1055613458 * A - 0.0638541728 * B) ** 3;
  const S = (l - 0.0894841775 * A - 1.291485548 * B) ** 3;
  return [
    4.0767416621 * L - 3.3077115913 * M + 0.2309699292 * S,
    -1.2684380046 * L + 2.6097574011 * M - 0.3413193965 * S,
    -0.0041960863 * L - 0.7034186147 * M + 1.707614701 * S,
  ];
}

function mix(a: Oklch, b: Oklch, share: number): Oklch {
  const along = (f: (x: Oklch) => number) => f(a) * (1 - share) + f(b) * share;
  const A = along((x) => x.c * Math.cos((x.h * Math.PI) / 180));
  const B = along((x) => x.c * Math.sin((x.h * Math.PI) / 180));
  return { l: along((x) => x.l), c: Math.hypot(A, B), h: (Math.atan2(B, A) * 180) / Math.PI };
}

const inGamut = (rgb: number[]) => rgb.every((v) => v >= -1e-4 && v <= 1 + 1e-4);

/** `#rrggbb`. Out of gamut, chroma is reduced while lightness and hue stay: the drawings are built on steps of lightness. */
export function hexOf(color: Oklch): string {
  let low = 0;
  let high = color.c;
  if (!inGamut(linearRgb(color))) {
    for (let step = 0; step < 20; step += 1) {
      const middle = (low + high) / 2;
      if (inGamut(linearRgb({ ...color, c: middle }))) low = middle;
      else high = middle;
    }
    high = low;
  }
  const byte = (v: number) => Math.round(toGamma(Math.min(1, Math.max(0, v))) * 255);
  return `#${linearRgb({ ...color, c: high })
    .map((v) => byte(v).toString(16).padStart(2, "0"))
    .join("")}`;
}

/** OKLCH hue in degrees (0–360), chroma within 0.02–0.16, so that neither gray nor neon spoils a picture. @param hex `#rrggbb` */
export function hueAndChroma(hex: string): { h: number; c: number } {
  const { c, h } = oklchOf(hex);
  return { h: c < 0.002 ? GRAY_HUE : h, c: Math.min(MOST_CHROMA, Math.max(LEAST_CHROMA, c)) };
}

/** Custom property name → `#rrggbb` in sRGB. @param hex `#rrggbb` @param light other hours than dawn are for the light theme */
export function artPalette(hex: string, theme: ArtTheme, light: Light = "dawn"): Record<ArtToken, string> {
  const category = hueAndChroma(hex);
  const color = (tone: Tone) => {
    if (!("k" in tone)) return hexOf(tone);
    const own = { l: tone.l, c: category.c * tone.k, h: category.h };
    return hexOf(tone.night ? mix(own, { l: tone.l, ...NIGHT }, tone.night) : own);
  };
  const entries = Object.entries({ ...TONES[theme], ...LIGHT_TONES[light] }).map(([token, tone]) => [token, color(tone)]);
  return Object.fromEntries(entries) as Record<ArtToken, string>;
}

/** As in tokens.css; `k`: times the category's own chroma. */
const PAPER: Record<ArtTheme, Oklch> = { light: { l: 0.985, c: 0.005, h: 85 }, dark: { l: 0.205, c: 0.028, h: 265 } };
const WORDS: Record<ArtTheme, { l: number; k: number }> = { light: { l: 0.46, k: 1.05 }, dark: { l: 0.79, k: 0.85 } };

/** 1 to 21 (WCAG 2.2, relative luminance). */
function contrastOf(a: string, b: string): number {
  const luminance = (hex: string) => {
    const n = Number.parseInt(hex.slice(1), 16);
    return (
      0.2126 * toLinear(((n >> 16) & 255) / 255) + 0.7152 * toLinear(((n >> 8) & 255) / 255) + 0.0722 * toLinear((n & 255) / 255)
    );
  };
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}

export const READABLE = 4.5;

/** `own`: contrast of the color on the theme's `paper`; `words`: tone of its name, corrected if necessary. @param hex `#rrggbb` */
export function wordsOn(hex: string, theme: ArtTheme): { own: number; words: string; contrast: number; paper: string } {
  const { h, c } = hueAndChroma(hex);
  const { l, k } = WORDS[theme];
  const [words, paper] = [hexOf({ l, c: c * k, h }), hexOf(PAPER[theme])];
  return { own: contrastOf(hex, paper), words, contrast: contrastOf(words, paper), paper };
}
