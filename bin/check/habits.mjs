import { DEFAULT_EXPORT_WANTED, EMPTY_NAMES, LENGTH } from "./rules.mjs";
import { lineAt } from "./source.mjs";

/** @typedef {import("./structure.mjs").Source} Source */
/** @typedef {import("./structure.mjs").Violation} Violation */

const ANY = /(?<=:|\bas|<|\||&|,|=>|=)\s*\bany\b(?=\s*(?:[,;)\]>=|&}[]|$))/gm;
const SWITCHED_OFF = /(@ts-(?:ignore|expect-error|nocheck)|biome-ignore(?:-all|-start)?(?:\s+[\w/]+)?)(.*)/g;
const REASON = /[\p{L}]{2,}.*\p{L}/u;

/** The comment on a line or on the line above it. */
const commentNear = (/** @type {Source} */ source, /** @type {number} */ line) =>
  source.comments
    .split("\n")
    .slice(Math.max(0, line - 2), line)
    .join(" ");

/** `any` and switched-off checks say why, in a comment beside them. */
const unexplained = (/** @type {Source} */ source) => {
  /** @type {Violation[]} */
  const found = [];
  for (const match of source.code.matchAll(ANY)) {
    const line = lineAt(source.code, match.index + match[0].length);
    if (REASON.test(commentNear(source, line).replace(/biome-ignore[^:]*:/, ""))) continue;
    found.push({
      path: source.path,
      line,
      what: "`any` without a reason: name the type, take `unknown`, or say why in a comment",
    });
  }
  for (const match of source.comments.matchAll(SWITCHED_OFF)) {
    const reason = (match[2] ?? "")
      .replace(/^\s*\([^)]*\)/, "")
      .replace(/<[^>]*>/g, "")
      .replace("*/", "");
    if (REASON.test(reason)) continue;
    const line = lineAt(source.comments, match.index);
    found.push({ path: source.path, line, what: `${match[1]} without a reason: say why behind it` });
  }
  return found;
};

const emptyNames = (/** @type {Source} */ source) => {
  const parts = source.path.replace(/(\.test)?\.[^./]+$/, "").split("/");
  const name = parts.find((part) => EMPTY_NAMES.includes(part));
  if (!name) return [];
  return [{ path: source.path, line: 1, what: `"${name}" says nothing: name the folder or file by what it does` }];
};

/** A file that only passes on what others export hides where things live. */
const barrels = (/** @type {Source} */ source) => {
  const rest = source.quoted.replace(/^\s*(import|export)\b[^"';=()]*(from\s*)?["'][^"']*["']\s*;?/gm, "").trim();
  const passesOn = /^\s*export\b[^"';=()]*from\s*["']/m.test(source.quoted);
  if (rest !== "" || !passesOn) return [];
  return [{ path: source.path, line: 1, what: "only passes on what other files export: import those files where they are used" }];
};

const defaultExports = (/** @type {Source} */ source) => {
  const match = /^[ \t]*export\s+(default\b|\{[^}]*\bas\s+default\b)/m.exec(source.code);
  if (!match || DEFAULT_EXPORT_WANTED.some((pattern) => pattern.test(source.path))) return [];
  return [{ path: source.path, line: lineAt(source.code, match.index), what: "has a default export: export it by name" }];
};

const tooLong = (/** @type {Source} */ source) => {
  const most = source.isTest ? LENGTH.test : LENGTH.source;
  if (source.lines <= most) return [];
  return [
    {
      path: source.path,
      line: most + 1,
      what: `is ${source.lines} lines long, ${most} at most: split it by what changes together`,
    },
  ];
};

/**
 * What is wrong with one file by itself.
 * @param {Source} source
 * @returns {Violation[]}
 */
export const habitViolations = (source) => [
  ...emptyNames(source),
  ...tooLong(source),
  ...defaultExports(source),
  ...barrels(source),
  ...unexplained(source),
];
