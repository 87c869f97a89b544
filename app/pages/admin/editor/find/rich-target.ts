import { closeHistory } from "@tiptap/pm/history";
import type { Node } from "@tiptap/pm/model";
import { NodeSelection, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { Editor } from "@tiptap/react";
import {
  type FindTarget,
  HIGHLIGHTS,
  highlightsOf,
  indexFrom,
  MAX_MATCHES,
  patternOf,
  rangesOf,
  replaced,
  type SearchTerms,
  type TextRange,
} from "./matches.ts";

/** The texts of a note, which is HTML. */
function textsOf(body: HTMLElement): Text[] {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts;
}

const bodyOf = (html: string) => new DOMParser().parseFromString(html, "text/html").body;

const isInNote = (html: string, pattern: RegExp): boolean =>
  textsOf(bodyOf(html)).some(({ data }) => rangesOf(data, pattern, 1).length > 0);

/** A note with all that fits replaced; what it is marked up with stays. */
function noteReplaced(html: string, pattern: RegExp, by: string): string {
  const body = bodyOf(html);
  for (const text of textsOf(body)) text.data = replaced(text.data, rangesOf(text.data, pattern), by);
  return body.innerHTML;
}

/** Whether a match is a footnote, in whose note it was found. */
const footnoteAt = (doc: Node, at: number): Node | null => {
  const node = doc.nodeAt(at);
  return node?.type.name === "footnote" ? node : null;
};

/** Replaces within the note of a footnote, and of all that share it, so that they go on being one. */
function replaceInNote(transaction: Transaction, footnote: Node, pattern: RegExp, by: string): void {
  const { note, shared } = footnote.attrs;
  const said = noteReplaced(String(note), pattern, by);
  transaction.doc.descendants((node, at) => {
    const isSame = node === footnote || (shared !== null && node.attrs.shared === shared && node.attrs.note === note);
    if (node.type === footnote.type && isSame) transaction.setNodeAttribute(at, "note", said);
  });
}

/**
 * The matches in a document. A match is within one paragraph, across marks. A match in a note is its footnote as a whole; footnotes
 * that share a note count once.
 */
function matchesIn(doc: Node, sought: SearchTerms): TextRange[] {
  const pattern = patternOf(sought);
  const found: TextRange[] = [];
  if (!pattern) return found;
  const shared = new Set<string>();
  const notesIn = (block: Node, at: number) => {
    block.forEach((node, offset) => {
      if (node.type.name !== "footnote") return;
      const name = `${node.attrs.shared} ${node.attrs.note}`;
      if (shared.has(name) || !isInNote(String(node.attrs.note), pattern)) return;
      if (node.attrs.shared !== null) shared.add(name);
      found.push({ from: at + 1 + offset, to: at + 2 + offset });
    });
  };
  doc.descendants((node, at) => {
    if (!node.isTextblock) return found.length < MAX_MATCHES;
    // Everything but text takes one character, as it takes one position.
    const text = node.textBetween(0, node.content.size, "\n", "\ufffc");
    for (const { from, to } of rangesOf(text, pattern, MAX_MATCHES - found.length)) {
      found.push({ from: at + 1 + from, to: at + 1 + to });
    }
    notesIn(node, at);
    return false;
  });
  return found.sort((one, other) => one.from - other.from);
}

export function richTarget(editor: Editor): FindTarget {
  const highlight = (matches: TextRange[], active: number) => editor.state.tr.setMeta(HIGHLIGHTS, { matches, active });
  let isOurs = false;
  let pattern: RegExp | null = null;
  const write = (matches: readonly TextRange[], by: string) => {
    // From the end, so that earlier positions stay valid; one step in the history.
    const transaction = closeHistory(editor.state.tr);
    for (const { from, to } of [...matches].reverse()) {
      const footnote = footnoteAt(transaction.doc, from);
      if (footnote && pattern) replaceInNote(transaction, footnote, pattern, by);
      else if (by === "") transaction.delete(from, to);
      else transaction.insertText(by, from, to);
    }
    isOurs = true;
    editor.view.dispatch(transaction);
    editor.view.dispatch(closeHistory(editor.state.tr));
    isOurs = false;
  };
  return {
    search(sought) {
      pattern = patternOf(sought);
      const matches = matchesIn(editor.state.doc, sought);
      const nearest = indexFrom(matches, editor.state.selection.from);
      editor.view.dispatch(highlight(matches, -1));
      return { count: matches.length, nearest };
    },
    show(index) {
      const { matches } = highlightsOf(editor.state);
      const match = matches[index];
      if (!match) return;
      const transaction = highlight(matches, index);
      const { from, to } = match;
      const { doc } = transaction;
      const selection = footnoteAt(doc, from) ? NodeSelection.create(doc, from) : TextSelection.create(doc, from, to);
      editor.view.dispatch(transaction.setSelection(selection));
      // The keyboard may be in the field of what is looked for, so that the text itself would not scroll.
      const { node } = editor.view.domAtPos(from);
      const element = node instanceof Element ? node : node.parentElement;
      (element?.querySelector(".find-match.is-active") ?? element)?.scrollIntoView({ block: "center" });
    },
    replace(index, by) {
      const match = highlightsOf(editor.state).matches[index];
      if (match) write([match], by);
    },
    replaceAll(by) {
      const { matches } = highlightsOf(editor.state);
      if (matches.length > 0) write(matches, by);
      return matches.length;
    },
    watch(onChange) {
      const tell = () => (isOurs ? undefined : onChange());
      editor.on("update", tell);
      return () => void editor.off("update", tell);
    },
    leave(andFocus) {
      if (editor.isDestroyed) return;
      editor.view.dispatch(highlight([], -1));
      if (andFocus) editor.commands.focus();
    },
  };
}
