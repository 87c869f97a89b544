import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import subsetFont from "subset-font";
import { fontFiles } from "../../app/ui/styles/font-faces.ts";

/*
 * Divides the site's fonts into small files: node bin/subset-fonts.mjs, after an update of the packages that they come from or a change of
 * app/ui/styles/font-faces.ts. It writes app/ui/fonts/. A browser loads only the files whose letters a page has.
 */

const FOLDER = "app/ui/fonts";

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

for (const [file, { family, range, source }] of fontFiles()) {
  const { axis, features = FEATURES } = source;
  const folder = join("node_modules", source.folder);
  const font = await subsetFont(await readFile(join(folder, "files", source.file)), lettersOf(range), {
    targetFormat: "woff2",
    keepFeatures: features,
    dropTables: TABLES,
    noHinting: true,
    ...(axis ? { variationAxes: { wght: axis } } : {}),
  });
  await writeFile(join(FOLDER, file), font);
  // The license that it comes with.
  await writeFile(join(FOLDER, `OFL-${family.replace(" ", "")}.txt`), await readFile(join(folder, "LICENSE")));
  process.stdout.write(`${file}: ${font.length} bytes\n`);
}
