import { Parser } from "htmlparser2";
import { growTree, type Node, serialize, walk } from "./markup/tree.ts";
import { withoutDrawings } from "./without-drawings.ts";

/**
 * Parses sanitised HTML.
 * @param html output of `sanitize`, which limits the nesting, so that recursion over the tree is safe
 * @returns the top-level nodes
 */
export function parseTree(html: string): Node[] {
  const { nodes, handlers } = growTree();
  new Parser(handlers).end(html);
  return nodes;
}

const ADDRESSES = ["href", "src", "cite"];

/** `url width, url width`: our own `srcset`, whose URLs contain no commas or spaces. */
const absoluteSet = (srcset: string, base: string): string =>
  srcset
    .split(", ")
    .map((one) => one.replace(/^\S+/, (address) => URL.parse(address, base)?.href ?? address))
    .join(", ");

/**
 * An article's HTML with absolute URLs, for places such as feed readers that have no base URL. Attributes that only its page needs (tab
 * stops, regions) are removed; drawn formulas and diagrams are replaced by their source.
 * @param html stored content, sanitised
 * @param base the article's absolute URL
 */
export function withAbsoluteLinks(html: string, base: string): string {
  const nodes = parseTree(html);
  withoutDrawings(nodes);
  walk(nodes, ({ attributes }) => {
    for (const name of ADDRESSES) {
      const url = attributes[name] === undefined ? null : URL.parse(attributes[name], base);
      if (url) attributes[name] = url.href;
    }
    if (attributes.srcset) attributes.srcset = absoluteSet(attributes.srcset, base);
    for (const name of ["tabindex", "role", "aria-label"]) delete attributes[name];
  });
  return serialize(nodes);
}
