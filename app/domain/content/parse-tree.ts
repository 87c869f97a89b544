import { Parser } from "htmlparser2";
import { basePath, pathTo } from "../../base-path.ts";
import { type Element, growTree, type Node, serialize, walk } from "./markup/tree.ts";

/** @param html output of `sanitize`, which limits the nesting, so that recursion over the tree is safe */
export function parseTree(html: string): Node[] {
  const { nodes, handlers } = growTree();
  new Parser(handlers).end(html);
  return nodes;
}

function find(nodes: Node[], name: string): Element | undefined {
  let found: Element | undefined;
  walk(nodes, (element) => {
    if (element.name === name) found ??= element;
    return found === undefined;
  });
  return found;
}

/** Their source instead, because feed readers show neither MathML nor SVG reliably. */
function withoutDrawings(nodes: Node[]): void {
  walk(nodes, (element) => {
    if (element.name === "math") {
      const tex = find(element.children, "annotation")?.children ?? [];
      Object.assign(element, { name: "code", attributes: {}, children: tex });
    } else if (element.name === "div" && element.attributes.class === "diagram") {
      const source = find(element.children, "pre");
      if (source) Object.assign(element, source);
    }
  });
}

const ADDRESSES = ["href", "src", "cite", "poster"];

function replaceAddresses(nodes: Node[], replace: (address: string) => string): void {
  walk(nodes, ({ attributes }) => {
    for (const name of ADDRESSES) if (attributes[name] !== undefined) attributes[name] = replace(attributes[name]);
    // `url width, url width`: our own `srcset`, whose URLs contain no commas or spaces.
    if (attributes.srcset) {
      const each = attributes.srcset.split(", ").map((one) => one.replace(/^\S+/, replace));
      attributes.srcset = each.join(", ");
    }
  });
}

const underBase = (address: string): string => (/^\/(?!\/)/.test(address) ? pathTo(address) : address);

/** Stored content is without the site's base path, so that a blog can move. @param html sanitized; unchanged for a site at the root */
export function withBasePath(html: string): string {
  if (!basePath()) return html;
  const nodes = parseTree(html);
  replaceAddresses(nodes, underBase);
  return serialize(nodes);
}

/** For feed readers, which have no base URL: without tab stops and regions, with the source of formulas. @param html stored content */
export function withAbsoluteLinks(html: string, base: string): string {
  const nodes = parseTree(html);
  withoutDrawings(nodes);
  replaceAddresses(nodes, (address) => URL.parse(underBase(address), base)?.href ?? address);
  walk(nodes, ({ attributes }) => {
    for (const name of ["tabindex", "role", "aria-label"]) delete attributes[name];
  });
  return serialize(nodes);
}
