import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import subsetFont from "subset-font";

/*
 * Divides the site's fonts into small files: node bin/subset-fonts.mjs, after an update of the packages that they come from. It writes
 * app/ui/fonts/. A browser loads only the files whose letters a page has. The subset `latin` is all that
 * English needs, and most of what is written in Western Europe.
 */

const FOLDER = "app/ui/fonts";

/**
 * `family`: its name in the style sheets, without spaces; `package`: where it comes from, and how its files are called; `scale`: its size in
 * percent, so that the same size of type looks the same in all of them.
 */
const NEWSREADER = { family: "Newsreader", package: "newsreader" };
const INTER = { family: "Inter", package: "inter" };
const FIGTREE = { family: "Figtree", package: "figtree", lacks: ["vietnamese"] };
const WORK_SANS = { family: "WorkSans", package: "work-sans", scale: 95 };
const LORA = { family: "Lora", package: "lora", scale: 96 };
const FRAUNCES = { family: "Fraunces", package: "fraunces", scale: 96 };
const BITTER = { family: "Bitter", package: "bitter", scale: 94 };
// Its other features would make it a third larger.
const GARAMOND = { family: "EBGaramond", package: "eb-garamond", features: ["kern", "liga"], scale: 110 };

/**
 * The pairs that an owner chooses from (`app/domain/appearance/font-rules.ts`), each with its sheet: `text` for titles and articles, which
 * also have italics, `quiet` for interface and meta.
 */
const PAIRS = [
  { sheet: "fonts", text: NEWSREADER, quiet: INTER },
  { sheet: "fonts-lora", text: LORA, quiet: FIGTREE },
  { sheet: "fonts-garamond", text: GARAMOND, quiet: FIGTREE },
  { sheet: "fonts-fraunces", text: FRAUNCES, quiet: WORK_SANS },
  { sheet: "fonts-bitter", text: BITTER, quiet: INTER },
  { sheet: "fonts-figtree", text: FIGTREE, quiet: FIGTREE },
];

/** `name`: of the files; `axis`: the weights that a file can show; `weights`: those that it is used for. */
const upright = (font) => ({ ...font, name: font.package, style: "normal", weights: [400, 700], axis: { min: 400, max: 700 } });
const slanted = (font) => [
  { ...font, name: `${font.package}-italic`, style: "italic", weights: [400, 499], axis: 400 },
  { ...font, name: `${font.package}-bold-italic`, style: "italic", weights: [500, 700], axis: 600 },
];
const facesOf = ({ text, quiet }) => [upright(text), ...slanted(text), ...(quiet === text ? [] : [upright(quiet)])];

/** What a subset has, as in `unicode-range`, and the file of the package that it is taken from. */
const SUBSETS = [
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

/** The face of the editor's source view, and where its rules go: no other page loads it. Each weight is a file of its own. */
const MONO = { family: "Commit Mono", package: "commit-mono", weights: [400, 700], subsets: ["latin", "western"] };
const MONO_SHEET = "app/pages/admin/editor/mono.css";

/** What the styles use: kerning, ligatures, marks, and figures of equal width or height. */
const FEATURES = ["kern", "liga", "rlig", "ccmp", "locl", "mark", "mkmk", "tnum", "lnum"];
/** Tables that browsers don't need. */
const TABLES = ["STAT", "MVAR", "gasp", "prep", "DSIG"];

const lettersOf = (range) =>
  range
    .split(", ")
    .map((part) =>
      part
        .slice(2)
        .split("-")
        .map((code) => Number.parseInt(code, 16)),
    )
    .map(([first, last = first]) => String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, n) => first + n)))
    .join("");

const OPTIONS = { targetFormat: "woff2", keepFeatures: FEATURES, dropTables: TABLES, noHinting: true };

/** The files that were written, because several pairs can have the same font. */
const written = new Map();

async function subset({ name: face, family, package: from, style, axis, features = FEATURES }, { name, from: part, range }) {
  const file = `${face}-${name}.woff2`;
  if (written.has(file)) return file;
  const folder = `node_modules/@fontsource-variable/${from}`;
  const whole = await readFile(`${folder}/files/${from}-${part}-wght-${style}.woff2`);
  const font = await subsetFont(whole, lettersOf(range), { ...OPTIONS, keepFeatures: features, variationAxes: { wght: axis } });
  written.set(file, font.length);
  return writeFont(file, font, family, folder);
}

/** Writes a font, and the license that it comes with. */
async function writeFont(file, font, family, folder) {
  await writeFile(join(FOLDER, file), font);
  await writeFile(join(FOLDER, `OFL-${family.replace(" ", "")}.txt`), await readFile(`${folder}/LICENSE`));
  process.stdout.write(`${file}: ${font.length} bytes\n`);
  return file;
}

const isOfEachPage = (face, subset) => subset === "latin" && !face.includes("bold");

/** The basic files are fetched for each page. The others are used when they are here in time, so that no letter changes its face. */
const ruleOf = ({ name: face, family, style, weights, scale }, { name, range }, file) => `@font-face {
  font-family: ${family};
  font-style: ${style};
  font-weight: ${weights.join(" ")};
  font-display: ${isOfEachPage(face, name) ? "swap" : "optional"};
  src: url("../fonts/${file}") format("woff2");${scale ? `\n  size-adjust: ${scale}%;` : ""}
  unicode-range: ${range};
}
`;

for (const pair of PAIRS) {
  const rules = [];
  for (const face of facesOf(pair))
    for (const one of SUBSETS)
      if ((!one.only || one.only === face.family) && !face.lacks?.includes(one.name))
        rules.push(ruleOf(face, one, await subset(face, one)));
  await writeFile(
    `app/ui/styles/${pair.sheet}.css`,
    `/*
 * ${pair.text.family} for titles and articles, ${pair.quiet.family} for interface and meta, from this site. Written by bin/subset-fonts.mjs. This separate style
 * sheet is applied soon after the first paint or with the next page; until then fallback-fonts.css applies.
 */
${rules.join("")}`,
  );
}

const monoRules = [];
for (const weight of MONO.weights)
  for (const { name, from, range } of SUBSETS.filter(({ name }) => MONO.subsets.includes(name))) {
    const folder = `node_modules/@fontsource/${MONO.package}`;
    const whole = await readFile(`${folder}/files/${MONO.package}-${from}-${weight}-normal.woff2`);
    const font = await subsetFont(whole, lettersOf(range), OPTIONS);
    const file = await writeFont(`${MONO.package}-${weight}-${name}.woff2`, font, MONO.family, folder);
    monoRules.push(`@font-face {
  font-family: "${MONO.family}";
  font-style: normal;
  font-weight: ${weight};
  font-display: swap;
  src: url("../../../ui/fonts/${file}") format("woff2");
  unicode-range: ${range};
}
`);
  }
await writeFile(MONO_SHEET, `/* The face of the source view. Written by bin/subset-fonts.mjs. */\n${monoRules.join("")}`);
