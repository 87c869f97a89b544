import { parseSync, Visitor } from "oxc-parser";

/**
 * @typedef {{ line: number, text: string, raw: string, place: string, isPart: boolean, isContent: boolean }} Text `text` has single
 *   spaces, `raw` those of the source; `place` is the JSX element, attribute or key that it belongs to; `isPart`: elements come before or
 *   after it; `isContent`: it is written as the content of an element, not as a string
 */

/** Attributes and keys whose value nobody reads. */
const TECHNICAL =
  /^(className|class|id|key|to|href|src|srcSet|sizes|type|name|role|rel|method|action|htmlFor|d|viewBox|fill|stroke|transform|media|pattern|shape|style|autoComplete|inputMode|operationId|path|tags|points|words|@type)$/;
/** Calls whose arguments are for machines or for the log. */
const UNSEEN =
  /^(sql|raw|query|querySelector|querySelectorAll|closest|matches|is|require|debug|info|warn|error|fatal|URL|RegExp|Error|lit|ref|table|val|literal)$/;

/** Whether a person would read this, as opposed to a class, a selector, an address or a key. */
const isText = (/** @type {string} */ text) => {
  const filled = text.replace(/\{(…|\w+)\}/g, "…");
  return (
    /[A-Za-z]{2}/.test(filled) &&
    (/^[A-Z‘“'"…{][^_/]*[a-z ]/.test(text) || /[a-z’']+[ ,.:] ?[a-z]+ [a-z{]+/i.test(text)) &&
    !/[{};]\s*$|=>|^\w+\(|^(select|insert|update|delete|with|from) /.test(filled)
  );
};

/** What a string, a template or a sum of them says; undefined for anything else. @returns {string | undefined} */
function sumOf(/** @type {any} */ node) {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  if (node.type === "TemplateLiteral") return node.quasis.map((/** @type {any} */ { value }) => value.cooked).join("{…}");
  if (node.type !== "BinaryExpression" || node.operator !== "+") return undefined;
  const [left, right] = [sumOf(node.left), sumOf(node.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}

const nameOf = (/** @type {any} */ node) => node?.name ?? node?.property?.name ?? node?.value ?? "";

/**
 * Finds the texts of a program, by where they begin; which stretches nobody sees; and which texts are parts of one. `hasTextsOnly`: keys
 * such as `name` stand for texts, too.
 */
function collectTexts(/** @type {import("oxc-parser").ParseResult["program"]} */ program, /** @type {boolean} */ hasTextsOnly) {
  /** @type {Map<number, { raw: string, place: string, isContent: boolean }>} */
  const found = new Map();
  /** @type {[number, number][]} */
  const unseen = [];
  /** @type {Map<number, string>} the name of what a value starting here belongs to */
  const places = new Map();
  /** @type {Set<number>} */
  const parts = new Set();
  /** @type {[number, number][]} */
  const sums = [];
  const hide = (/** @type {{ start: number, end: number }} */ node) => void unseen.push([node.start, node.end]);
  /** What a value is compared with is shown elsewhere, if at all. */
  const hideLiteral = (/** @type {any} */ node) => node.type === "Literal" && hide(node);
  const add = (/** @type {{ start: number, type: string }} */ { start, type }, /** @type {string} */ raw) => {
    if (raw.trim()) found.set(start, { raw, place: places.get(start) ?? "", isContent: type === "JSXText" });
  };
  const split = (/** @type {any[]} */ children) => {
    if (children.filter(({ type, value }) => type !== "JSXText" || value.trim()).length < 2) return;
    for (const child of children) parts.add(child.type === "JSXExpressionContainer" ? child.expression.start : child.start);
  };
  // Everything in a `texts.ts` is a text, also a word such as “edited”.
  const isRead = (/** @type {string} */ text) => isText(text) || (hasTextsOnly && /[A-Za-z]{2}/.test(text));
  const isInSum = (/** @type {{ start: number, end: number }} */ node) =>
    sums.some(([start, end]) => node.start >= start && node.end <= end);
  new Visitor({
    ImportDeclaration: hide,
    ExportAllDeclaration: hide,
    TSTypeAliasDeclaration: hide,
    TSTypeAnnotation: hide,
    TSTypeParameterInstantiation: hide,
    SwitchCase: ({ test }) => test && hide(test),
    JSXElement: (node) => {
      for (const child of node.children) places.set(child.start, nameOf(node.openingElement.name));
      split(node.children);
    },
    JSXAttribute: (node) => {
      if (TECHNICAL.test(nameOf(node.name))) hide(node);
      else if (node.value) places.set(node.value.start, nameOf(node.name));
    },
    Property: (node) => {
      if (!hasTextsOnly && TECHNICAL.test(nameOf(node.key))) hide(node.value);
      else places.set(node.value.start, nameOf(node.key));
    },
    CallExpression: (node) => UNSEEN.test(nameOf(node.callee)) && node.arguments.forEach(hide),
    NewExpression: (node) => UNSEEN.test(nameOf(node.callee)) && node.arguments.forEach(hide),
    TaggedTemplateExpression: hide,
    JSXFragment: (node) => split(node.children),
    // Before the strings in it, which come next: a sum is one text.
    BinaryExpression: (node) => {
      if (/^[=!]==$/.test(node.operator)) [node.left, node.right].forEach(hideLiteral);
      const sum = sums.some(([start, end]) => node.start >= start && node.end <= end) ? undefined : sumOf(node);
      if (sum === undefined) return;
      sums.push([node.start, node.end]);
      if (isRead(sum)) add(node, sum);
    },
    JSXText: (node) => /[A-Za-z]{2}/.test(node.value) && add(node, node.value),
    Literal: (node) => typeof node.value === "string" && isRead(node.value) && !isInSum(node) && add(node, node.value),
    TemplateLiteral: (node) => {
      const text = sumOf(node) ?? "";
      if (isRead(text) && !isInSum(node)) add(node, text);
    },
  }).visit(program);
  return { found, unseen, parts };
}

/**
 * The visible texts of a source: what JSX contains, and strings with at least two words or a capital letter where they aren't
 * technical. Values in a text are `{…}`.
 * @param {string} file its ending says which language it is
 * @param {string} code
 * @returns {Text[]} in the order of the file
 */
export function readTexts(file, code) {
  const { found, unseen, parts } = collectTexts(parseSync(file, code).program, file.endsWith("/texts.ts"));
  return [...found]
    .filter(([at]) => !unseen.some(([start, end]) => at >= start && at < end))
    .sort(([a], [b]) => a - b)
    .map(([at, { raw, place, isContent }]) => ({
      line: code.slice(0, at).split("\n").length,
      text: raw.replace(/\s+/g, " ").trim(),
      raw,
      place,
      isPart: parts.has(at),
      isContent,
    }));
}
