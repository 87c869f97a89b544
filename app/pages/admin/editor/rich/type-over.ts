import { Extension } from "@tiptap/core";
import { Plugin, TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

/**
 * Replaces a selection that begins outside of lines (everything, a block, the place between two blocks) by an empty paragraph with the
 * cursor.
 * @returns false if there is already a line, or no paragraph fits
 */
function openLine(view: EditorView): boolean {
  const { selection, schema, tr } = view.state;
  const { $from } = selection;
  const paragraph = schema.nodes.paragraph;
  if ($from.parent.inlineContent || !paragraph) return false;
  tr.replaceSelectionWith(paragraph.create(), false);
  const line = tr.doc.nodeAt($from.pos);
  if (line?.type !== paragraph || line.content.size > 0) return false;
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, $from.pos + 1)));
  return true;
}

/**
 * Gives text that is typed over everything, or over a block, a line of its own first. What looks at typed text, such as typographic
 * quotes and the menu of "/", counts places within a line and would otherwise leave the selection over the new text.
 */
export const TypeOver = Extension.create({
  name: "typeOver",
  // After the guard of pictures, before all rules that look at typed text.
  priority: 1050,
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleTextInput(view, _from, _to, text) {
          if (!openLine(view)) return false;
          const { from } = view.state.selection;
          const insert = () => view.state.tr.insertText(text, from);
          if (!view.someProp("handleTextInput", (handle) => handle(view, from, from, text, insert))) view.dispatch(insert());
          return true;
        },
      },
    }),
  ],
});
