import { FONT_PAIR_NAMES, FONT_PAIRS, type FontFamily, type FontPair } from "../../domain/appearance/font-rules.ts";

/** Where a font comes from, and how the files of that package are called. */
type Font = {
  package: string;
  /** Its size in percent, so that the same size of type looks the same in all fonts. */
  scale?: number;
  /** A subset that the package doesn't have. */
  lacks?: string;
  /** The only features to keep. */
  features?: string[];
};

const FONTS: Record<FontFamily, Font> = {
  Newsreader: { package: "newsreader" },
  Inter: { package: "inter" },
  Figtree: { package: "figtree", lacks: "vietnamese" },
  WorkSans: { package: "work-sans", scale: 95 },
  Lora: { package: "lora", scale: 96 },
  Fraunces: { package: "fraunces", scale: 96 },
  Bitter: { package: "bitter", scale: 94 },
  // Its other features would make it a third larger.
  EBGaramond: { package: "eb-garamond", features: ["kern", "liga"], scale: 110 },
};

/** `range`: what a subset has, as in `unicode-range`; `from`: the file of the package that it is taken from. */
type Subset = { name: string; from: string; range: string; only?: FontFamily };

/** `latin` is all that English needs, and most of what is written in Western Europe. */
const SUBSETS: Subset[] = [
  {
    name: "latin",
    from: "latin",
    range:
      "U+20-7E, U+A0-A1, U+A9, U+AB, U+AE, U+B0, U+B7, U+BB, U+BF-C0, U+C4, U+C7, U+C9, U+D1, U+D6-D7, U+DC, U+DF-EF, U+F1-FD, U+FF, U+153, U+2013-2014, U+2018-201A, U+201C-201E, U+2022, U+2026, U+2032-2033, U+20AC, U+2122",
  },
  {
    name: "western",
    from: "latin",
    range:
      "U+A2-A8, U+AA, U+AC, U+AF, U+B1-B6, U+B8-BA, U+BC-BE, U+C1-C3, U+C5-C6, U+C8, U+CA-D0, U+D2-D5, U+D8-DB, U+DD-DE, U+F0, U+FE, U+131, U+152, U+2C6, U+2DA, U+2DC, U+2000-200A, U+2010-2012, U+2015, U+201F-2021, U+202F, U+2030, U+2039-203A, U+2044, U+2191, U+2193, U+2212, U+2215",
  },
  { name: "european", from: "latin-ext", range: "U+100-130, U+132-151, U+154-17F, U+218-21B, U+1E9E, U+20A0-20AB, U+20AD-20C0" },
  {
    name: "extended",
    from: "latin-ext",
    range: "U+180-19F, U+1A2-1AE, U+1B1-217, U+21C-2BA, U+1D00-1DBF, U+1E00-1E9D, U+1E9F, U+1EF2-1EFF, U+2C60-2C7F, U+A720-A7FF",
  },
  {
    name: "vietnamese",
    from: "vietnamese",
    range: "U+1A0-1A1, U+1AF-1B0, U+300-301, U+303-304, U+308-309, U+323, U+329, U+1EA0-1EF1",
  },
  { name: "greek", from: "greek", range: "U+370-377, U+37A-37F, U+384-38A, U+38C, U+38E-3A1, U+3A3-3FF", only: "Inter" },
  { name: "greek-ext", from: "greek-ext", range: "U+1F00-1FFF", only: "Inter" },
  { name: "cyrillic", from: "cyrillic", range: "U+400-45F, U+490-491, U+4B0-4B1, U+2116", only: "Inter" },
  {
    name: "cyrillic-ext",
    from: "cyrillic-ext",
    range: "U+460-48F, U+492-4AF, U+4B2-52F, U+1C80-1C8A, U+2DE0-2DFF, U+A640-A69F, U+FE2E-FE2F",
    only: "Inter",
  },
];

/** One file of a font. */
export type FontFace = {
  family: string;
  style: "normal" | "italic";
  /** The weights that it is used for: the lightest and the heaviest, or the only one. */
  weights: number[];
  display: "swap" | "optional";
  /** In percent. */
  scale?: number;
  /** The letters that it has, as in `unicode-range`. */
  range: string;
  /** In `app/ui/fonts/`. */
  file: string;
  /** What `bin/subset-fonts.mjs` makes the file from; `axis`: the weights that the file can show, if it shows several. */
  source: { folder: string; file: string; axis?: number | { min: number; max: number }; features?: string[] };
};

type Cut = { name: string; style: FontFace["style"]; weights: number[]; axis: number | { min: number; max: number } };

const upright = (name: string): Cut => ({ name, style: "normal", weights: [400, 700], axis: { min: 400, max: 700 } });
const italics = (name: string): Cut[] => [
  { name: `${name}-italic`, style: "italic", weights: [400, 499], axis: 400 },
  { name: `${name}-bold-italic`, style: "italic", weights: [500, 700], axis: 600 },
];

function faceOf(family: FontFamily, { name, style, weights, axis }: Cut, subset: Subset): FontFace {
  const { package: from, scale, features } = FONTS[family];
  // The basic files are fetched for each page. The others are used when they are here in time, so that no letter changes its face.
  const isOfEachPage = subset.name === "latin" && !name.includes("bold");
  const source = { folder: `@fontsource-variable/${from}`, file: `${from}-${subset.from}-wght-${style}.woff2`, axis, features };
  const file = `${name}-${subset.name}.woff2`;
  return { family, style, weights, display: isOfEachPage ? "swap" : "optional", scale, range: subset.range, file, source };
}

/** The files of a pair: the one for titles and articles has italics, too. */
export function facesOf(pair: FontPair): FontFace[] {
  const { text, quiet } = FONT_PAIRS[pair];
  const cutsOf = (family: FontFamily) => {
    const name = FONTS[family].package;
    return family === text ? [upright(name), ...italics(name)] : [upright(name)];
  };
  return [...new Set<FontFamily>([text, quiet])].flatMap((family) => {
    const subsets = SUBSETS.filter(({ name, only = family }) => only === family && name !== FONTS[family].lacks);
    return cutsOf(family).flatMap((cut) => subsets.map((subset) => faceOf(family, cut, subset)));
  });
}

const MONO = "commit-mono";

/** The files of the editor's source view, which no other page loads. Each weight is a file of its own. */
export const MONO_FACES: FontFace[] = [400, 700].flatMap((weight) =>
  SUBSETS.filter(({ name }) => ["latin", "western"].includes(name)).map(({ name, from, range }) => ({
    family: "Commit Mono",
    style: "normal",
    weights: [weight],
    display: "swap",
    range,
    file: `${MONO}-${weight}-${name}.woff2`,
    source: { folder: `@fontsource/${MONO}`, file: `${MONO}-${from}-${weight}-normal.woff2` },
  })),
);

/** All files by their names: several pairs can have the same font. */
export const fontFiles = (): Map<string, FontFace> =>
  new Map([...FONT_PAIR_NAMES.flatMap(facesOf), ...MONO_FACES].map((face) => [face.file, face]));
