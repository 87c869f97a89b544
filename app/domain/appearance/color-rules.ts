import { hexOf, linearRgb, type Oklch, oklchOf, READABLE } from "../categories/palette.ts";

const LOOK_THEMES = ["light", "dark"] as const;
export type LookTheme = (typeof LOOK_THEMES)[number];
/** `#rrggbb` */
export type ColorPair = Record<LookTheme, string>;
/** All other colors follow from these. */
export type LookColors = { accent: ColorPair; paper: ColorPair };

/** As in `ui/styles/tokens.css`. */
export const SHIPPED_COLORS: LookColors = {
  accent: { light: hexOf({ l: 0.54, c: 0.15, h: 38 }), dark: hexOf({ l: 0.8, c: 0.115, h: 58 }) },
  paper: { light: hexOf({ l: 0.985, c: 0.005, h: 85 }), dark: hexOf({ l: 0.205, c: 0.028, h: 265 }) },
};

const PAPER_TOKENS = ["--paper", "--paper-2", "--paper-3", "--ink", "--ink-2", "--ink-3", "--line", "--line-strong"] as const;
type PaperToken = (typeof PAPER_TOKENS)[number];

/** The tones of text and lines that go with a background. */
export function papersTokens(paper: string, theme: LookTheme): Record<PaperToken, string> {
  const { l, c, h } = oklchOf(paper);
  const step = (by: number, chroma: number) => hexOf({ l: l + by, c: c < 0.002 ? c : c + chroma, h });
  const inked = (lightness: number, most: number) => hexOf({ l: lightness, c: Math.min(most, c), h });
  return theme === "light"
    ? {
        "--paper": paper,
        "--paper-2": step(-0.023, 0.004),
        "--paper-3": step(-0.05, 0.007),
        "--ink": inked(0.22, 0.02),
        "--ink-2": inked(0.39, 0.025),
        "--ink-3": inked(0.46, 0.025),
        "--line": step(-0.1, 0.007),
        "--line-strong": inked(0.6, 0.03),
      }
    : {
        "--paper": paper,
        "--paper-2": step(0.04, 0.002),
        "--paper-3": step(0.085, 0.004),
        "--ink": inked(0.94, 0.012),
        "--ink-2": inked(0.82, 0.02),
        "--ink-3": inked(0.74, 0.02),
        "--line": step(0.135, 0.002),
        "--line-strong": inked(0.6, 0.03),
      };
}

/** Lightness and chroma, as in the style sheets; `k`: times a category's chroma, of any hue. */
const FIXED: Record<string, Record<LookTheme, Oklch>> = {
  "the color of errors": { light: { l: 0.5, c: 0.19, h: 27 }, dark: { l: 0.76, c: 0.14, h: 24 } },
  "keywords in code": { light: { l: 0.46, c: 0.16, h: 335 }, dark: { l: 0.79, c: 0.12, h: 335 } },
  "strings in code": { light: { l: 0.45, c: 0.11, h: 150 }, dark: { l: 0.81, c: 0.12, h: 150 } },
  "numbers in code": { light: { l: 0.47, c: 0.13, h: 50 }, dark: { l: 0.82, c: 0.11, h: 65 } },
  "names in code": { light: { l: 0.45, c: 0.15, h: 262 }, dark: { l: 0.8, c: 0.1, h: 250 } },
};
const CATEGORY: Record<LookTheme, { l: number; k: number; soft: { l: number; k: number } }> = {
  light: { l: 0.46, k: 1.05, soft: { l: 0.945, k: 0.28 } },
  dark: { l: 0.79, k: 0.85, soft: { l: 0.285, k: 0.4 } },
};
const CATEGORY_HUES = Array.from({ length: 36 }, (_, n) => n * 10);
const CATEGORY_CHROMAS = [0.02, 0.1, 0.16];

/** WCAG 2.2, of a color as browsers show it: what sRGB lacks is cut off. */
const luminanceOf = (color: Oklch): number => {
  const [r, g, b] = linearRgb(color).map((value) => Math.min(1, Math.max(0, value))) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const luminance = (hex: string) => luminanceOf(oklchOf(hex));
const contrastBetween = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/** 1 to 21 (WCAG 2.2), of two colors `#rrggbb`. */
const contrast = (a: string, b: string): number => contrastBetween(luminance(a), luminance(b));

type Measured = { pair: string; contrast: number };

const CATEGORY_RANGE = Object.fromEntries(
  LOOK_THEMES.map((theme) => {
    const { l, k, soft } = CATEGORY[theme];
    const all = (tone: { l: number; k: number }) =>
      CATEGORY_HUES.flatMap((h) => CATEGORY_CHROMAS.map((c) => luminanceOf({ l: tone.l, c: c * tone.k, h })));
    return [theme, { names: all({ l, k }), tints: all(soft) }];
  }),
) as Record<LookTheme, { names: number[]; tints: number[] }>;

const worst = (ground: number, texts: number[]) => Math.min(...texts.map((text) => contrastBetween(ground, text)));

function papersPairs(paper: string, theme: LookTheme): Measured[] {
  const tokens = papersTokens(paper, theme);
  const of = (token: PaperToken) => luminance(tokens[token]);
  const grounds = (["--paper", "--paper-2", "--paper-3"] as const).map(of);
  const on = (ground: number | undefined, pair: string, texts: number[]) => ({ pair, contrast: worst(ground ?? 0, texts) });
  const { names, tints } = CATEGORY_RANGE[theme];
  const fixed = Object.entries(FIXED).map(([name, colors]) => [name, luminanceOf(colors[theme])] as const);
  return [
    ...(["--ink", "--ink-2", "--ink-3"] as const).map((token) => ({
      pair: "text on the paper",
      contrast: Math.min(...grounds.map((ground) => contrastBetween(ground, of(token)))),
    })),
    ...grounds.slice(0, 2).map((ground) => on(ground, "names of categories on the paper", names)),
    ...tints.map((tint) => ({ pair: "text on the tint of a category", contrast: contrastBetween(tint, of("--ink-2")) })),
    ...fixed.map(([name, value]) => on(grounds[1], `${name} on the paper`, [value])),
  ];
}

/** As text on the paper and its tint; the paper as text on the accent has the same contrast. */
function accentsPairs(accent: string, paper: string, theme: LookTheme): Measured[] {
  const tokens = papersTokens(paper, theme);
  return [
    { pair: "the accent on the paper", contrast: contrast(accent, tokens["--paper"]) },
    { pair: "the accent on tinted paper", contrast: contrast(accent, tokens["--paper-2"]) },
  ];
}

const lowest = (pairs: Measured[]): Measured => pairs.reduce((low, pair) => (pair.contrast < low.contrast ? pair : low));
const passes = (pairs: Measured[]) => lowest(pairs).contrast >= READABLE;

const STEP = 0.004;

/** Same hue: the smallest change of lightness, with less chroma only if no lightness passes. Null if none does. */
function nearest(color: string, isGood: (hex: string) => boolean): string | null {
  const { l, c, h } = oklchOf(color);
  for (const share of [1, 0.75, 0.5, 0.25, 0])
    for (let by = 0; by <= 1; by += STEP)
      for (const lightness of by === 0 ? [l] : [l - by, l + by]) {
        if (lightness < 0 || lightness > 1) continue;
        const hex = hexOf({ l: lightness, c: c * share, h });
        if (isGood(hex)) return hex;
      }
  return null;
}

/** The worst pair of the color with its contrast, and the nearest color that can be saved. */
export type ColorProblem = {
  field: `${keyof LookColors}.${LookTheme}`;
  theme: LookTheme;
  pair: string;
  contrast: number;
  offered: string;
};

const isShippedPaper = (paper: string, theme: LookTheme) => paper === SHIPPED_COLORS.paper[theme];

/** Text needs 4.5 : 1 in both themes. An accent is measured on the paper that is offered, if the chosen one can't be saved. */
export function findColorProblems({ accent, paper }: LookColors): ColorProblem[] {
  return LOOK_THEMES.flatMap((theme) => {
    const found: ColorProblem[] = [];
    let ground = paper[theme];
    const onPaper = papersPairs(ground, theme);
    if (!isShippedPaper(ground, theme) && !passes(onPaper)) {
      const offered = nearest(ground, (hex) => passes(papersPairs(hex, theme))) ?? SHIPPED_COLORS.paper[theme];
      found.push({ field: `paper.${theme}`, theme, ...lowest(onPaper), offered });
      ground = offered;
    }
    const withAccent = accentsPairs(accent[theme], ground, theme);
    if (!passes(withAccent)) {
      const offered = nearest(accent[theme], (hex) => passes(accentsPairs(hex, ground, theme)));
      found.push({ field: `accent.${theme}`, theme, ...lowest(withAccent), offered: offered ?? SHIPPED_COLORS.accent[theme] });
    }
    return found;
  });
}

/** What `findColorProblems` offers replaces colors that can't be saved. */
export function withOffered(colors: LookColors): LookColors {
  const fixed = structuredClone(colors);
  for (const { field, offered } of findColorProblems(colors)) {
    const [name, theme] = field.split(".") as [keyof LookColors, LookTheme];
    fixed[name][theme] = offered;
  }
  return fixed;
}

export function darkPartner(name: keyof LookColors, light: string): string {
  if (light === SHIPPED_COLORS[name].light) return SHIPPED_COLORS[name].dark;
  const { c, h } = oklchOf(light);
  return hexOf(
    name === "accent" ? { l: 0.8, c: Math.min(c, 0.13), h } : { l: 0.205, c: c < 0.002 ? 0 : Math.min(0.03, c * 2), h },
  );
}

const both = (token: string, light: string, dark: string) => `${token}:light-dark(${light},${dark});`;

/** Empty for the shipped colors. */
export function colorTokens({ accent, paper }: LookColors): string {
  const isShipped = (name: keyof LookColors, pair: ColorPair) =>
    LOOK_THEMES.every((theme) => pair[theme] === SHIPPED_COLORS[name][theme]);
  const light = papersTokens(paper.light, "light");
  const dark = papersTokens(paper.dark, "dark");
  const papers = isShipped("paper", paper) ? "" : PAPER_TOKENS.map((token) => both(token, light[token], dark[token])).join("");
  return papers + (isShipped("accent", accent) ? "" : both("--dawn", accent.light, accent.dark));
}

/** For buttons under the pointer. */
export function strongerAccent({ light, dark }: ColorPair): string {
  const by = (hex: string, step: number) => {
    const color = oklchOf(hex);
    return hexOf({ ...color, l: Math.min(1, Math.max(0, color.l + step)) });
  };
  return `light-dark(${by(light, -0.07)},${by(dark, 0.07)})`;
}
