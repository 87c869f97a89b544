import { parseSync, Visitor } from "oxc-parser";

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
 * Finds the texts of a program, by where they begin, and which segments nobody sees. `hasTextsOnly`: keys such as `name` stand for texts,
 * too.
 */
function collectTexts(/** @type {import("oxc-parser").ParseResult["program"]} */ program, /** @type {boolean} */ hasTextsOnly) {
  /** @type {Map<number, string>} */
  const found = new Map();
  /** @type {[number, number][]} */
  const unseen = [];
  /** @type {[number, number][]} */
  const sums = [];
  const hide = (/** @type {{ start: number, end: number }} */ node) => void unseen.push([node.start, node.end]);
  /** What a value is compared with is shown elsewhere, if at all. */
  const hideLiteral = (/** @type {any} */ node) => node.type === "Literal" && hide(node);
  const add = (/** @type {{ start: number }} */ { start }, /** @type {string} */ text) => {
    if (text.trim()) found.set(start, text);
  };
  /** A sentence is one text, also with values and elements in it. */
  const addContent = (/** @type {{ children: any[] }} */ { children }) => {
    const filled = children.filter(({ type, value }) => type !== "JSXText" || value.trim());
    const first = filled.find(({ type, value }) => type === "JSXText" && /[A-Za-z]{2}/.test(value));
    if (!first) return;
    const isBeside = (/** @type {any} */ child) =>
      child.type === "JSXElement" && (child === filled[0] || child === filled.at(-1));
    const textOf = (/** @type {any} */ child) =>
      child.type === "JSXText" ? child.value : isBeside(child) ? "" : (sumOf(child.expression ?? child) ?? "{…}");
    add(first, children.map(textOf).join(""));
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
    JSXAttribute: (node) => TECHNICAL.test(nameOf(node.name)) && hide(node),
    Property: ({ key, value }) =>
      !hasTextsOnly && value.type !== "ObjectExpression" && TECHNICAL.test(nameOf(key)) && hide(value),
    CallExpression: (node) => UNSEEN.test(nameOf(node.callee)) && node.arguments.forEach(hide),
    NewExpression: (node) => UNSEEN.test(nameOf(node.callee)) && node.arguments.forEach(hide),
    TaggedTemplateExpression: hide,
    // Before the strings in it, which come next: a sum is one text.
    BinaryExpression: (node) => {
      if (/^[=!]==$/.test(node.operator)) [node.left, node.right].forEach(hideLiteral);
      const sum = sums.some(([start, end]) => node.start >= start && node.end <= end) ? undefined : sumOf(node);
      if (sum === undefined) return;
      sums.push([node.start, node.end]);
      if (isRead(sum)) add(node, sum);
    },
    JSXElement: addContent,
    JSXFragment: addContent,
    Literal: (node) => typeof node.value === "string" && isRead(node.value) && !isInSum(node) && add(node, node.value),
    TemplateLiteral: (node) => {
      const text = sumOf(node) ?? "";
      if (isRead(text) && !isInSum(node)) add(node, text);
    },
  }).visit(program);
  return { found, unseen };
}

/**
 * The visible texts of a source: what JSX contains, and strings with at least two words or a capital letter where they aren't
 * technical. Values in a text are `{…}`.
 * @param {string} file its ending says which language it is
 * @param {string} code
 * @returns {{ line: number, text: string }[]} in the order of the file, with single spaces
 */
export function readTexts(file, code) {
  const { found, unseen } = collectTexts(parseSync(file, code).program, /^(?!.*\/imports\/).*[/-]texts\.ts$/.test(file));
  return [...found]
    .filter(([at]) => !unseen.some(([start, end]) => at >= start && at < end))
    .sort(([a], [b]) => a - b)
    .map(([at, text]) => ({ line: code.slice(0, at).split("\n").length, text: text.replace(/\s+/g, " ").trim() }));
}
