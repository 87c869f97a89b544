import { NodeSelection } from "@tiptap/pm/state";
import type { Editor } from "@tiptap/react";

/** Changes the selected thing; it stays selected, so that its field can be typed on in. */
export function changeSelected(editor: Editor, attributes: Record<string, unknown>): void {
  const { selection, tr } = editor.state;
  if (!(selection instanceof NodeSelection)) return;
  const { from, node } = selection;
  tr.setNodeMarkup(from, undefined, { ...node.attrs, ...attributes }, node.marks);
  editor.view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, from)));
}
