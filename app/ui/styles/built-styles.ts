import { FONT_PAIR_NAMES, FONT_PAIRS, fallbackFace, sampleOf, TITLE_WEIGHTS } from "../../domain/appearance/font-rules.ts";
import { FOCUS_STEPS } from "../../domain/media/media-rules.ts";
import { type FontFace, facesOf, MONO_FACES } from "./font-faces.ts";

const fontFace = ({ family, style, weights, display, scale, range, file }: FontFace) => `@font-face {
  font-family: "${family}";
  font-style: ${style};
  font-weight: ${weights.join(" ")};
  font-display: ${display};
  src: url("../../app/ui/fonts/${file}") format("woff2");${scale ? `\n  size-adjust: ${scale}%;` : ""}
  unicode-range: ${range};
}
`;

/** The shipped fonts, measured in percent of their size. */
const NEWSREADER = { name: "Newsreader", ascent: 73.6, descent: 26.4 };
const INTER = { name: "Inter", ascent: 96.88, descent: 24.13 };

const TIMES = ["Times New Roman", "Liberation Serif", "Tinos"];
/** Newer releases are called "Noto Serif Regular"; their PostScript names stay. */
const TIMES_REGULAR = [...TIMES, "Tinos-Regular"];
const NOTO = ["Noto Serif", "NotoSerif-Regular"];
const ROBOTO = ["Roboto", "Roboto-Regular"];
const ARIAL = ["Arial", "Liberation Sans", "Arimo", "Helvetica"];

/** `cut`: the end of the names of the system fonts; `size`: in percent. */
type Fallback = [font: typeof INTER, name: "like" | "near" | "far", when: string, system: string[], cut: string, size: number];

/**
 * `like`: usual computers; `near`: phones; `far`: Linux systems without the fonts of the other two. Titles have narrower and wider words
 * than a page of text, so that they are fitted apart (e2e/stand-ins.e2e.ts). In `like`, weight 500 fits them, too.
 */
const FALLBACKS: Fallback[] = [
  [NEWSREADER, "like", "font-weight:400", TIMES_REGULAR, "", 104.7],
  [NEWSREADER, "like", "font-weight:500", TIMES_REGULAR, "", 107],
  [NEWSREADER, "like", "font-weight:600 800", TIMES, " Bold", 103.6],
  [NEWSREADER, "like", "font-style:italic", TIMES, " Italic", 97.4],
  [INTER, "like", "font-weight:400 500", ARIAL, "", 106.8],
  [INTER, "like", "font-weight:600 700", ARIAL, " Bold", 101.3],
  [NEWSREADER, "near", "font-weight:400", NOTO, "", 88.8],
  [NEWSREADER, "near", TITLE_WEIGHTS, NOTO, "", 91.7],
  [NEWSREADER, "near", "font-weight:500", NOTO, "", 90.5],
  [NEWSREADER, "near", "font-weight:600 800", ["Noto Serif"], " Bold", 87.9],
  [INTER, "near", "font-weight:400 500", ROBOTO, "", 107.3],
  [INTER, "near", "font-weight:600 700", ["Roboto"], " Bold", 107.5],
  [NEWSREADER, "far", "font-weight:400", ["DejaVu Serif"], "", 82.4],
  [NEWSREADER, "far", TITLE_WEIGHTS, ["DejaVu Serif"], "", 85.1],
  [NEWSREADER, "far", "font-weight:500", ["DejaVu Serif"], "", 83.9],
  [NEWSREADER, "far", "font-weight:600 800", ["DejaVu Serif"], " Bold", 78.4],
  [INTER, "far", "font-weight:400 500", ["DejaVu Sans"], "", 93.7],
  [INTER, "far", "font-weight:600 700", ["DejaVu Sans"], " Bold", 84.4],
];

/** System fonts with the metrics of our fonts, so that nothing moves when those are applied. */
const fallbackFonts = () =>
  FALLBACKS.map(([font, name, when, system, cut, size]) => {
    const local = system.map((one) => `local("${one}${cut}")`).join(",");
    return fallbackFace(`font-family:${font.name}-${name};${when}`, local, size, font);
  }).join("\n");

/** What English needs of each family, for screens where fonts are chosen. A browser loads those that it shows. */
function fontSamples() {
  const upright = FONT_PAIR_NAMES.flatMap(facesOf).filter(
    ({ style, file }) => style === "normal" && file.endsWith("-latin.woff2"),
  );
  return [...new Map(upright.map((face) => [face.file, face])).values()]
    .map((face) => fontFace({ ...face, family: sampleOf(face.family) }))
    .join("");
}

/** The classes of `focusClass`: the focal point of a cropped picture. Pages can't have inline styles. */
export function focusStyles() {
  const steps = Array.from({ length: FOCUS_STEPS + 1 }, (_, step) => ({ step, place: `${(step * 100) / FOCUS_STEPS}%` }));
  const classes = ["fx", "fy"].flatMap((axis) => steps.map(({ step, place }) => `.${axis}-${step}{--${axis}:${place}}`));
  return [".focus{object-position:var(--fx,50%) var(--fy,50%)}", ...classes].join("\n");
}

/** The style sheets that the build writes to `.cache/styles/` before it reads any, by the names of their files. */
export const builtStyles = (): Record<string, string> => ({
  "fallback-fonts.css": fallbackFonts(),
  "focus.css": focusStyles(),
  "font-samples.css": fontSamples(),
  "mono.css": MONO_FACES.map(fontFace).join(""),
  // A pair of fonts each. Such a sheet is applied soon after the first paint or with the next page, and the fallback fonts until then.
  ...Object.fromEntries(FONT_PAIR_NAMES.map((pair) => [`${FONT_PAIRS[pair].sheet}.css`, facesOf(pair).map(fontFace).join("")])),
});
