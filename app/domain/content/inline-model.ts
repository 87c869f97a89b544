import { referredNote } from "./footnotes-model.ts";
import { type RawElement as Element, isElement, type RawNode as Node, toHtml } from "./tree-model.ts";

const SIGNS: Record<string, string> = { strong: "**", b: "**", em: "*", i: "*", s: "~~", del: "~~", strike: "~~" };
const SPECIAL = /[\\`*_[\]<~]|&(?=#?\w+;)/g;
/** What would begin a heading, a quote, a list, a rule or a table at the start of a line. */
const LINE_START = /^(\s*)(#{1,6}(?=\s|$)|>|[-+](?=\s|$)|-{2,}|={1,}|\|)/;
const NUMBERED = /^(\s*\d{1,9})([.)])(?=\s|$)/;
const WORD_END = /[\p{L}\p{N}]$/u;
const WORD_START = /^[\p{L}\p{N}]/u;
const MARK_START = /^[\p{P}\p{S}]/u;
const MARK_END = /[\p{P}\p{S}]$/u;

const escapeText = (text: string) => text.replace(/[ \t\r\n]+/g, " ").replace(SPECIAL, "\\$&");
/** An address in parentheses: pointed brackets where it has blanks or parentheses of its own. */
const address = (raw: string) => (/[\s()<>]/.test(raw) ? `<${raw.replace(/[<>]/g, encodeURIComponent)}>` : raw);
const titled = (raw: string | undefined) => (raw ? ` "${raw.replaceAll('"', '\\"')}"` : "");
const hasOnly = ({ attributes }: Element, ...names: string[]) => Object.keys(attributes).every((name) => names.includes(name));

/** Code with a fence that is longer than any run of backticks inside. */
function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = /^`|`$|^ .* $/.test(text) ? " " : "";
  return fence + pad + text + pad + fence;
}

const raw = (element: Element, inside: string) => {
  const tag = toHtml([{ ...element, children: [] }]);
  const end = `</${element.name}>`;
  return tag.endsWith(end) ? tag.slice(0, -end.length) + inside + end : tag;
};

/** Text without the blanks and line breaks around it, which are returned as well. */
function splitBlanks(inside: string): [lead: string, text: string, tail: string] {
  const [lead = ""] = /^(?:\s|\\\n)*/.exec(inside) ?? [];
  let end = inside.length;
  while (end > lead.length && /\s/.test(inside.charAt(end - 1))) end -= inside.startsWith("\\\n", end - 2) ? 2 : 1;
  return [lead, inside.slice(lead.length, end), inside.slice(end)];
}

/**
 * A mark around text. Its signs only count next to a word, so blanks and line breaks go outside; where that isn't enough, HTML is
 * written.
 */
function marked(element: Element, inside: string, before: string, after: string): string {
  const sign = SIGNS[element.name] ?? "";
  const [lead, text, tail] = splitBlanks(inside);
  if (text === "") return inside;
  const clings =
    (lead === "" && WORD_END.test(before) && MARK_START.test(text)) ||
    (tail === "" && WORD_START.test(after) && MARK_END.test(text));
  if (clings || before.endsWith(sign[0] ?? "")) return raw(element, inside);
  return lead + sign + text + sign + tail;
}

const startOf = (node: Node | undefined): string =>
  node === undefined ? "" : typeof node === "string" ? node : isElement(node) ? startOf(node.children[0]) : "";

function inlineElement(element: Element, before: string, next: Node | undefined): string {
  const { name, attributes, children } = element;
  const note = referredNote(element);
  if (note !== null) return `[^${note.slice(3)}]`;
  if (name === "br") return "\\\n";
  if (name === "img" && hasOnly(element, "src", "alt", "title")) {
    return `![${escapeText(attributes.alt ?? "")}](${address(attributes.src ?? "")}${titled(attributes.title)})`;
  }
  const only = children.length === 1 ? children[0] : undefined;
  if (name === "code" && typeof only === "string" && hasOnly(element)) return code(only.replace(/\s+/g, " "));
  const inside = inline(children);
  if (name === "a" && hasOnly(element, "href", "title"))
    return `[${inside}](${address(attributes.href ?? "")}${titled(attributes.title)})`;
  if (name === "span" && hasOnly(element)) return inside;
  return SIGNS[name] && hasOnly(element) ? marked(element, inside, before, startOf(next)) : raw(element, inside);
}

/** Text and inline elements as Markdown; what Markdown has no sign for stays HTML. */
export function inline(nodes: Node[]): string {
  let text = "";
  for (const [index, node] of nodes.entries()) {
    if (typeof node === "string") text += escapeText(node);
    else if (isElement(node)) text += inlineElement(node, text, nodes[index + 1]);
    else text += `<!--${node.comment}-->`;
  }
  return text;
}

/**
 * A paragraph's text: nothing at the start of a line is taken for a sign. A line break at the end is HTML, because Markdown has no sign
 * for it.
 */
export const paragraph = (nodes: Node[]): string =>
  inline(nodes)
    .replace(/\\\n\s*$/, "<br>")
    .trim()
    .split("\n")
    .map((line) => line.trim().replace(LINE_START, "$1\\$2").replace(NUMBERED, "$1\\$2"))
    .join("\n");
