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

/** Percent: `like` Times New Roman or Arial, `near` Android's font; `ascent`, `descent` of the family. English text in weight 400. */
const METRICS: Partial<Record<FontFamily, { serif: boolean; like: number; near: number; ascent: number; descent: number }>> = {
  Lora: { serif: true, like: 110.4, near: 93.6, ascent: 97, descent: 25.9 },
  EBGaramond: { serif: true, like: 103.4, near: 87.8, ascent: 111.1, descent: 33 },
  Fraunces: { serif: true, like: 110.4, near: 93.7, ascent: 94.1, descent: 25 },
  Bitter: { serif: true, like: 106.9, near: 90.7, ascent: 88.4, descent: 25.4 },
  Figtree: { serif: false, like: 100.2, near: 100.7, ascent: 95, descent: 25 },
  WorkSans: { serif: false, like: 106.7, near: 107.2, ascent: 88.4, descent: 22.8 },
};

const SYSTEM = {
  serif: {
    like: `local("Times New Roman"),local("Liberation Serif"),local(Tinos)`,
    near: `local("Noto Serif")`,
    last: "serif",
  },
  sans: { like: `local(Arial),local("Liberation Sans"),local(Arimo)`, near: "local(Roboto)", last: "system-ui,sans-serif" },
};

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
  const system = SYSTEM[metrics.serif ? "serif" : "sans"];
  const face = (name: "like" | "near") => fallbackFace(`font-family:${family}-${name}`, system[name], metrics[name], metrics);
  return face("like") + face("near");
}

const stackOf = (family: FontFamily) => {
  const metrics = METRICS[family];
  return `${family},${family}-like,${family}-near,${SYSTEM[metrics?.serif === false || family === "Inter" ? "sans" : "serif"].last}`;
};

/** Stand-ins and the two tokens; empty for the shipped pair. */
export function fontStyles(pair: FontPair): { faces: string; tokens: string } {
  if (pair === SHIPPED_PAIR) return { faces: "", tokens: "" };
  const { text, quiet } = FONT_PAIRS[pair];
  const faces = [...new Set<FontFamily>([text, quiet])].map(standIns).join("");
  const sans = quiet === "Inter" ? "" : `--sans:${stackOf(quiet)};`;
  return { faces, tokens: `--serif:${stackOf(text)};${sans}` };
}
