import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Font } from "satori";

type Family = "newsreader" | "inter";
type Face = { family: Family; subset: string; weight: 500 | 600 };

/** Each letter uses the first face that contains it. Scripts that the serif lacks use the sans. */
const faces = (weight: 500 | 600, family: Family, subsets: string[]): Face[] =>
  subsets.map((subset) => ({ family, subset, weight }));
const LATIN = ["latin", "latin-ext", "vietnamese"];
const BEYOND = ["cyrillic", "cyrillic-ext", "greek"];
const STACKS = {
  title: [...faces(600, "newsreader", LATIN), ...faces(600, "inter", BEYOND)],
  strong: faces(600, "inter", [...LATIN, ...BEYOND]),
  text: faces(500, "inter", [...LATIN, ...BEYOND]),
};

const nameOf = ({ family, subset, weight }: Face) => `${family} ${subset} ${weight}`;

export const FONT_FAMILY = {
  title: STACKS.title.map(nameOf).join(", "),
  strong: STACKS.strong.map(nameOf).join(", "),
  text: STACKS.text.map(nameOf).join(", "),
};

// Source and bundle can both resolve packages from node_modules.
const require = createRequire(import.meta.url);
const folderOf = (family: Family) => dirname(require.resolve(`@fontsource/${family}/package.json`));

async function load(face: Face): Promise<Font> {
  const { family, subset, weight } = face;
  const data = await readFile(join(folderOf(family), "files", `${family}-${subset}-${weight}-normal.woff`));
  return { name: nameOf(face), weight, style: "normal", data };
}

async function loadCoverage(): Promise<RegExp> {
  const lists = await Promise.all(
    (["newsreader", "inter"] as const).map(async (family) => {
      const ranges = JSON.parse(await readFile(join(folderOf(family), "unicode.json"), "utf8")) as Record<string, string>;
      return (family === "newsreader" ? LATIN : BEYOND).map((subset) => ranges[subset] ?? "");
    }),
  );
  const parts = lists.flat().flatMap((list) => list.split(","));
  const codes = parts.map((part) => part.trim().replace(/^U\+/i, "").split("-"));
  const classes = codes.map((ends) => ends.map((end) => `\\u{${end}}`).join("-"));
  return new RegExp(`[^${classes.join("")}]|\\p{Cc}|\\p{Cf}`, "gu");
}

let loaded: Promise<{ fonts: Font[]; drawable(text: string): string }> | undefined;

/** Once. @returns fonts for satori, and `drawable`, which removes what they can't draw (pictographs, other scripts) */
export function socialFonts() {
  loaded ??= (async () => {
    const [fonts, missing] = await Promise.all([Promise.all(Object.values(STACKS).flat().map(load)), loadCoverage()]);
    // The fonts contain composed letters.
    const drawable = (text: string) => text.normalize("NFC").replace(/\s/g, " ").replace(missing, "").replace(/ +/g, " ").trim();
    return { fonts, drawable };
  })();
  return loaded;
}
