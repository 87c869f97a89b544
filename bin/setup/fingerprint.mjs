import { createHash } from "node:crypto";
import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What the build is made from. */
const SOURCES = ["app", "db", "public", "server.ts", "vite.config.ts", "package-lock.json", "tsconfig.json"];

/** @typedef {Record<string, { size: number, modified: number, hash: string }>} Fingerprint by path relative to the root */

const isTest = (/** @type {string} */ path) => /\.test\.tsx?$/.test(path);

/**
 * Every file that a build reads, with its size in bytes and the time of its last change in ms since 1970.
 * @param {string} root the project's folder
 * @param {string[]} [sources] files and folders below it; those that don't exist count as empty
 * @returns {Map<string, { size: number, modified: number }>} by path relative to the root, with slashes
 */
export function listSources(root, sources = SOURCES) {
  /** @type {Map<string, { size: number, modified: number }>} */
  const found = new Map();
  const visit = (/** @type {string} */ path) => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false });
    if (!stat || isTest(path)) return;
    if (stat.isDirectory()) for (const name of readdirSync(join(root, path))) visit(`${path}/${name}`);
    else found.set(path, { size: stat.size, modified: stat.mtimeMs });
  };
  for (const source of sources) visit(source);
  return found;
}

const hashOf = (/** @type {string} */ file) => createHash("sha256").update(readFileSync(file)).digest("hex");

/**
 * The fingerprint of the sources as they are now.
 * @param {string} root the project's folder
 * @returns {Fingerprint}
 */
export function takeFingerprint(root) {
  /** @type {Fingerprint} */
  const result = {};
  for (const [path, file] of listSources(root)) result[path] = { ...file, hash: hashOf(join(root, path)) };
  return result;
}

/**
 * Compares the sources with an earlier fingerprint. Contents are read only where size fits and time doesn't (a checkout
 * touches files without changing them).
 * @param {string} root the project's folder
 * @param {Fingerprint} earlier
 * @returns {"same" | "touched" | "changed"} "touched": other times, the same contents
 */
export function compareSources(root, earlier) {
  const now = listSources(root);
  if (now.size !== Object.keys(earlier).length) return "changed";
  let touched = false;
  for (const [path, file] of now) {
    const before = earlier[path];
    if (!before || before.size !== file.size) return "changed";
    if (before.modified === file.modified) continue;
    if (before.hash !== hashOf(join(root, path))) return "changed";
    touched = true;
  }
  return touched ? "touched" : "same";
}

const stampFile = (/** @type {string} */ dir) => join(dir, ".stamp");

/**
 * What a finished build was made from.
 * @param {string} dir the release's folder
 * @returns {Fingerprint | undefined} nothing when it isn't a finished build
 */
export function readStamp(dir) {
  try {
    return JSON.parse(readFileSync(stampFile(dir), "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * Notes what a build was made from, in one step: half a stamp would be a wrong one.
 * @param {string} dir the release's folder
 * @param {Fingerprint} fingerprint
 * @returns {void} throws when the folder can't be written
 */
export function writeStamp(dir, fingerprint) {
  const next = `${stampFile(dir)}.${process.pid}`;
  writeFileSync(next, JSON.stringify(fingerprint));
  renameSync(next, stampFile(dir));
}
