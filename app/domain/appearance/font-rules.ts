/** One for titles and articles, one for interface and meta. `sheet`: the name of their style sheet. */
export const FONT_PAIRS = {
  newsreader: { label: "Newsreader and Inter", note: "Bookish and calm", text: "Newsreader", quiet: "Inter", sheet: "fonts" },
  lora: { label: "Lora and Figtree", note: "Warm, with a brush in it", text: "Lora", quiet: "Figtree", sheet: "fonts-lora" },
  garamond: {
    label: "EB Garamond and Figtree",
    note: "Classical and light",
    text: "EBGaramond",
    quiet: "Figtree",
    sheet: "fonts-garamond",
  },
  fraunces: {
    label: "Fraunces and Work Sans",
    note: "Soft and full of character",
    text: "Fraunces",
    quiet: "WorkSans",
    sheet: "fonts-fraunces",
  },
  bitter: { label: "Bitter and Inter", note: "Sturdy, with slabs", text: "Bitter", quiet: "Inter", sheet: "fonts-bitter" },
  figtree: { label: "Figtree", note: "Plain, without serifs", text: "Figtree", quiet: "Figtree", sheet: "fonts-figtree" },
} as const;

export type FontPair = keyof typeof FONT_PAIRS;
export const FONT_PAIR_NAMES = Object.keys(FONT_PAIRS) as [FontPair, ...FontPair[]];

/** Its metrics and names are in the product's own style sheets. */
export const SHIPPED_PAIR = "newsreader" satisfies FontPair;

export type FontFamily = (typeof FONT_PAIRS)[FontPair]["text" | "quiet"];

/** Under this name, a choice of fonts shows a family that the page itself isn't set in. */
export const sampleOf = (family: string) => `sample-${family}`;

type Metrics = { serif: boolean; ascent: number; descent: number; text: Sizes; titles?: Sizes };
/** Of system fonts, in percent: `like` Times New Roman or Arial, `near` Android's font, `far` DejaVu of many Linux systems. */
type Sizes = { like: number; near: number; far: number };

/**
 * `ascent`, `descent` of the family, in percent. `text` gives a page of English the same width in weight 400; `titles` gives the demo
 * articles' titles the same number of lines on screens of 320 to 440 px (e2e/stand-ins.e2e.ts).
 */
const METRICS: Partial<Record<FontFamily, Metrics>> = {
  Lora: {
    ...{ serif: true, ascent: 97, descent: 25.9 },
    text: { like: 115.7, near: 97.6, far: 90.6 },
    titles: { like: 115.8, near: 98.9, far: 91.6 },
  },
  EBGaramond: {
    ...{ serif: true, ascent: 111.1, descent: 33 },
    text: { like: 94, near: 79.2, far: 73.6 },
    titles: { like: 97.4, near: 83.5, far: 77.3 },
  },
  Fraunces: {
    ...{ serif: true, ascent: 94.1, descent: 25 },
    text: { like: 115.1, near: 97, far: 90.2 },
    titles: { like: 117.6, near: 99.5, far: 92.7 },
  },
  Bitter: {
    ...{ serif: true, ascent: 88.4, descent: 25.4 },
    text: { like: 113.3, near: 95.5, far: 88.8 },
    titles: { like: 113.7, near: 97.1, far: 90.4 },
  },
  Figtree: {
    ...{ serif: false, ascent: 95, descent: 25 },
    text: { like: 100.5, near: 101, far: 87.9 },
    titles: { like: 99.4, near: 101.4, far: 89.8 },
  },
  WorkSans: { serif: false, ascent: 88.4, descent: 22.8, text: { like: 112, near: 112.5, far: 98 } },
};

const SYSTEM = {
  serif: {
    like: `local("Times New Roman"),local("Liberation Serif"),local(Tinos),local(Tinos-Regular)`,
    near: `local("Noto Serif"),local(NotoSerif-Regular)`,
    far: `local("DejaVu Serif")`,
    last: "serif",
  },
  sans: {
    like: `local(Arial),local("Liberation Sans"),local(Arimo)`,
    near: "local(Roboto),local(Roboto-Regular)",
    far: `local("DejaVu Sans")`,
    last: "system-ui,sans-serif",
  },
};
const STAND_INS = ["like", "near", "far"] as const;

/** The weights of large titles; no other text has them. */
export const TITLE_WEIGHTS = "font-weight:450 499";

const percent = (value: number) => `${Number(value.toFixed(1))}%`;

/**
 * Stretches system fonts to the metrics of a font.
 * @param face `font-family`, and a weight or style if the family has several
 * @param local the system fonts, as in `src`
 * @param size of the system fonts, in percent
 * @param metrics of the font, in percent of its size
 */
export const fallbackFace = (face: string, local: string, size: number, metrics: { ascent: number; descent: number }) =>
  `@font-face{${face};src:${local};size-adjust:${percent(size)};` +
  `ascent-override:${percent((metrics.ascent / size) * 100)};` +
  `descent-override:${percent((metrics.descent / size) * 100)};line-gap-override:0%}`;

function standIns(family: FontFamily): string {
  const metrics = METRICS[family];
  if (!metrics) return "";
  const { serif, text, titles } = metrics;
  return STAND_INS.map((name) => {
    const face = (when: string, size: number) =>
      fallbackFace(`font-family:${family}-${name}${when}`, SYSTEM[serif ? "serif" : "sans"][name], size, metrics);
    return face("", text[name]) + (titles ? face(`;${TITLE_WEIGHTS}`, titles[name]) : "");
  }).join("");
}

const stackOf = (family: FontFamily) => {
  const metrics = METRICS[family];
  const last = SYSTEM[metrics?.serif === false || family === "Inter" ? "sans" : "serif"].last;
  return [family, ...STAND_INS.map((name) => `${family}-${name}`), last].join(",");
};

/** Stand-ins and the two tokens; empty for the shipped pair. */
export function fontStyles(pair: FontPair): { faces: string; tokens: string } {
  if (pair === SHIPPED_PAIR) return { faces: "", tokens: "" };
  const { text, quiet } = FONT_PAIRS[pair];
  const faces = [...new Set<FontFamily>([text, quiet])].map(standIns).join("");
  const sans = quiet === "Inter" ? "" : `--sans:${stackOf(quiet)};`;
  return { faces, tokens: `--serif:${stackOf(text)};${sans}` };
}
