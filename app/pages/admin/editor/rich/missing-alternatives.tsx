import type { Node } from "@tiptap/pm/model";
import { type Editor, useEditorState } from "@tiptap/react";
import { placesOf } from "./places.ts";

const isPicture = (node: Node | null) => node?.type.name === "picture" || node?.type.name === "image";

/** Pictures that nobody has described. */
const undescribed = placesOf((node) => isPicture(node) && !node.attrs.alt);

/** Selects the picture at a place and brings the keyboard to its alternative text. */
export function describeImage(editor: Editor, at: number): void {
  if (!isPicture(editor.state.doc.nodeAt(at))) return;
  editor.chain().setNodeSelection(at).scrollIntoView().run();
  // The field is drawn with the new selection, and after a dialog has given the focus back.
  setTimeout(() => document.querySelector<HTMLInputElement>(":is(.picture-bar, .editor-context) input")?.focus(), 50);
}

/** Asks for the alternative text that pictures still lack, and leads to the next of them. */
export function MissingAlternatives({ editor }: { editor: Editor }) {
  const places = useEditorState({
    editor,
    selector: ({ editor: current }) => undescribed(current.state.doc).map(({ at }) => at),
  });
  const [first] = places;
  if (first === undefined) return null;
  return (
    <p className="editor-note" role="status">
      {places.length === 1 ? "One picture has no alternative text." : `${places.length} pictures have no alternative text.`}{" "}
      <button type="button" className="small-button" onClick={() => describeImage(editor, first)}>
        Describe it
      </button>
    </p>
  );
}
