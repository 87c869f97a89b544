import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { readTexts } from "./read-texts.mjs";
import { READ } from "./word-rules.mjs";

/**
 * Prints the visible texts of the product, screen by screen, so that they can be read in one go.
 *
 *   npm run texts                              everything: pages, emails, errors, descriptions of settings
 *   npm run texts -- app/pages/admin/posts     one screen
 *
 * Values in a text are printed as `{…}`.
 */
const ROOT = join(import.meta.dirname, "..", "..");
const FOLDERS = process.argv.length > 2 ? process.argv.slice(2) : READ;

/** @type {string | undefined} */
let screen;
for (const folder of FOLDERS) {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\.sql\.ts$/.test(name))
    .sort((a, b) => dirname(a).localeCompare(dirname(b)) || a.localeCompare(b));
  for (const name of files) {
    const file = join(ROOT, folder, name);
    const texts = readTexts(file, readFileSync(file, "utf8"));
    if (texts.length > 0 && dirname(file) !== screen) {
      screen = dirname(file);
      console.log(`\n${relative(ROOT, screen)}`);
    }
    for (const { line, text } of texts) console.log(`  ${name.split("/").at(-1)}:${line}  ${text}`);
  }
}
