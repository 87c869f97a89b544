import { Parser } from "htmlparser2";
import { growTree, type Node, serialize, walk } from "./markup/tree.ts";

/**
 * Reads sanitised HTML as a tree.
 * @param html what the sanitiser let through; its nesting is bounded, so that walking the tree may recurse
 * @returns the top-level nodes
 */
export function parseTree(html: string): Node[] {
  const { nodes, handlers } = growTree();
  new Parser(handlers).end(html);
  return nodes;
}

const ADDRESSES = ["href", "src", "cite"];

/** `address width, address width`, as only we write it: no address of ours holds a comma or a blank. */
const absoluteSet = (srcset: string, base: string): string =>
  srcset
    .split(", ")
    .map((one) => one.replace(/^\S+/, (address) => URL.parse(address, base)?.href ?? address))
    .join(", ");

/**
 * An article's HTML as it may stand anywhere: a feed reader knows no page that relative addresses could start from.
 * What is for the page alone (stops for the Tab key, regions) goes.
 * @param html stored content, sanitised
 * @param base the article's absolute address
 */
export function withAbsoluteLinks(html: string, base: string): string {
  const nodes = parseTree(html);
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
