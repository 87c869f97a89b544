import type { Heading } from "../posts/model.ts";
import { type Element, type Node, plainText, walk } from "./tree-model.ts";

/** Anchors of articles start so, and nothing else of a page does: an author's heading can't take an id of the page. */
export const ANCHOR_PREFIX = "h-";
const MAX_ANCHOR_LENGTH = 60;

const anchorOf = (text: string) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, MAX_ANCHOR_LENGTH)
    .replace(/^-+|-+$/g, "")
    .toWellFormed() || "section";

/** Hands out each anchor once: `h-dawn`, `h-dawn-2`, … */
function createAnchors(): (text: string) => string {
  const taken = new Set<string>();
  const last = new Map<string, number>();
  return (text) => {
    const base = ANCHOR_PREFIX + anchorOf(text);
    let anchor = base;
    for (let n = (last.get(base) ?? 1) + 1; taken.has(anchor); n += 1) {
      anchor = `${base}-${n}`;
      last.set(base, n);
    }
    taken.add(anchor);
    return anchor;
  };
}

const HEADING = /^h[1-6]$/;

/**
 * Gives every heading its anchor. The page's title is its only h1, so that an author's h1 becomes an h2.
 * @returns the contents list: headings of level 2 and 3 that have text, in order
 */
export function anchorHeadings(nodes: Node[]): Heading[] {
  const anchor = createAnchors();
  const headings: Heading[] = [];
  walk(nodes, (element) => {
    if (!HEADING.test(element.name)) return;
    if (element.name === "h1") element.name = "h2";
    const text = plainText(element.children);
    if (text === "") return;
    const id = anchor(text);
    element.attributes = { id, ...element.attributes };
    if (element.name === "h2" || element.name === "h3") headings.push({ level: element.name === "h2" ? 2 : 3, id, text });
  });
  return headings;
}

/** A link within the article (`#dawn`) leads to the heading of that anchor, where there is one. */
export function linkToAnchors(nodes: Node[]): void {
  const anchors = new Set<string>();
  const inner: Element[] = [];
  walk(nodes, (element) => {
    if (element.attributes.id) anchors.add(element.attributes.id);
    if (element.attributes.href?.startsWith("#")) inner.push(element);
  });
  for (const link of inner) {
    const anchor = ANCHOR_PREFIX + link.attributes.href?.slice(1);
    if (anchors.has(anchor)) link.attributes.href = `#${anchor}`;
  }
}
