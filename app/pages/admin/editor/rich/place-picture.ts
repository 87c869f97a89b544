import { type EditorState, NodeSelection, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

/** The picture that is selected: a figure of its own, or one within a line. */
export function selectedPicture({ selection }: EditorState): NodeSelection | null {
  if (!(selection instanceof NodeSelection)) return null;
  return ["picture", "image"].includes(selection.node.type.name) ? selection : null;
}

/** Where the block ends that a selection is in: a picture with its caption, or a line of text. */
function endOfBlock({ selection }: Transaction): number {
  if (selection instanceof NodeSelection && selection.node.isBlock) return selection.to;
  const { $to } = selection;
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
 * Leaves a picture for the paragraph after it.
 * @param fresh for an empty one, even where the text goes on
 */
export function openParagraph(view: EditorView, { fresh }: { fresh: boolean }): void {
  const { tr } = view.state;
  view.dispatch(enterParagraph(tr, endOfBlock(tr), fresh).scrollIntoView());
  view.focus();
}

/**
 * Puts a picture where the cursor is, on a line of its own: it replaces an empty paragraph, but not another picture.
 * The cursor never ends up in its caption.
 * @returns its position; null where there is no room for one
 */
export function placePicture(transaction: Transaction, at: number, attributes: Record<string, unknown>): number | null {
  const type = transaction.doc.type.schema.nodes.picture;
  const picture = type?.createAndFill(attributes);
  if (!type || !picture) return null;
  const $at = transaction.doc.resolve(at);
  let place = at;
  for (let depth = $at.depth; depth > 0; depth -= 1) if ($at.node(depth).type === type) place = $at.after(depth);
  transaction.replaceRangeWith(place, place, picture);
  let found: number | null = null;
  const { doc } = transaction;
  doc.nodesBetween(Math.max(0, place - 2), Math.min(doc.content.size, place + picture.nodeSize + 2), (node, position) => {
    if (node.type === type && node.attrs.src === attributes.src) found ??= position;
  });
  if (found === null) return null;
  const { from } = transaction.selection;
  const end = found + picture.nodeSize;
  if (from > found && from < end) enterParagraph(transaction, end, false);
  return found;
}
