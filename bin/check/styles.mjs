import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** @typedef {import("./structure.mjs").Violation} Violation */

/** The most lines that a style sheet may have. */
const LONGEST = 400;
const TOKENS = "app/ui/styles/tokens.css";
const BREAK_POINTS = "app/ui/styles/break-points.css";

const SIZE = /^font(-size)?$/;
const SPACE = /^((margin|padding)(-(top|right|bottom|left|(block|inline)(-(start|end))?))?|((row|column)-)?gap)$/;
const RADIUS = /^border(-(top|bottom|start|end)-(left|right|start|end))?-radius$/;
/** Lengths that tokens stand for. `em` follows the text it belongs to, and paper is measured in `cm` and `pt`. */
const LENGTH = /(?<![\w.]|[\w-]-)(\d*\.?\d+)(rem|px|d?v[hw]|vmin|vmax)\b/g;
const WIDTH = /\b(width|inline-size)\b/;

const lineAt = (/** @type {string} */ text, /** @type {number} */ index) => text.slice(0, index).split("\n").length;
const blank = (/** @type {string} */ text) => text.replace(/[^\n]/g, " ");

/** What a declaration should say instead of the lengths in it; undefined when it has none. */
function advice(/** @type {string} */ property, /** @type {string} */ value) {
  const lengths = [...value.matchAll(LENGTH)].filter(([, number]) => Number(number) !== 0);
  const raw = (/** @type {number} */ most) => lengths.find(([, number, unit]) => unit !== "px" || Number(number) > most)?.[0];
  if (SIZE.test(property)) return raw(0) && `${raw(0)} is no size of type: take var(--text-…) or var(--title-…)`;
  if (RADIUS.test(property)) return raw(0) && `${raw(0)} is no radius: take var(--radius-…)`;
  // A pixel or two is a hairline, which no rhythm needs.
  if (SPACE.test(property))
    return (
      raw(2) && `${raw(2)} is no step of space: take var(--space-…), or var(--inset), var(--gap), var(--section), var(--chapter)`
    );
  return undefined;
}

/** @returns {Violation[]} */
function lengthViolations(/** @type {string} */ path, /** @type {string} */ text, /** @type {string} */ css) {
  if (path === TOKENS) return [];
  return [...css.matchAll(/(?<=[{;]\s*)([a-z-]+)\s*:\s*([^;{}]+)(?=[;}])/g)].flatMap((match) => {
    const [, property = "", value = ""] = match;
    const what = advice(property, value);
    const line = lineAt(css, match.index);
    // A comment on the line above says why this one is an exception.
    const isExplained = /\*\/\s*$/.test(text.split("\n")[line - 2] ?? "");
    return what && !isExplained ? [{ path, line, what: `${property}: ${what} (${TOKENS}), or say why in a comment above` }] : [];
  });
}

/** @returns {Violation[]} */
function mediaViolations(/** @type {string} */ path, /** @type {string} */ css, /** @type {Set<string>} */ names) {
  if (path === BREAK_POINTS) return [];
  const listed = [...names].join(", ");
  return [...css.matchAll(/@media([^{]+)/g)].flatMap((match) => {
    const [, query = ""] = match;
    const line = lineAt(css, match.index);
    const unknown = [...query.matchAll(/\((--[\w-]+)\)/g)].map(([, name = ""]) => name).find((name) => !names.has(name));
    if (unknown) return [{ path, line, what: `${unknown} is no break point; ${BREAK_POINTS} has ${listed}` }];
    if (!WIDTH.test(query.replace(/--[\w-]+/g, ""))) return [];
    return [{ path, line, what: `a width of its own: break points have names in ${BREAK_POINTS}: ${listed}` }];
  });
}

/** A name that stands for nothing makes its declaration void, and no browser says so. @returns {Violation[]} */
function tokenViolations(/** @type {string} */ path, /** @type {string} */ css, /** @type {Set<string>} */ tokens) {
  return [...css.matchAll(/var\((--(?:text|title|space|radius)-[\w-]+)/g)]
    .filter(([, name = ""]) => !tokens.has(name))
    .map((match) => ({ path, line: lineAt(css, match.index), what: `${match[1]} is no token of ${TOKENS}` }));
}

/** A list of selectors without what is in parentheses, except that it says where `:has()` is. */
function flatten(/** @type {string} */ selectors) {
  const within = selectors.replace(/\(([^()]*)\)/g, (_, inner) => (inner.includes(":has") ? ":has" : ""));
  return within === selectors ? selectors : flatten(within);
}

/** `:has()`, and then a last part that names no class, attribute, id or element. */
const COSTLY = /:has\b.*[\s>+~](\*|:)[^\s>+~]*$/s;

/**
 * A rule whose `:has()` decides about unnamed elements. The browser can't tell which ones, and styles all elements of the page again after
 * each change of it: on a screen with charts that takes 7 ms.
 * @returns {Violation[]}
 */
const hasViolations = (/** @type {string} */ path, /** @type {string} */ css) =>
  [...css.matchAll(/[^{};\s][^{};]*(?=\{)/g)].flatMap(({ 0: selectors, index }) => {
    if (
      !flatten(selectors)
        .split(",")
        .some((selector) => COSTLY.test(selector.trim()))
    )
      return [];
    const what =
      "after :has(), the selector ends in an element without a name, so each change of the page styles all of its elements again: name a class, or set a custom property on the element with :has()";
    return [{ path, line: lineAt(css, index), what }];
  });

/** A room of pages, whose sheets stay in the browser when a reader or an author goes on to another room. */
const ROOM = /^app\/pages\/(public|account|admin)\//;

/** The classes that selectors begin with: those which the sheet gives a look of its own, instead of changing it inside something else. */
const ownClasses = (/** @type {string} */ css) =>
  [...css.matchAll(/([^{};]+)\{/g)].flatMap((match) => {
    const [, selectors = ""] = match;
    const line = lineAt(css, match.index + (selectors.match(/^\s*/)?.[0].length ?? 0));
    const starts = selectors.replace(/\([^()]*\)/g, "").split(",");
    return starts.flatMap((selector) => {
      const name = /^\s*\.([\w-]+)/.exec(selector)?.[1];
      return name ? [{ name, line }] : [];
    });
  });

/**
 * A class that two rooms style, and not `app/ui` for both: a screen of one would look different after a visit to the other.
 * @returns {Violation[]}
 */
function roomViolations(/** @type {{ path: string, css: string }[]} */ sheets) {
  const shared = new Set(
    sheets.flatMap(({ path, css }) => (path.startsWith("app/ui/") ? ownClasses(css) : [])).map(({ name }) => name),
  );
  /** @type {Map<string, string>} */
  const owners = new Map();
  return sheets.flatMap(({ path, css }) => {
    const room = ROOM.exec(path)?.[1];
    if (!room) return [];
    return ownClasses(css).flatMap(({ name, line }) => {
      const owner = owners.get(name) ?? path;
      owners.set(name, owner);
      if (shared.has(name) || ROOM.exec(owner)?.[1] === room) return [];
      return [
        {
          path,
          line,
          what: `.${name} is also styled by ${owner}, and both sheets may be loaded: choose another name, or move the rule to app/ui`,
        },
      ];
    });
  });
}

/**
 * Holds style sheets against the scales of `tokens.css` and `break-points.css`, and against the rules of length and of rooms.
 * @param {string} root the project's folder
 * @returns {{ violations: Violation[], files: number }}
 */
export function checkStyles(root) {
  const paths = readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".css"))
    .map((name) => `app/${name.replaceAll("\\", "/")}`)
    .sort();
  const read = (/** @type {string} */ path) => readFileSync(join(root, path), "utf8");
  const named = (/** @type {string} */ path, /** @type {RegExp} */ pattern) =>
    new Set(paths.includes(path) ? [...read(path).matchAll(pattern)].map(([, name = ""]) => name) : []);
  const breakPoints = named(BREAK_POINTS, /@custom-media\s+(--[\w-]+)/g);
  const tokens = named(TOKENS, /(--[\w-]+):/g);
  const sheets = paths.map((path) => {
    const text = read(path);
    return { path, text, css: text.replace(/\/\*[\s\S]*?\*\//g, blank) };
  });
  const violations = sheets.flatMap(({ path, text, css }) => {
    const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
    const tooLong = {
      path,
      line: LONGEST + 1,
      what: `is ${lines} lines long, ${LONGEST} at most: split it by what changes together`,
    };
    return [
      ...(lines > LONGEST ? [tooLong] : []),
      ...lengthViolations(path, text, css),
      ...mediaViolations(path, css, breakPoints),
      ...tokenViolations(path, css, tokens),
      ...hasViolations(path, css),
    ];
  });
  return { violations: [...violations, ...roomViolations(sheets)], files: paths.length };
}
