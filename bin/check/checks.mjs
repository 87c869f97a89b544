import { join } from "node:path";
import { root } from "../setup/node-version.mjs";
import { run } from "../setup/run.mjs";
import { checkMigrations } from "./migrations.mjs";
import { checkStructure, report } from "./structure.mjs";
import { checkStyles } from "./styles.mjs";
import { checkWords } from "./words.mjs";

const tool =
  (/** @type {string[]} */ path, /** @type {string[]} */ ...args) =>
  async () =>
    (await run(process.execPath, [join(root, "node_modules", ...path), ...args], {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
    })) === 0;

/** @typedef {{ violations: import("./structure.mjs").Violation[], files: number }} Result */

const own = (/** @type {() => Result | Promise<Result>} */ check) => async () => {
  const { violations, files } = await check();
  console.log(report(violations, files));
  return violations.length === 0;
};

const knip = tool(["knip", "bin", "knip.js"], "--no-progress", "--no-config-hints");

/** Files, exports and packages that nothing needs. */
const unused = async () => {
  if (await knip()) return true;
  console.log(
    "Delete what nothing uses; what only its own file uses needs no `export` (`npx knip --fix` removes the word). A file that is started by its path is named in knip.jsonc.",
  );
  return false;
};

// Biome colors what goes to a file too, unless told.
const plain = process.stdout.isTTY ? [] : ["--colors=off"];

/** @type {{ name: string, holds: () => Promise<boolean> }[]} */
const CHECKS = [
  { name: "types", holds: tool(["typescript", "bin", "tsc"], "--noEmit") },
  { name: "lint", holds: tool(["@biomejs", "biome", "bin", "biome"], "ci", "--error-on-warnings", ...plain) },
  { name: "structure", holds: own(() => checkStructure(root)) },
  { name: "migrations", holds: own(() => checkMigrations(root)) },
  { name: "styles", holds: own(() => checkStyles(root)) },
  { name: "words", holds: own(() => checkWords(root)) },
  { name: "unused", holds: unused },
];

/**
 * Runs every check, also after one has failed, and prints each with the time it took.
 * @returns {Promise<{ name: string, passed: boolean, seconds: number }[]>}
 */
export async function runChecks() {
  const results = [];
  for (const { name, holds } of CHECKS) {
    const began = performance.now();
    const passed = await holds();
    const seconds = (performance.now() - began) / 1000;
    console.log(`${passed ? "✓" : "✗"} ${name} (${seconds.toFixed(1)} s)`);
    results.push({ name, passed, seconds });
  }
  return results;
}
