import { adoptFootnotes } from "../../../../domain/content/markup/adopt-footnotes.ts";
import { isBackLink, isNoteList, notesOf, referredNote } from "../../../../domain/content/markup/footnotes.ts";
import { isElement, type Node as TextNode, walk } from "../../../../domain/content/markup/tree.ts";
import type { Element, Node } from "../convert-html.ts";

const withoutComments = (nodes: Node[]): TextNode[] =>
  nodes.flatMap((node): TextNode[] =>
    typeof node === "string" ? [node] : isElement(node) ? [{ ...node, children: withoutComments(node.children) }] : [],
  );

/** Browsers write the whole URL into links that lead to a place within what was copied. */
function shortenInnerLinks(nodes: Node[]): boolean {
  const names = new Set<string>();
  let areThere = false;
  walk(nodes, (node) => {
    if (isElement(node)) for (const name of [node.attributes.id, node.attributes.name]) if (name) names.add(name);
  });
  walk(nodes, (node) => {
    if (!isElement(node) || node.name !== "a") return;
    const hash = /#(.+)$/.exec(node.attributes.href ?? "")?.[1];
    if (hash === undefined || !names.has(hash)) return;
    node.attributes.href = `#${hash}`;
    areThere = true;
  });
  return areThere;
}

const without = (nodes: Node[], drop: (node: Element) => boolean): Node[] =>
  nodes.flatMap((node): Node[] => {
    if (typeof node === "string" || !isElement(node)) return [node];
    return drop(node) ? [] : [{ ...node, children: without(node.children, drop) }];
  });

/**
 * Takes the footnotes of other programs to where the text refers to them, as the rich editor knows footnotes.
 * @param nodes from the clipboard, with ids and names
 * @param toNote a note's nodes as the HTML to keep
 */
export function pasteFootnotes(nodes: Node[], toNote: (note: Node[]) => string): Node[] {
  if (!shortenInnerLinks(nodes)) return nodes;
  const adopted: Node[] = adoptFootnotes(withoutComments(nodes)).nodes;
  const notes = notesOf(adopted);
  const uses = new Map<string, Element[]>();
  walk(adopted, (node) => {
    const id = isElement(node) ? referredNote(node) : null;
    if (id !== null && isElement(node) && notes.has(id)) uses.set(id, [...(uses.get(id) ?? []), node]);
  });
  for (const [id, references] of uses) {
    // The line above the notes isn't part of the first one.
    const note = toNote(without(notes.get(id)?.children ?? [], (node) => isBackLink(node) || node.name === "hr"));
    for (const reference of references) {
      reference.attributes = { "data-footnote": note, ...(references.length > 1 ? { "data-shared": id } : {}) };
      reference.children = [];
    }
  }
  return uses.size === 0 ? adopted : without(adopted, isNoteList);
}
