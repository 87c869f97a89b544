import { BLOCKS, type Element, escapeText, isElement, type Node, serialize } from "../tree-model.ts";

/** A word, a sign or a picture, with the elements that it stands in, from the outside in. */
export type Leaf = {
  /** two leaves of one key are the same to a reader */
  key: string;
  html: string;
  path: Element[];
  /** an empty cell or item: it can't be marked, for nothing may stand around it */
  isBare: boolean;
};

const WORD_OR_SIGN = /[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{N}\p{M}]+)*\s*|[^\p{L}\p{N}\p{M}\s]\s*|\s+/gu;

/** Where blanks between the children are no text. */
const CONTAINERS = new Set(["ul", "ol", "dl", "table", "colgroup", "thead", "tbody", "tfoot", "tr", "figure", "details"]);
/** What needs nothing inside to be seen or to hold its place. */
const ALONE = new Set(["br", "hr", "img", "wbr", "col"]);

const escapedAttributes = ({ attributes }: Element) => JSON.stringify(attributes);

/** An element around a leaf, as far as a reader sees a difference: where a link leads, how wide a picture is. */
function aroundOf({ name, attributes }: Element): string {
  if (name === "a") return `a ${attributes.href ?? ""}`;
  return name === "figure" ? `figure ${attributes.class ?? ""}` : name;
}

/** The leaves of nodes, in order. @param path the elements around them */
export function leavesOf(nodes: Node[], path: Element[] = []): Leaf[] {
  const around = path.map(aroundOf).join(">");
  return nodes.flatMap((node): Leaf[] => {
    if (typeof node === "string") {
      if (node.trim() === "" && (path.length === 0 || CONTAINERS.has(path.at(-1)?.name ?? ""))) return [];
      const parts = node.match(WORD_OR_SIGN) ?? [];
      return parts.map((part) => ({ key: `${around} ${part.trim()}`, html: escapeText(part), path, isBare: false }));
    }
    if (!isElement(node)) return [];
    if (node.children.length > 0) {
      const inside = leavesOf(node.children, [...path, node]);
      if (inside.length > 0) return inside;
    }
    const key = `${around} <${node.name} ${escapedAttributes(node)}>`;
    const isBare = !ALONE.has(node.name) && (BLOCKS.has(node.name) || node.name === "caption");
    return [{ key, html: serialize([node]), path, isBare: isBare || node.name === "col" }];
  });
}
