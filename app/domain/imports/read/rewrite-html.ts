import { DomHandler, Parser, type parseDocument } from "htmlparser2";
import { ShallowTokenizer } from "../../content/sanitize.ts";
import type { Report } from "../items.ts";
import { escapeHtml } from "./convert-html.ts";

type Parsed = ReturnType<typeof parseDocument>["children"][number];

export type HtmlElement = { name: string; attribs: Record<string, string>; children: Parsed[] };

/** Undefined leaves the element. `inner`: its content, already rewritten. */
export type HtmlRule = (element: HtmlElement, inner: () => string) => string | undefined;

export class NestedTooDeep extends Error {}

const DEPTH_MAX = 200;
/** "Void elements" of the HTML Standard. */
const VOID = new Set(["br", "hr", "img", "input", "source", "embed", "wbr", "col", "area", "track"]);
/** What exporters add for their own style sheets and scripts is left out. */
const ATTRIBUTES =
  /^(?:href|src|alt|title|width|height|colspan|rowspan|start|datetime|lang|dir|cite|srcdoc|data|value|type|poster)$/;

const isElement = (node: Parsed): node is Parsed & HtmlElement => "attribs" in node;

export const hasClass = ({ attribs }: HtmlElement, name: string): boolean => (attribs.class ?? "").split(/\s+/).includes(name);

export function findAll(nodes: Parsed[], isWanted: (element: HtmlElement) => boolean): HtmlElement[] {
  const found: HtmlElement[] = [];
  const left = nodes.toReversed();
  for (let node = left.pop(); node; node = left.pop()) {
    if (!isElement(node)) continue;
    if (isWanted(node)) found.push(node);
    for (let at = node.children.length - 1; at >= 0; at--) left.push(node.children[at] as Parsed);
  }
  return found;
}

/** As it is written; a line break is a line's end. */
export function plainText(nodes: Parsed[]): string {
  let text = "";
  const left = nodes.toReversed();
  for (let node = left.pop(); node; node = left.pop()) {
    if (node.type === "text") text += node.data;
    else if (isElement(node)) {
      if (node.name === "br") text += "\n";
      for (let at = node.children.length - 1; at >= 0; at--) left.push(node.children[at] as Parsed);
    }
  }
  return text;
}

/** Gives up where elements are nested too deep, which would take quadratic time. */
class ShallowHandler extends DomHandler {
  override onopentag(name: string, attribs: Record<string, string>): void {
    if (this.tagStack.length > DEPTH_MAX) throw new NestedTooDeep();
    super.onopentag(name, attribs);
  }
}

/** Lenient. @throws NestedTooDeep */
export function parseHtml(html: string): Parsed[] {
  const handler = new ShallowHandler();
  new Parser(handler).end(html);
  return handler.root.children;
}

function write(nodes: Parsed[], rule: HtmlRule, depth: number): string {
  if (depth > DEPTH_MAX) throw new NestedTooDeep();
  let html = "";
  for (const node of nodes) {
    if (node.type === "text") html += escapeHtml(node.data);
    if (!isElement(node)) continue;
    let written: string | undefined;
    const inner = () => {
      written ??= write(node.children, rule, depth + 1);
      return written;
    };
    html += rule(node, inner) ?? writeElement(node, inner);
  }
  return html;
}

function writeElement({ name, attribs }: HtmlElement, inner: () => string): string {
  const attributes = Object.entries(attribs)
    .filter(([attribute]) => ATTRIBUTES.test(attribute))
    .map(([attribute, value]) => ` ${attribute}="${escapeHtml(value)}"`)
    .join("");
  return VOID.has(name) ? `<${name}${attributes}>` : `<${name}${attributes}>${inner()}</${name}>`;
}

/** Leaves out comments, and attributes that only the old site knew. @throws NestedTooDeep */
export const rewriteHtml = (nodes: Parsed[], rule: HtmlRule): string => write(nodes, rule, 0);

/** HTML, or Markdown with HTML in it, for `replaceElements`. Leaves out what is nested too deep. @param names separated by `|` */
export function parseInPlace(html: string, names: string): Parsed[] {
  const handler = new DomHandler(undefined, { withStartIndices: true, withEndIndices: true });
  const others = new RegExp(`<(?!/?(?:${names})\\b|!--)`, "gi");
  new Parser(handler, { Tokenizer: ShallowTokenizer }).end(html.replace(others, " "));
  return handler.root.children;
}

function rangeOf(html: string, { name, children, startIndex, endIndex }: Parsed & HtmlElement) {
  const start = startIndex ?? 0;
  const end = html.indexOf(">", endIndex ?? start) + 1;
  if (end === 0) return null;
  if (VOID.has(name)) return { start, from: end, to: end, end };
  const to = html.lastIndexOf("</", end - 1);
  if (to <= start || html.slice(to, end).toLowerCase().replace(/\s/g, "") !== `</${name}>`) return null;
  return { start, from: children[0]?.startIndex ?? to, to, end };
}

/** All else stays, character by character, and so do elements that are never closed. */
export function replaceElements(html: string, nodes: Parsed[], rule: HtmlRule, from = 0, to = html.length): string {
  let result = "";
  let at = from;
  const visit = (all: Parsed[]): void => {
    for (const node of all) {
      if (!isElement(node)) continue;
      const range = rangeOf(html, node);
      let content: string | undefined;
      const inner = () => {
        content ??= range ? replaceElements(html, node.children, rule, range.from, range.to) : "";
        return content;
      };
      const made = range ? rule(node, inner) : undefined;
      if (!range || (made === undefined && content === undefined)) visit(node.children);
      else {
        result += html.slice(at, range.start);
        result += made ?? html.slice(range.start, range.from) + content + html.slice(range.to, range.end);
        at = range.end;
      }
    }
  };
  visit(nodes);
  return result + html.slice(at, to);
}

/** An empty object where there is none. */
export function dataIn({ attribs }: HtmlElement, name = "data-attrs"): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(attribs[name] ?? "{}");
    return value && typeof value === "object" && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Empty for HTML that is nested too deep, which is reported. */
export function unlessTooDeep(convert: () => string, place: string, report: Report): string {
  try {
    return convert();
  } catch (error) {
    if (!(error instanceof NestedTooDeep)) throw error;
    report("dropped", place, "Its text is nested too deeply to be read.");
    return "";
  }
}

/** HTML; empty if there is none. */
export function captionIn({ children }: HtmlElement): string {
  const [caption] = findAll(children, ({ name }) => name === "figcaption");
  return caption ? rewriteHtml(caption.children, () => undefined) : "";
}

/** `caption` is HTML. */
export function figureHtml(src: string, alt: string, caption = ""): string {
  const image = `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}">`;
  return `<figure>${image}${caption.trim() ? `<figcaption>${caption.trim()}</figcaption>` : ""}</figure>\n`;
}

export const linkHtml = (address: string, name = address): string =>
  /^https?:\/\//.test(address) ? `<p><a href="${escapeHtml(address)}">${escapeHtml(name.trim() || address)}</a></p>\n` : "";
