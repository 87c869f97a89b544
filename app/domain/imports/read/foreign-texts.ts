import { posix } from "node:path";
import { ImportRefused } from "../errors.ts";

const FORMATS: Record<string, string> = {
  ".rst": "reStructuredText",
  ".ipynb": "Jupyter notebooks",
  ".org": "Org",
  ".adoc": "AsciiDoc",
  ".asciidoc": "AsciiDoc",
  ".textile": "Textile",
  ".rmd": "R Markdown",
  ".rmarkdown": "R Markdown",
  ".qmd": "Quarto",
  ".wiki": "wiki text",
  ".mediawiki": "wiki text",
  ".creole": "Creole",
};

const endingOf = (name: string) => posix.extname(name).toLowerCase();

export const isForeignText = (name: string): boolean => Object.hasOwn(FORMATS, endingOf(name));

function byEnding(names: readonly string[]): [ending: string, names: string[]][] {
  const all = new Map<string, string[]>();
  for (const name of names) all.set(endingOf(name), [...(all.get(endingOf(name)) ?? []), name]);
  return [...all].sort((a, b) => b[1].length - a[1].length);
}

function folderOf([first = "", ...others]: string[]): string {
  let folder = posix.dirname(first);
  while (folder !== "." && others.some((name) => !name.startsWith(`${folder}/`))) folder = posix.dirname(folder);
  return folder === "." ? "the archive" : folder;
}

const SHOWN = 3;

export function foreignFindings(names: readonly string[]): { place: string; sentence: string }[] {
  return byEnding(names).map(([ending, all]) => {
    const what =
      all.length === 1 ? `1 text in the format ${ending} isn’t read` : `${all.length} texts in the format ${ending} aren’t read`;
    const shown = all.slice(0, SHOWN).map((name) => `“${posix.basename(name)}”`);
    return { place: folderOf(all), sentence: `${what}: ${shown.join(", ")}${all.length > SHOWN ? " and others" : ""}.` };
  });
}

const CONVERT = "Convert them to Markdown (.md), for example with Pandoc, and import those.";

/** @throws ImportRefused for an archive that holds only formats that aren't read */
export function refuseForeignTexts(names: readonly string[]): void {
  const all = byEnding(names.filter(isForeignText));
  if (all.length === 0) return;
  const counted = all.map(([ending, those]) => `${those.length} in ${FORMATS[ending] ?? "the format"} (${ending})`);
  throw new ImportRefused("the archive", `There are only texts in it that can’t be read: ${counted.join(", ")}. ${CONVERT}`);
}

/** @throws ImportRefused for a format that isn't read */
export function refuseForeignText(name: string): void {
  if (!isForeignText(name)) return;
  const format = FORMATS[endingOf(name)];
  throw new ImportRefused(
    "the file",
    `Texts in ${format} (${endingOf(name)}) can’t be read. ${CONVERT.replace("them", "it").replace("those", "that")}`,
  );
}
