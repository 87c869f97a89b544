import { posix } from "node:path";
import { domainReach, ROOMS } from "./rules.mjs";

/** @typedef {import("./structure.mjs").Source} Source */
/** @typedef {import("./structure.mjs").Violation} Violation */
/** @typedef {import("./source.mjs").Import} Import */

/**
 * The room a file belongs to.
 * @param {string} path relative to the project's folder, with slashes
 * @returns {(typeof ROOMS)[number] | undefined}
 */
const roomOf = (path) => ROOMS.find((room) => room.files.test(path));

/** The file that an import names, relative to the project's folder. */
const fileOf = (/** @type {string} */ from, /** @type {string} */ specifier) =>
  (specifier.startsWith("/") ? specifier.slice(1) : posix.join(posix.dirname(from), specifier)).replace(/\?.*$/, "");

const nounOf = (/** @type {string} */ path) => /^app\/domain\/([^/]+)\//.exec(path)?.[1];

const packageOf = (/** @type {string} */ specifier) =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

/** Why a noun may not import this file of another noun; nothing when it may. */
const reachComplaint = (
  /** @type {string} */ from,
  /** @type {string} */ target,
  /** @type {Record<string, string[]>} */ reach,
) => {
  const [own, other] = [nounOf(from), nounOf(target)];
  if (!own || !other || own === other || ["rules", "policy", "schema"].includes(roomOf(target)?.name ?? "")) return undefined;
  if (reach[own]?.includes(other)) return undefined;
  return `the noun ${own} may not call ${other}: take it from its schema or rules, or add ${other} to domainReach.${own} in bin/check/rules.mjs`;
};

const fileComplaint = (/** @type {string} */ from, /** @type {string} */ target, /** @type {Import} */ { typeOnly }) => {
  const room = roomOf(from);
  const other = roomOf(target);
  if (!room || !other || room.may.includes("*") || room === other) return undefined;
  if (other.name === "test") return "the product does not know its tests: what both need belongs into app/";
  if (other.name === "rules" && room.name !== "platform" && room.name !== "bin" && room.name !== "routes") return undefined;
  if (room.may.includes(other.name) || (typeOnly && room.types?.includes(other.name))) return undefined;
  const bent = room.types?.includes(other.name) ? " except by `import type`" : "";
  return `${room.name} may not import ${other.name}${bent}: ${room.instead}`;
};

const packageComplaint = (/** @type {string} */ from, /** @type {string} */ specifier) => {
  const room = roomOf(from);
  const name = packageOf(specifier);
  if (!room?.withoutPackages?.some((banned) => banned === "*" || banned === name)) return undefined;
  return `${room.name} does without ${name}: ${room.instead}`;
};

/**
 * What is wrong with the imports of one file.
 * @param {Source} source
 * @param {Record<string, string[]>} [reach]
 * @returns {Violation[]}
 */
export function importViolations(source, reach = domainReach) {
  /** @type {Violation[]} */
  const violations = [];
  for (const found of source.imports) {
    const { specifier, line } = found;
    const own = specifier.startsWith(".") || specifier.startsWith("/");
    const file = fileOf(source.path, specifier);
    const complaint = own
      ? (fileComplaint(source.path, file, found) ?? (source.isTest ? undefined : reachComplaint(source.path, file, reach)))
      : packageComplaint(source.path, specifier);
    if (complaint) violations.push({ path: source.path, line, what: `imports ${own ? file : specifier}: ${complaint}` });
  }
  return violations;
}

/**
 * The circles in the list of who may call whom.
 * @param {Record<string, string[]>} [reach]
 * @returns {Violation[]} one for each noun on a circle, with the way round
 */
export function circleViolations(reach = domainReach) {
  const wayBack = (/** @type {string} */ start) => {
    const queue = [[start]];
    const seen = new Set();
    for (let way = queue.shift(); way; way = queue.shift()) {
      for (const next of reach[way.at(-1) ?? ""] ?? []) {
        if (next === start) return [...way, next];
        if (!seen.has(next)) queue.push([...way, next]);
        seen.add(next);
      }
    }
    return undefined;
  };
  return Object.keys(reach).flatMap((noun) => {
    const way = wayBack(noun);
    if (!way) return [];
    return [
      {
        path: "bin/check/rules.mjs",
        line: 1,
        what: `domainReach goes round in a circle: ${way.join(" → ")}; one of them has to hand the other in`,
      },
    ];
  });
}

/**
 * The files that import each other in a circle; types and dynamic imports count.
 * @param {Source[]} sources
 * @returns {Violation[]} one for each circle, at the import that closes it, with the way round
 */
export function fileCircleViolations(sources) {
  const known = new Map(sources.map((source) => [source.path, source]));
  const targetsOf = (/** @type {Source} */ { path, imports }) =>
    imports
      .filter(({ specifier }) => /^[./]/.test(specifier))
      .map(({ specifier, line }) => ({ file: fileOf(path, specifier), line }))
      .filter(({ file }) => known.has(file));
  /** @type {Violation[]} */
  const violations = [];
  const done = new Set();
  /** @type {string[]} */
  const way = [];
  const visit = (/** @type {Source} */ source) => {
    way.push(source.path);
    for (const { file, line } of targetsOf(source)) {
      const start = way.indexOf(file);
      const next = known.get(file);
      if (start >= 0) {
        const round = [...way.slice(start), file].join(" → ");
        const what = `imports ${file}, which leads back here (${round}): move what both need into a file of its own, or hand it in as an argument`;
        violations.push({ path: source.path, line, what });
      } else if (next && !done.has(file)) visit(next);
    }
    way.pop();
    done.add(source.path);
  };
  for (const source of sources) if (!done.has(source.path)) visit(source);
  return violations;
}
