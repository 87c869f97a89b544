import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../setup/node-version.mjs";
import { SetupError, withPlainErrors } from "../setup/setup-error.mjs";
import { table } from "./table.mjs";

const folder = join(root, "bench");

const all = () =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts")) : [];

/** The files asked for by name, with or without the ending; all of them when none is named. Flags are the benches' own. */
const chosen = (/** @type {string[]} */ names) => {
  const files = all();
  if (names.length === 0) return files;
  return names.map((name) => {
    const file = files.find((known) => known === name || known === `${name}.ts`);
    if (!file) throw new SetupError(`There is no bench called ${name}; there are: ${files.join(", ") || "none"}.`);
    return file;
  });
};

await withPlainErrors(async () => {
  const names = process.argv.slice(2).filter((word) => !word.startsWith("--"));
  for (const file of chosen(names)) {
    const bench = await import(pathToFileURL(join(folder, file)).href);
    // What a bench imports from another file of its folder has no run of its own.
    if (typeof bench.run !== "function") continue;
    if (bench.onlyByName && names.length === 0) continue;
    console.log(`\n${bench.title}`);
    try {
      console.log(table(await bench.run()));
    } catch (error) {
      console.error(error);
      process.exitCode = 1;
    }
  }
});
