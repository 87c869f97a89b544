import { DEFAULT_EXPORT_WANTED, EMPTY_NAMES, LENGTH } from "./rules.mjs";

/** @typedef {import("./structure.mjs").Source} Source */
/** @typedef {import("./structure.mjs").Violation} Violation */

const SWITCHED_OFF = /(@ts-(?:ignore|expect-error|nocheck)|biome-ignore(?:-all|-start)?(?:\s+[\w/]+)?)(.*)/;
const REASON = /[\p{L}]{2,}.*\p{L}/u;

/** The comments on a line and on the line above it. */
const commentNear = (/** @type {Source} */ source, /** @type {number} */ line) =>
  source.comments
    .filter((comment) => comment.line === line || comment.line === line - 1)
    .map(({ text }) => text)
    .join(" ");

/** `any` and switched-off checks have a comment next to them that says why. */
const unexplained = (/** @type {Source} */ source) => {
  /** @type {Violation[]} */
  const found = [];
  for (const line of source.anys) {
    if (REASON.test(commentNear(source, line).replace(/biome-ignore[^:]*:/, ""))) continue;
    found.push({
      path: source.path,
      line,
      what: "`any` without a reason: name the type, take `unknown`, or say why in a comment",
    });
  }
  for (const { line, text } of source.comments) {
    const [, check, rest = ""] = SWITCHED_OFF.exec(text) ?? [];
    const reason = rest.replace(/^\s*\([^)]*\)/, "").replace(/<[^>]*>/g, "");
    if (check === undefined || REASON.test(reason)) continue;
    found.push({ path: source.path, line, what: `${check} without a reason: say why behind it` });
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
const barrels = (/** @type {Source} */ { path, isBarrel }) =>
  isBarrel ? [{ path, line: 1, what: "only passes on what other files export: import those files where they are used" }] : [];

const defaultExports = (/** @type {Source} */ { path, defaultExport: line }) =>
  line === undefined || DEFAULT_EXPORT_WANTED.some((pattern) => pattern.test(path))
    ? []
    : [{ path, line, what: "has a default export: export it by name" }];

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

const longFunctions = (/** @type {Source} */ { path, isTest, longFunctions: found }) =>
  isTest
    ? []
    : found.map(({ line, lines }) => ({
        path,
        line,
        what: `is a function with ${lines} lines of code, ${LENGTH.function} at most: give a part of it that has a name of its own a function`,
      }));

/**
 * What is wrong with one file by itself.
 * @param {Source} source
 * @returns {Violation[]}
 */
export const habitViolations = (source) => [
  ...emptyNames(source),
  ...tooLong(source),
  ...longFunctions(source),
  ...defaultExports(source),
  ...barrels(source),
  ...unexplained(source),
];
