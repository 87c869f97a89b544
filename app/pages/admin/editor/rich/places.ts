import type { Node } from "@tiptap/pm/model";

/** A node of a document and its position. */
export type Place = { node: Node; at: number };

/**
 * Finds nodes of a kind in the order of the text. What stands in a block that nobody has touched since is known, so that a key stroke
 * in a long article costs a look at one block.
 */
export function placesOf(fits: (node: Node) => boolean): (doc: Node) => Place[] {
  const known = new WeakMap<Node, readonly Place[]>();
  const within = (block: Node): readonly Place[] => {
    const before = known.get(block);
    if (before) return before;
    const found: Place[] = fits(block) ? [{ node: block, at: 0 }] : [];
    block.descendants((node, at) => {
      if (fits(node)) found.push({ node, at: at + 1 });
    });
    known.set(block, found);
    return found;
  };
  return (doc) => {
    const found: Place[] = [];
    doc.forEach((block, offset) => {
      for (const { node, at } of within(block)) found.push({ node, at: offset + at });
    });
    return found;
  };
}
