import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { builtStyles } from "../ui/styles/built-styles.ts";
import { filesFor, type StyledText } from "./fonts.ts";

// As the build writes it.
const SHEET = `@font-face{font-family:Newsreader;font-style:normal;font-weight:400 700;font-display:swap;src:url(/serif.woff2)format("woff2");unicode-range:U+20-7E,U+A0}
@font-face{font-family:Newsreader;font-style:italic;font-weight:400 499;src:url(/italic.woff2)format("woff2");unicode-range:U+20-FF}
@font-face{font-family:Newsreader;font-style:italic;font-weight:500 700;src:url(/bold.woff2)format("woff2");unicode-range:U+20-FF}
@font-face { font-family: Inter; font-style: normal; font-weight: 400 700; src: url("/greek.woff2") format("woff2"); unicode-range: U+3??, U+20AC; }`;

const serif = (text: string): StyledText => ({ family: "Newsreader", isItalic: false, weight: 400, text });
const sans = (text: string): StyledText => ({ ...serif(text), family: "Inter" });

test.each([
  ["English", [serif("Words")], ["/serif.woff2"]],
  ["a text heavier than the font", [{ ...serif("Words"), weight: 900 }], ["/serif.woff2"]],
  ["italics", [{ ...serif("é"), isItalic: true }], ["/italic.woff2"]],
  ["bold italics", [{ ...serif("Words"), isItalic: true, weight: 700 }], ["/bold.woff2"]],
  ["Greek, by a range with question marks", [sans("Ελλάδα")], ["/greek.woff2"]],
  ["a single sign", [sans("€")], ["/greek.woff2"]],
  ["letters that the family lacks", [serif("Ελλάδα"), sans("日記")], []],
])("files for %s", (_, texts, files) => {
  expect(filesFor(SHEET, texts)).toEqual(files);
});

test("the style sheets name all files, and no letter twice within a face", () => {
  const sheet = Object.values(builtStyles()).join("\n");
  const named = new Set([...sheet.matchAll(/url\("[./a-z]*\/fonts\/([^"]+)"\)/g)].map(([, file]) => file));
  const files = readdirSync("app/ui/fonts").filter((name) => name.endsWith(".woff2"));
  expect([...named].toSorted()).toEqual(files.toSorted());
  const seen = new Map<string, string>();
  // Several pairs have the same font.
  const faces = new Map([...sheet.matchAll(/fonts\/([^"]+)"[^}]*unicode-range:([^;]+);/g)].map((match) => [match[1], match]));
  for (const [, file = "", range = ""] of faces.values()) {
    const face = file.replace(/-[a-z]+(?:-ext)?\.woff2$/, "");
    for (const part of range.split(",")) {
      const [first = 0, last = first] = part
        .trim()
        .slice(2)
        .split("-")
        .map((code) => Number.parseInt(code, 16));
      for (let code = first; code <= last; code++) {
        expect(seen.get(`${face} ${code}`), `U+${code.toString(16)} in ${file}`).toBeUndefined();
        seen.set(`${face} ${code}`, file);
      }
    }
  }
  // English, on the faces of the shipped pair and some others.
  for (const face of [
    "newsreader",
    "newsreader-italic",
    "newsreader-bold-italic",
    "inter",
    "lora",
    "work-sans",
    "figtree-italic",
  ])
    for (let code = 0x20; code < 0x7f; code++) expect(seen.get(`${face} ${code}`)).toBe(`${face}-latin.woff2`);
});
