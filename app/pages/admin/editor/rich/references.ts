import type { Node } from "@tiptap/pm/model";
import { type Place, placesOf } from "./places.ts";

/** A reference to a footnote: the number that readers see, and the how manieth one to that note it is, from 1. */
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
