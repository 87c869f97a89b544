import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A line at the top of a slow test: the files and folders that it covers. */
const COVERS = /^\/\/ slow: (.+)$/gm;
const TEST = /\.(test\.tsx?|e2e\.ts)$/;

/** What every test depends on. */
const EVERYTHING = [
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "vitest.config.ts",
  "playwright.config.ts",
  "bin/test/",
];

/** Holds the last commit at which everything passed. */
const noteFile = (/** @type {string} */ root) => join(root, ".cache", "tests-passed");

const git = (/** @type {string} */ root, /** @type {string[]} */ ...args) => {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return status === 0 ? stdout.trim() : undefined;
};

/**
 * The commit to compare with: the last one that passed here, else the point where this branch left main. CI has run every test on what is
 * on the main branch of a clone's origin.
 */
function findBase(/** @type {string} */ root) {
  const note = existsSync(noteFile(root)) ? readFileSync(noteFile(root), "utf8").trim() : "";
  if (note && git(root, "merge-base", "--is-ancestor", note, "HEAD") !== undefined) return note;
  const head = git(root, "rev-parse", "HEAD");
  const published = git(root, "merge-base", "HEAD", "origin/main");
  if (published) return published;
  const base = git(root, "merge-base", "HEAD", "main");
  // On main there is no telling what CI has already run.
  return base !== head ? base : undefined;
}

/**
 * The files that differ from the last commit known to pass, including untracked ones.
 * @param {string} root the project's folder
 * @returns {string[] | undefined} undefined when there is no such commit, so that anything may have changed
 */
export function changedFiles(root) {
  const base = findBase(root);
  const changed = base && git(root, "diff", "--name-only", "--no-renames", base);
  const added = git(root, "ls-files", "--others", "--exclude-standard");
  if (changed === undefined || added === undefined) return undefined;
  return [...changed.split("\n"), ...added.split("\n")].filter(Boolean);
}

/**
 * The slow tests: those that name on top what they cover.
 * @param {string} root the project's folder
 * @returns {{ file: string, covers: string[] }[]}
 */
export function slowTests(root) {
  const files = git(root, "ls-files", "--cached", "--others", "--exclude-standard", "*.test.ts", "*.test.tsx", "e2e/*.e2e.ts");
  return (files ?? "").split("\n").flatMap((file) => {
    const path = join(root, file);
    const lines = existsSync(path) && file ? [...readFileSync(path, "utf8").matchAll(COVERS)] : [];
    return lines.length > 0 ? [{ file, covers: lines.flatMap(([, covers = ""]) => covers.split(" ")) }] : [];
  });
}

/**
 * The slow tests that no change can affect: neither they, nor a file beside them that is no test, nor anything they cover has changed.
 * @param {ReturnType<typeof slowTests>} slow
 * @param {string[] | undefined} changed as from `changedFiles`
 * @returns {string[]} their files
 */
export function skippable(slow, changed) {
  if (!changed || changed.some((path) => EVERYTHING.some((start) => path.startsWith(start)))) return [];
  return slow
    .filter(({ file, covers }) => {
      const isBeside = (/** @type {string} */ path) => dirname(path) === dirname(file) && !TEST.test(path);
      return !changed.some((path) => path === file || isBeside(path) || covers.some((start) => path.startsWith(start)));
    })
    .map(({ file }) => file);
}

/** Remembers that everything passes at the current commit, unless there are uncommitted changes. */
export function notePassed(/** @type {string} */ root) {
  const head = git(root, "rev-parse", "HEAD");
  if (!head || git(root, "status", "--porcelain") !== "") return;
  mkdirSync(dirname(noteFile(root)), { recursive: true });
  writeFileSync(noteFile(root), `${head}\n`);
}
