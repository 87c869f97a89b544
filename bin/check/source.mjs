import { parseSync, Visitor } from "oxc-parser";
import { LENGTH } from "./rules.mjs";

/** @typedef {{ specifier: string, line: number, typeOnly: boolean }} Import */
/** @typedef {{ line: number, text: string }} CommentLine */
/** @typedef {import("oxc-parser").ParseResult} Parsed */

/** The tree is only built where something in it is looked for. */
const NEEDS_TREE = /\bany\b|\bimport\s*\(/;
const MAY_WRITE = /\bsql\b|\.(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(/;

/** Kysely's calls that write a table. */
const WRITING_CALLS = new Set(["insertInto", "updateTable", "deleteFrom", "replaceInto", "mergeInto"]);

/** The same in SQL, without `for update`, `for no key update` and `do update`. */
const WRITING_SQL =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|(?<!\b(?:for|key|do)\s+)update)\s+(?:only\s+)?([a-z_]\w*)/gi;

/** Finds the line (from 1) of a position (from 0). */
function lineFinder(/** @type {string} */ text) {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  return (/** @type {number} */ position) => starts.findLastIndex((start) => start <= position) + 1;
}

/** What a source imports: `import`, `export … from`, `import()` with a constant, and `import("…")` in types; by line. */
function importsOf(
  /** @type {string} */ text,
  /** @type {Parsed["module"]} */ { staticImports, staticExports, dynamicImports },
  /** @type {Import[]} */ inTypes,
  /** @type {(position: number) => number} */ lineOf,
) {
  const imports = staticImports.map(({ start, moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    line: lineOf(start),
    typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
  }));
  // What is imported first and then exported is in both lists, at its import.
  const importedAt = new Set(staticImports.map(({ start }) => start));
  const passedOn = staticExports.flatMap(({ start, entries }) => {
    const specifier = entries[0]?.moduleRequest?.value;
    return specifier === undefined || importedAt.has(start)
      ? []
      : [{ specifier, line: lineOf(start), typeOnly: entries.every(({ isType }) => isType) }];
  });
  const dynamic = dynamicImports.flatMap(({ start, moduleRequest }) => {
    const constant = /^(["'`])([^$]*)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end));
    return constant ? [{ specifier: constant[2] ?? "", line: lineOf(start), typeOnly: false }] : [];
  });
  return [...imports, ...passedOn, ...dynamic, ...inTypes].sort((a, b) => a.line - b.line);
}

const passesOnOnly = (/** @type {Parsed} */ { program, module: { staticExports } }) =>
  staticExports.some(({ entries }) => entries.some(({ moduleRequest }) => moduleRequest)) &&
  program.body.every(
    (node) =>
      node.type === "ImportDeclaration" ||
      node.type === "ExportAllDeclaration" ||
      (node.type === "ExportNamedDeclaration" && node.source),
  );

/** The lines (from 1) without code: blank ones, and those with nothing but a comment. */
function linesWithoutCode(/** @type {string} */ text, /** @type {Parsed["comments"]} */ comments) {
  let code = text;
  for (const { start, end } of comments)
    code = code.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, " ") + code.slice(end);
  return new Set(code.split("\n").flatMap((line, index) => (line.trim() === "" ? [index + 1] : [])));
}

/**
 * The functions that have more than `most` lines of code, those of functions inside them included.
 * @param {string} text @param {Parsed} parsed @param {(position: number) => number} lineOf @param {number} most
 * @returns {{ line: number, lines: number }[]}
 */
function functionsAbove(text, { program, comments }, lineOf, most) {
  /** @type {{ first: number, last: number }[]} */
  const candidates = [];
  const look = (/** @type {{ start: number, end: number }} */ { start, end }) => {
    const [first, last] = [lineOf(start), lineOf(end - 1)];
    if (last - first >= most) candidates.push({ first, last });
  };
  new Visitor({ FunctionDeclaration: look, FunctionExpression: look, ArrowFunctionExpression: look }).visit(program);
  if (candidates.length === 0) return [];
  const empty = linesWithoutCode(text, comments);
  return candidates
    .map(({ first, last }) => {
      let lines = 0;
      for (let line = first; line <= last; line++) if (!empty.has(line)) lines += 1;
      return { line: first, lines };
    })
    .filter(({ lines }) => lines > most);
}

/**
 * The tables that Kysely's calls and `sql` templates write.
 * @param {Parsed} parsed @param {(position: number) => number} lineOf
 * @returns {{ table: string, line: number }[]}
 */
function writesIn({ program }, lineOf) {
  /** @type {{ table: string, line: number }[]} */
  const writes = [];
  new Visitor({
    CallExpression({ start, callee, arguments: [table] }) {
      if (callee.type !== "MemberExpression" || !("name" in callee.property) || !WRITING_CALLS.has(callee.property.name)) return;
      if (table?.type === "Literal" && typeof table.value === "string")
        writes.push({ table: table.value.split(" ")[0] ?? "", line: lineOf(start) });
    },
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type !== "Identifier" || tag.name !== "sql") return;
      for (const { start, value } of quasi.quasis) {
        for (const { index, 1: table = "" } of value.raw.matchAll(WRITING_SQL))
          writes.push({ table, line: lineOf(start + index) });
      }
    },
  }).visit(program);
  return writes;
}

/**
 * What the rules look at in a source.
 * @param {string} path its ending says which language it is
 * @param {string} text TypeScript or JavaScript, with or without JSX
 * @returns {{ imports: Import[], comments: CommentLine[], anys: number[], defaultExport: number | undefined, isBarrel: boolean,
 *   longFunctions: { line: number, lines: number }[], writes: { table: string, line: number }[] }}
 *   `comments`: each line of them; `anys`: the lines with the type `any`; `defaultExport`: its line; `isBarrel`: it only passes
 *   on what others export; `longFunctions`: those with more lines of code than a function has; `writes`: tables that its SQL writes
 */
export function readSource(path, text) {
  let parsed = parseSync(path, text);
  if (parsed.errors.length > 0) parsed = parseSync(path, text, { lang: "tsx" });
  const lineOf = lineFinder(text);
  /** @type {number[]} */
  const anys = [];
  /** @type {Import[]} */
  const inTypes = [];
  if (NEEDS_TREE.test(text)) {
    new Visitor({
      TSAnyKeyword: ({ start }) => void anys.push(lineOf(start)),
      TSImportType: ({ start, source }) => void inTypes.push({ specifier: source.value, line: lineOf(start), typeOnly: true }),
    }).visit(parsed.program);
  }
  const defaults = parsed.module.staticExports.flatMap(({ start, entries }) =>
    entries.some(({ exportName: { kind, name } }) => kind === "Default" || name === "default") ? [lineOf(start)] : [],
  );
  return {
    imports: importsOf(text, parsed.module, inTypes, lineOf),
    comments: parsed.comments.flatMap(({ start, value }) =>
      value.split("\n").map((line, index) => ({ line: lineOf(start) + index, text: line })),
    ),
    anys,
    defaultExport: defaults[0],
    isBarrel: passesOnOnly(parsed),
    longFunctions: functionsAbove(text, parsed, lineOf, LENGTH.function),
    writes: MAY_WRITE.test(text) ? writesIn(parsed, lineOf) : [],
  };
}
