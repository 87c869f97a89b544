import type { Node } from "@tiptap/pm/model";
import type { Transaction } from "@tiptap/pm/state";
import { replaced, stretchesOf } from "./matches.ts";

/** The texts of a note, which is HTML. */
function textsOf(body: HTMLElement): Text[] {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts;
}

const bodyOf = (html: string) => new DOMParser().parseFromString(html, "text/html").body;

/** Whether what is looked for stands in a note. */
export const isInNote = (html: string, pattern: RegExp): boolean =>
  textsOf(bodyOf(html)).some(({ data }) => stretchesOf(data, pattern, 1).length > 0);

/** A note with all that fits replaced; what it is marked up with stays. */
export function noteReplaced(html: string, pattern: RegExp, by: string): string {
  const body = bodyOf(html);
  for (const text of textsOf(body)) text.data = replaced(text.data, stretchesOf(text.data, pattern), by);
  return body.innerHTML;
}

/** Whether a match is a footnote, in whose note it was found. */
export const footnoteAt = (doc: Node, at: number): Node | null => {
  const node = doc.nodeAt(at);
  return node?.type.name === "footnote" ? node : null;
};

/** Replaces within the note of a footnote, and of all that share it, so that they go on being one. */
export function replaceInNote(transaction: Transaction, footnote: Node, pattern: RegExp, by: string): void {
  const { note, shared } = footnote.attrs;
  const said = noteReplaced(String(note), pattern, by);
  transaction.doc.descendants((node, at) => {
    const isSame = node === footnote || (shared !== null && node.attrs.shared === shared && node.attrs.note === note);
    if (node.type === footnote.type && isSame) transaction.setNodeAttribute(at, "note", said);
  });
}
