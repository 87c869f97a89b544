import type { Node } from "@tiptap/pm/model";

/** `number`: the one that readers see. `use`: its index among the references to that note, from 1. */
export type Reference = Place & { number: number; use: number };

const footnotesOf = placesOf((node) => node.type.name === "footnote");

/** The references of a document in their order. Those that share one note have one number. */
export function referencesOf(doc: Node): Reference[] {
  const notes = new Map<unknown, { number: number; uses: number }>();
  return footnotesOf(doc).map(({ node, at }) => {
    const { note, shared } = node.attrs;
    const key = shared === null ? notes.size : `${shared} ${note}`;
    const known = notes.get(key) ?? { number: notes.size + 1, uses: 0 };
    known.uses += 1;
    notes.set(key, known);
    return { node, at, number: known.number, use: known.uses };
  });
}

export type Place = { node: Node; at: number };

/**
 * Finds nodes of a kind in the order of the text. The results of each block are cached, so that a key stroke in a long article
 * costs a search of one block.
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
