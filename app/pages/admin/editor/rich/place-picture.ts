import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, NodeSelection, Plugin, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { selectedFootnote } from "./keep-footnote.ts";

/** Puts the cursor where text goes that is written while something is selected: behind a footnote, else into a paragraph after it. */
function leave(view: EditorView): void {
  const { selection, tr } = view.state;
  if (selectedFootnote(view.state)) view.dispatch(tr.setSelection(TextSelection.create(tr.doc, selection.to)));
  else openParagraph(view, { fresh: true });
}

/** Text that is typed or pasted while a picture or the like is selected goes after it and never replaces it. */
function typeAfter(view: EditorView, text: string): void {
  leave(view);
  const { from, to } = view.state.selection;
  const insert = () => view.state.tr.insertText(text, from, to);
  if (!view.someProp("handleTextInput", (handle) => handle(view, from, to, text, insert))) view.dispatch(insert());
}

const INSERTS = /^insert(Text|ReplacementText)$/;

/** Views whose composition has begun in a paragraph that was opened for it. */
const moved = new WeakSet<EditorView>();

/** Gives a composition that begins over a block a paragraph after it. */
function openComposition(view: EditorView): void {
  const { selection } = view.state;
  if (!(selection instanceof NodeSelection) || !selection.node.isBlock) return;
  openParagraph(view, { fresh: true });
  moved.add(view);
}

/**
 * Puts the caret back behind the first composed text. Chromium has counted its place from the selected block, and ProseMirror would
 * take that for the composition, write the text again and so end it: the next key would double the first letter.
 */
function followComposition(view: EditorView, from: number): void {
  if (!moved.delete(view) || !view.composing) return;
  const { node, offset } = view.domAtPos(from);
  const text = node instanceof Text ? node : node.childNodes[offset];
  if (text instanceof Text) view.dom.ownerDocument.getSelection()?.collapse(text, text.length);
}

/** A click on the image selects the picture, however many there are; one on its caption is the caption's. */
function select(view: EditorView, _at: number, node: Node, place: number, { target }: MouseEvent): boolean {
  if (node.type.name !== "picture" || !(target instanceof Element && target.closest("img, .offsite-picture"))) return false;
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, place)));
  view.focus();
  return true;
}

/** Keeps keys, words and pasted text from taking the place of a picture or another selected block. */
export const BlockGuard = Extension.create({
  name: "blockGuard",
  // Before the menu of "/", which then finds a paragraph to open in.
  priority: 1100,
  addKeyboardShortcuts() {
    const inCaption = () => {
      const { $from, empty } = this.editor.state.selection;
      return empty && $from.depth > 0 && $from.node(-1).type.name === "picture" ? $from : null;
    };
    return {
      Enter: () => {
        const { view } = this.editor;
        if (selectedFootnote(view.state)) {
          leave(view);
          return false;
        }
        if (!selectedBlock(view.state) && !inCaption()) return false;
        openParagraph(view, { fresh: true });
        return true;
      },
      Backspace: () => {
        const $from = inCaption();
        if (!$from) return selectBefore(this.editor.view);
        if ($from.parentOffset > 0) return false;
        return this.editor.commands.setNodeSelection($from.before(-1));
      },
      Delete: () => {
        const $from = inCaption();
        return $from !== null && $from.parentOffset === $from.parent.content.size;
      },
    };
  },
  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          handleTextInput(view, from, _to, text) {
            followComposition(view, from);
            if (!selectedBlock(view.state)) return false;
            typeAfter(view, text);
            return true;
          },
          handlePaste(view) {
            if (selectedBlock(view.state)) leave(view);
            return false;
          },
          handleClickOn: select,
          handleDoubleClickOn: select,
          handleTripleClickOn: select,
          handleDOMEvents: {
            // Text that comes without a key: dictation, a phone's suggestions, what is composed.
            beforeinput(view, event) {
              if (!event.data || !INSERTS.test(event.inputType) || !selectedBlock(view.state)) return false;
              event.preventDefault();
              typeAfter(view, event.data);
              return true;
            },
            compositionstart(view) {
              openComposition(view);
              return false;
            },
          },
        },
      }),
    ];
  },
});

/** Blocks that Backspace would otherwise pull the next paragraph into, where code would lose its formatting. */
const BOXES = ["toggle", "callout", "codeBlock"];
const GUARDED = new Set([
  "picture",
  "image",
  "gallery",
  "audio",
  "video",
  "embed",
  "file",
  "bookmark",
  "table",
  "footnote",
  ...BOXES,
]);

/** The selected picture, be it a figure or within a line, or another block that text never replaces. */
function selectedBlock({ selection }: EditorState): NodeSelection | null {
  if (!(selection instanceof NodeSelection)) return null;
  return GUARDED.has(selection.node.type.name) ? selection : null;
}

/** Backspace at the beginning of a line selects the box before it, so that the next one deletes it. An empty line goes. */
function selectBefore(view: EditorView): boolean {
  const { doc, selection, tr } = view.state;
  const { $from, empty } = selection;
  if (!empty || $from.depth === 0 || !$from.parent.isTextblock || $from.parentOffset > 0) return false;
  const at = $from.before();
  const box = doc.resolve(at).nodeBefore;
  if (!box || !BOXES.includes(box.type.name)) return false;
  if ($from.parent.content.size === 0) tr.delete(at, $from.after());
  view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, at - box.nodeSize)).scrollIntoView());
  return true;
}

/** Where the block ends that a selection is in: a gallery, a picture with its caption, or a line of text. */
function endOfBlock({ selection }: Transaction): number {
  const { $to } = selection;
  for (let depth = $to.depth; depth > 0; depth -= 1) if ($to.node(depth).type.name === "gallery") return $to.after(depth);
  if (selection instanceof NodeSelection && selection.node.isBlock) return selection.to;
  const isCaption = $to.depth > 1 && $to.node(-1).type.name === "picture";
  return isCaption ? $to.after(-1) : $to.after();
}

/** Puts the cursor into the paragraph at a place between blocks. @param fresh only into an empty one; makes it where there is none */
function enterParagraph(transaction: Transaction, at: number, fresh: boolean): Transaction {
  const next = transaction.doc.resolve(at).nodeAfter;
  const isThere = next?.type.name === "paragraph" && (!fresh || next.content.size === 0);
  const paragraph = transaction.doc.type.schema.nodes.paragraph;
  if (!isThere && paragraph) transaction.insert(at, paragraph.create());
  return transaction.setSelection(TextSelection.create(transaction.doc, at + 1));
}

/**
 * Moves the cursor from a picture to the paragraph after it.
 * @param fresh inserts an empty paragraph even if there is text after the picture
 */
export function openParagraph(view: EditorView, { fresh }: { fresh: boolean }): void {
  const { tr } = view.state;
  view.dispatch(enterParagraph(tr, endOfBlock(tr), fresh).scrollIntoView());
  view.focus();
}

const CAPTIONED = new Set(["picture", "audio", "video"]);

/**
 * Inserts a picture, a gallery, a player or a file's card at a place. It replaces an empty paragraph, but not another such block. The cursor never
 * ends up in its caption.
 * @returns its position; null if it doesn't fit there
 */
export function placeBlock(transaction: Transaction, at: number, block: Node): number | null {
  const $at = transaction.doc.resolve(at);
  let place = at;
  for (let depth = $at.depth; depth > 0; depth -= 1) if (CAPTIONED.has($at.node(depth).type.name)) place = $at.after(depth);
  transaction.replaceRangeWith(place, place, block);
  let found: number | null = null;
  const { doc } = transaction;
  doc.nodesBetween(Math.max(0, place - 2), Math.min(doc.content.size, place + block.nodeSize + 2), (node, position) => {
    if (node === block) found = position;
  });
  if (found === null) return null;
  const { from } = transaction.selection;
  const end = found + block.nodeSize;
  if (from > found && from < end) enterParagraph(transaction, end, false);
  return found;
}

export function placePicture(transaction: Transaction, at: number, attributes: Record<string, unknown>): number | null {
  const picture = transaction.doc.type.schema.nodes.picture?.createAndFill(attributes);
  return picture ? placeBlock(transaction, at, picture) : null;
}
