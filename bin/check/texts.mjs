import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

/**
 * Prints the visible texts of the product, screen by screen, so that they can be read in one go.
 *
 *   npm run texts                              everything: pages, emails, errors, descriptions of settings
 *   npm run texts -- app/pages/admin/posts     one screen
 *
 * A text is what JSX contains, and a string with at least two words or a capital letter in an attribute or value that isn't technical.
 * Values in a text are printed as `{…}`.
 */
const ROOT = join(import.meta.dirname, "..", "..");
const FOLDERS = process.argv.length > 2 ? process.argv.slice(2) : ["app/pages", "app/ui", "app/domain", "app/http"];

/** Attributes and keys whose value nobody reads. */
const TECHNICAL =
  /^(className|class|id|key|to|href|src|srcSet|sizes|type|name|role|rel|method|action|htmlFor|d|viewBox|fill|stroke|transform|media|pattern|style|autoComplete|inputMode|operationId|path|tags|points)$/;
/** Calls whose arguments are for machines or for the log. */
const UNSEEN =
  /^(sql|raw|query|querySelector|querySelectorAll|closest|matches|is|require|debug|info|warn|error|fatal|URL|RegExp|Error|lit|ref|table|val|literal)$/;

/** Whether a person would read this, as opposed to a class, a selector, an address or a key. */
const isText = (/** @type {string} */ text) =>
  /[A-Za-z]{2}/.test(text) &&
  (/^[A-Z‘“'"…{][^_/]*[a-z ]/.test(text) || /[a-z’']+[ ,.:] ?[a-z]+ [a-z{]+/i.test(text)) &&
  !/[{};]\s*$|=>|^\w+\(|^(select|insert|update|delete|with|from) /.test(text.replaceAll("{…}", "x"));

/** @param {string} file @returns {{ line: number, text: string }[]} */
function textsOf(file) {
  const code = readFileSync(file, "utf8");
  const { program } = parseSync(file, code);
  /** @type {Map<number, string>} */
  const found = new Map();
  /** @type {[number, number][]} */
  const unseen = [];
  const hide = (/** @type {{ start: number, end: number }} */ node) => void unseen.push([node.start, node.end]);
  const add = (/** @type {{ start: number }} */ node, /** @type {string} */ raw) => {
    const text = raw.replace(/\s+/g, " ").trim();
    if (text) found.set(node.start, text);
  };
  const nameOf = (/** @type {any} */ node) => node?.name ?? node?.property?.name ?? node?.value ?? "";
  new Visitor({
    ImportDeclaration: hide,
    ExportAllDeclaration: hide,
    TSTypeAliasDeclaration: hide,
    TSTypeAnnotation: hide,
    TSTypeParameterInstantiation: hide,
    JSXAttribute: (node) => TECHNICAL.test(nameOf(node.name)) && hide(node),
    Property: (node) => TECHNICAL.test(nameOf(node.key)) && node.value && hide(node.value),
    CallExpression: (node) => UNSEEN.test(nameOf(node.callee)) && node.arguments.forEach(hide),
    NewExpression: (node) => UNSEEN.test(nameOf(node.callee)) && node.arguments.forEach(hide),
    TaggedTemplateExpression: hide,
    JSXText: (node) => /[A-Za-z]{2}/.test(node.value) && add(node, node.value),
    Literal: (node) => typeof node.value === "string" && isText(node.value) && add(node, node.value),
    TemplateLiteral: (node) => {
      const text = node.quasis.map(({ value }) => value.cooked).join("{…}");
      if (isText(text)) add(node, text);
    },
  }).visit(program);
  return [...found]
    .filter(([at]) => !unseen.some(([start, end]) => at >= start && at < end))
    .sort(([a], [b]) => a - b)
    .map(([at, text]) => ({ line: code.slice(0, at).split("\n").length, text }));
}

/** @type {string | undefined} */
let screen;
for (const folder of FOLDERS) {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\.sql\.ts$/.test(name))
    .sort((a, b) => dirname(a).localeCompare(dirname(b)) || a.localeCompare(b));
  for (const name of files) {
    const file = join(ROOT, folder, name);
    const texts = textsOf(file);
    if (texts.length > 0 && dirname(file) !== screen) {
      screen = dirname(file);
      console.log(`\n${relative(ROOT, screen)}`);
    }
    for (const { line, text } of texts) console.log(`  ${name.split("/").at(-1)}:${line}  ${text}`);
  }
}
