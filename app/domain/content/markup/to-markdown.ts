import { ARTICLE_BLOCKS } from "./article-blocks.ts";
import { isBackLink, isNoteList, NOTE_ID, referredNote } from "./footnotes.ts";
import { withoutFormulas } from "./math.ts";
import { BLOCKS, type RawElement as Element, isElement, type RawNode as Node, toHtml } from "./tree.ts";

const SIGNS: Record<string, string> = { strong: "**", b: "**", em: "*", i: "*", s: "~~", del: "~~", strike: "~~" };
const SPECIAL = /[\\`*_[\]<~]|&(?=#?\w+;)/g;
const LINE_START = /^(\s*)(#{1,6}(?=\s|$)|>|[-+](?=\s|$)|-{2,}|={1,}|\|)/;
const NUMBERED = /^(\s*\d{1,9})([.)])(?=\s|$)/;
const WORD_END = /[\p{L}\p{N}]$/u;
const WORD_START = /^[\p{L}\p{N}]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the mark of a dollar sign
const MARK_START = /^\u0001?[\p{P}\p{S}]/u;
const MARK_END = /[\p{P}\p{S}]$/u;

/** Marks a dollar sign: whether it needs a backslash depends on the rest of the line. */
const DOLLAR = "\u0001";

/** Marks the colon of a URL that is no link; a backslash keeps it as text. */
const COLON = "\u0002";

const escapeText = (text: string) =>
  text
    .replaceAll(DOLLAR, "")
    .replaceAll(COLON, "")
    .replace(/[ \t\r\n]+/g, " ")
    .replace(SPECIAL, "\\$&")
    .replace(/\b(https?):(?=\/\/)/gi, `$1${COLON}:`)
    .replaceAll("$", `${DOLLAR}$`);

/** A dollar sign alone is a price; with another one it might be a formula. */
const withDollars = (text: string) => text.replaceAll(DOLLAR, text.indexOf("$") === text.lastIndexOf("$") ? "" : "\\");

const address = (raw: string) => (/[\s()<>]/.test(raw) ? `<${raw.replace(/[<>]/g, encodeURIComponent)}>` : raw);
const titled = (raw: string | undefined) => (raw ? ` "${raw.replaceAll('"', '\\"')}"` : "");
const hasOnly = ({ attributes }: Element, ...names: string[]) => Object.keys(attributes).every((name) => names.includes(name));

function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = /^`|`$|^ .* $/.test(text) ? " " : "";
  return fence + pad + text + pad + fence;
}

const inlineHtml = (element: Element, inside: string) => {
  const tag = toHtml([{ ...element, children: [] }]);
  const end = `</${element.name}>`;
  return tag.endsWith(end) ? tag.slice(0, -end.length) + inside + end : tag;
};

function splitBlanks(inside: string): [lead: string, text: string, tail: string] {
  const [lead = ""] = /^(?:\s|\\\n)*/.exec(inside) ?? [];
  let end = inside.length;
  while (end > lead.length && /\s/.test(inside.charAt(end - 1))) end -= inside.startsWith("\\\n", end - 2) ? 2 : 1;
  return [lead, inside.slice(lead.length, end), inside.slice(end)];
}

/** Markdown recognizes emphasis only next to a word, so white space moves outside; where that isn't enough, the element stays HTML. */
function marked(element: Element, inside: string, before: string, after: string): string {
  const sign = SIGNS[element.name] ?? "";
  const [lead, text, tail] = splitBlanks(inside);
  if (text === "") return inside;
  const clings =
    (lead === "" && WORD_END.test(before) && MARK_START.test(text)) ||
    (tail === "" && WORD_START.test(after) && MARK_END.test(text));
  if (clings || before.endsWith(sign[0] ?? "")) return inlineHtml(element, inside);
  return lead + sign + text + sign + tail;
}

const startOf = (node: Node | undefined): string =>
  node === undefined ? "" : typeof node === "string" ? node : isElement(node) ? startOf(node.children[0]) : "";

function written(element: Element): string | null {
  for (const { write } of ARTICLE_BLOCKS) {
    const markdown = write?.(element, { blocks }) ?? null;
    if (markdown !== null) return markdown;
  }
  return null;
}

/** A formula may touch no word and no other dollar sign. */
const mayTouch = (text: string, before: string, after: string) =>
  !text.startsWith("$") || !(WORD_END.test(before) || /[\\$]$/.test(before) || WORD_START.test(after) || after.startsWith("$"));

function inlineElement(element: Element, before: string, next: Node | undefined): string {
  const { name, attributes, children } = element;
  const note = referredNote(element);
  if (note !== null) return `[^${note.slice(3)}]`;
  if (name === "br") return "\\\n";
  if (name === "img" && hasOnly(element, "src", "alt", "title")) {
    return `![${escapeText(attributes.alt ?? "")}](${address(attributes.src ?? "")}${titled(attributes.title)})`;
  }
  const only = children.length === 1 ? children[0] : undefined;
  if (name === "code" && typeof only === "string" && hasOnly(element)) return codeSpan(only.replace(/\s+/g, " "));
  const known = BLOCKS.has(name) ? null : written(element);
  if (known !== null && mayTouch(known, before, startOf(next))) return known;
  const inside = name === "a" ? inline(children).replaceAll(COLON, "") : inline(children);
  if (name === "a" && hasOnly(element, "href", "title"))
    return `[${inside}](${address(attributes.href ?? "")}${titled(attributes.title)})`;
  if (name === "span" && hasOnly(element)) return inside;
  return SIGNS[name] && hasOnly(element) ? marked(element, inside, before, startOf(next)) : inlineHtml(element, inside);
}

function inline(nodes: Node[]): string {
  let text = "";
  for (const [index, node] of nodes.entries()) {
    if (typeof node === "string") text += escapeText(node);
    else if (isElement(node)) text += inlineElement(node, text, nodes[index + 1]);
    else text += `<!--${node.comment}-->`;
  }
  return text;
}

const line = (nodes: Node[]): string => withoutFormulas(withDollars(inline(nodes)).replaceAll(COLON, "\\"));

/** Escapes syntax at the start of a line. A line break at the end becomes HTML: Markdown has no syntax for it. */
const paragraph = (nodes: Node[]): string =>
  line(nodes)
    .replace(/\\\n\s*$/, "<br>")
    .trim()
    .split("\n")
    .map((line) => line.trim().replace(LINE_START, "$1\\$2").replace(NUMBERED, "$1\\$2"))
    .join("\n");

const CODE_LANGUAGE = /^language-([\w+#-]+)$/;

const isBlock = (node: Node) => isElement(node) && BLOCKS.has(node.name);
const elementsOf = (nodes: Node[]) => nodes.filter(isElement);
const isPlain = ({ attributes }: Element) => Object.keys(attributes).length === 0;

/** Without empty lines, which would end the HTML block. */
const raw = (node: Element) =>
  toHtml([node])
    .replace(/\n\s*\n/g, "\n")
    .trim();

function codeBlock(pre: Element): string {
  const [code, ...others] = elementsOf(pre.children);
  const [text] = code?.children ?? [];
  const language = CODE_LANGUAGE.exec(code?.attributes.class ?? "")?.[1] ?? "";
  const isSimple = code?.name === "code" && others.length === 0 && typeof text === "string" && code.children.length === 1;
  if (!isSimple || !isPlain(pre) || Object.keys(code.attributes).length > (language ? 1 : 0)) return raw(pre);
  const longest = Math.max(2, ...[...text.matchAll(/^`{3,}/gm)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, "")}\n${fence}`;
}

const indent = (text: string, by: number) => text.replace(/\n(?=[^\n])/g, `\n${" ".repeat(by)}`);

function list(element: Element): string {
  const start = Number(element.attributes.start ?? 1);
  const items = elementsOf(element.children);
  const attributes = Object.keys(element.attributes).filter((name) => name !== "start");
  if (attributes.length > 0 || items.some((item) => item.name !== "li" || !isPlain(item))) return raw(element);
  const isLoose = items.some(({ children }) => children.some((child) => isElement(child) && child.name === "p"));
  const lines = items.map(({ children }, index) => {
    const marker = element.name === "ol" ? `${start + index}. ` : "- ";
    return marker + indent(blocks(children, isLoose ? "\n\n" : "\n"), marker.length);
  });
  return lines.join(isLoose ? "\n\n" : "\n");
}

const ALIGNMENT: Record<string, string> = { left: ":---", right: "---:", center: ":---:" };

function table(element: Element): string {
  const rows = elementsOf(element.children).flatMap((part) => (part.name === "tr" ? [part] : elementsOf(part.children)));
  const cells = rows.map((row) => elementsOf(row.children));
  const [head = [], ...body] = cells;
  const isSimple =
    isPlain(element) &&
    elementsOf(element.children).every(({ name }) => ["thead", "tbody", "tfoot", "tr"].includes(name)) &&
    rows.every((row) => row.name === "tr") &&
    head.length > 0 &&
    head.every(({ name }) => name === "th") &&
    body.every((row) => row.length === head.length && row.every(({ name }) => name === "td")) &&
    cells
      .flat()
      .every(({ attributes, children }) => Object.keys(attributes).every((name) => name === "align") && !children.some(isBlock));
  if (!isSimple) return raw(element);
  const row = (cellsOf: Element[]) =>
    `| ${cellsOf.map(({ children }) => line(children).replaceAll("|", "\\|").replaceAll("\\\n", "<br>").trim()).join(" | ")} |`;
  const rule = `| ${head.map(({ attributes }) => ALIGNMENT[attributes.align ?? ""] ?? "---").join(" | ")} |`;
  return [row(head), rule, ...body.map(row)].join("\n");
}

const withoutWaysBack = (nodes: Node[]): Node[] =>
  nodes
    .filter((node) => !isElement(node) || !isBackLink(node))
    .map((node) => (isElement(node) ? { ...node, children: withoutWaysBack(node.children) } : node));

function notes(section: Element): string {
  const items = elementsOf(elementsOf(section.children)[0]?.children ?? []);
  if (items.some(({ name, attributes }) => name !== "li" || !NOTE_ID.test(attributes.id ?? ""))) return raw(section);
  return items
    .map(({ attributes, children }) => `[^${attributes.id?.slice(3)}]: ${indent(blocks(withoutWaysBack(children)), 4)}`)
    .join("\n\n");
}

/** Number signs at the end would close the heading. */
const headingText = (nodes: Node[]): string =>
  line(nodes)
    .replaceAll("\\\n", "<br>")
    .trim()
    .replace(/(^|\s)(#+)$/, "$1\\$2");

function block(element: Element): string {
  const { name, children } = element;
  if (isNoteList(element)) return notes(element);
  const known = written(element);
  if (known !== null) return known;
  const heading = /^h([1-6])$/.exec(name)?.[1];
  if (name === "ul" || name === "ol") return list(element);
  if (name === "table") return table(element);
  if (name === "pre") return codeBlock(element);
  if (!isPlain(element)) return raw(element);
  if (heading) return `${"#".repeat(Number(heading))} ${headingText(children)}`;
  if (name === "p") return paragraph(children);
  if (name === "hr") return "---";
  if (name === "blockquote") return blocks(children).replace(/^/gm, "> ").replace(/^> $/gm, ">");
  return raw(element);
}

/** Whether text on the next line would become a part of HTML, or of the last paragraph of a list or quote. */
const takesNextLine = (text: string, next: string) =>
  text.startsWith("<") ? !text.endsWith("-->") : /^(?:- |\d+\. |> |\| )/.test(text) && !/^(?:- |\d+\. |<!--)/.test(next);

function blocks(nodes: Node[], between = "\n\n"): string {
  let text = "";
  let last = "";
  const add = (part: string) => {
    if (part === "") return;
    text += text === "" ? part : `${takesNextLine(last, part) ? "\n\n" : between}${part}`;
    last = part;
  };
  let run: Node[] = [];
  const finish = () => {
    add(paragraph(run));
    run = [];
  };
  for (const node of nodes) {
    if (!isElement(node) || !isBlock(node)) {
      run.push(node);
      continue;
    }
    finish();
    const part = block(node);
    // Without a separator, two adjacent lists of the same kind would become one.
    if (part && /^(ul|ol)$/.test(node.name) && /^(- |\d+\. )/.test(last)) add("<!-- -->");
    add(part);
  }
  finish();
  return text;
}

/** Elements without Markdown syntax stay HTML. */
export const markdownOf = (nodes: Node[]): string => blocks(nodes);
