import { DomHandler, Parser, type parseDocument } from "htmlparser2";
import { escapeHtml } from "./convert-html.ts";

type Parsed = ReturnType<typeof parseDocument>["children"][number];

/** An element of parsed HTML. */
export type HtmlElement = { name: string; attribs: Record<string, string>; children: Parsed[] };

/**
 * What becomes of an element: other HTML, or undefined where it stays. `inner` is what is in it, already rewritten.
 */
export type HtmlRule = (element: HtmlElement, inner: () => string) => string | undefined;

/** HTML is nested too deep to be one that somebody wrote. */
export class NestedTooDeep extends Error {}

const DEPTH_MAX = 200;
/** Elements without content, which have no end tag (HTML Standard, "void elements"). */
const VOID = new Set(["br", "hr", "img", "input", "source", "embed", "wbr", "col", "area", "track"]);
/** Attributes that mean something here; what exporters add for their own style sheets and scripts is left out. */
const ATTRIBUTES =
  /^(?:href|src|alt|title|width|height|colspan|rowspan|start|datetime|lang|dir|cite|srcdoc|data|value|type|poster)$/;

const isElement = (node: Parsed): node is Parsed & HtmlElement => "attribs" in node;

/** Whether an element has a class. */
export const hasClass = ({ attribs }: HtmlElement, name: string): boolean => (attribs.class ?? "").split(/\s+/).includes(name);

/** The elements within others that are as wanted, in the order of the text. */
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

/** The text of elements, as it is written; a line break is a line's end. */
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

/** Builds the tree of a document; gives up where elements are nested too deep, which would take quadratic time. */
class ShallowHandler extends DomHandler {
  override onopentag(name: string, attribs: Record<string, string>): void {
    if (this.tagStack.length > DEPTH_MAX) throw new NestedTooDeep();
    super.onopentag(name, attribs);
  }
}

/** Parses HTML leniently. @throws NestedTooDeep */
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

/**
 * Writes parsed HTML again, with some of its elements replaced. Comments, and attributes that only the old site knew, are left out.
 * @throws NestedTooDeep
 */
export const rewriteHtml = (nodes: Parsed[], rule: HtmlRule): string => write(nodes, rule, 0);

/** The JSON that some exporters keep in an attribute; an empty object where there is none. */
export function dataIn({ attribs }: HtmlElement, name = "data-attrs"): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(attribs[name] ?? "{}");
    return value && typeof value === "object" && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** A picture with its caption, which is HTML. */
export function figureHtml(src: string, alt: string, caption = ""): string {
  const image = `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}">`;
  return `<figure>${image}${caption.trim() ? `<figcaption>${caption.trim()}</figcaption>` : ""}</figure>\n`;
}

/** A link that stands alone. */
export const linkHtml = (address: string, name = address): string =>
  /^https?:\/\//.test(address) ? `<p><a href="${escapeHtml(address)}">${escapeHtml(name.trim() || address)}</a></p>\n` : "";
