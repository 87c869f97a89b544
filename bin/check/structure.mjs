import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { habitViolations } from "./habits.mjs";
import { circleViolations, fileCircleViolations, importViolations } from "./imports.mjs";
import { domainReach, LOOKED_AT, SHARED_TABLES } from "./rules.mjs";
import { readSource } from "./source.mjs";
import { tableViolations } from "./tables.mjs";

/** @typedef {{ path: string, line: number, what: string }} Violation `line` 0: the whole project */
/**
 * @typedef {{ path: string, isTest: boolean, lines: number } & ReturnType<typeof readSource>} Source `path` is relative to the
 *   project's folder, with slashes
 */

const SOURCE = /\.(ts|tsx|mjs|mts|js|jsx)$/;
const TEST = /^(test|e2e)\/|\.test\.tsx?$/;

/**
 * Reads every source file that the rules look at.
 * @param {string} root the project's folder
 * @returns {Source[]}
 */
function readSources(root) {
  /** @type {Source[]} */
  const sources = [];
  const visit = (/** @type {string} */ path) => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false });
    if (!stat || path.endsWith("/node_modules")) return;
    if (stat.isDirectory()) for (const name of readdirSync(join(root, path)).sort()) visit(`${path}/${name}`);
    else if (SOURCE.test(path) && !/\.gen\.ts$|\.d\.m?ts$/.test(path)) {
      const text = readFileSync(join(root, path), "utf8");
      const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
      sources.push({ path, isTest: TEST.test(path), lines, ...readSource(path, text) });
    }
  };
  const configs = readdirSync(root).filter((name) => name.endsWith(".config.ts"));
  for (const path of [...LOOKED_AT, ...configs]) visit(path);
  return sources;
}

/**
 * Holds the project against its own rules of layout.
 * @param {string} root the project's folder
 * @param {Record<string, string[]>} [reach] which noun may call which
 * @param {Record<string, Record<string, string>>} [shared] which tables several nouns write: table → noun → reason
 * @returns {{ violations: Violation[], files: number }}
 */
export function checkStructure(root, reach = domainReach, shared = SHARED_TABLES) {
  const sources = readSources(root);
  const each = sources.flatMap((source) => [...importViolations(source, reach), ...habitViolations(source)]);
  const together = [...circleViolations(reach), ...fileCircleViolations(sources), ...tableViolations(sources, shared)];
  return { violations: [...each, ...together], files: sources.length };
}

/**
 * The violations as lines to print.
 * @param {Violation[]} violations
 * @param {number} files how many were looked at
 * @returns {string}
 */
export function report(violations, files) {
  const lines = violations.map(({ path, line, what }) => (line === 0 ? what : `${path}:${line}  ${what}`));
  return [...lines, `${files} files, ${violations.length} ${violations.length === 1 ? "violation" : "violations"}`].join("\n");
}
