import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { NodeSelection, Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { openParagraph, selectedPicture } from "./place-picture.ts";

/** What is typed or pasted while a picture is selected goes into a paragraph after it and never takes its place. */
function typeAfter(view: EditorView, text: string): void {
  openParagraph(view, { fresh: true });
  const { from, to } = view.state.selection;
  const insert = () => view.state.tr.insertText(text, from, to);
  if (!view.someProp("handleTextInput", (handle) => handle(view, from, to, text, insert))) view.dispatch(insert());
}

const INSERTS = /^insert(Text|ReplacementText)$/;

/** A click on the image selects the picture, however many there are; one on its caption is the caption's. */
function select(view: EditorView, _at: number, node: Node, place: number, { target }: MouseEvent): boolean {
  if (node.type.name !== "picture" || !(target instanceof Element && target.closest("img, .offsite-picture"))) return false;
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, place)));
  view.focus();
  return true;
}

/** Keeps keys, words and pasted text from taking their place. */
export const PictureGuard = Extension.create({
  name: "pictureGuard",
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
        if (!selectedPicture(view.state) && !inCaption()) return false;
        openParagraph(view, { fresh: true });
        return true;
      },
      Backspace: () => {
        const $from = inCaption();
        if (!$from || $from.parentOffset > 0) return false;
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
          handleTextInput(view, _from, _to, text) {
            if (!selectedPicture(view.state)) return false;
            typeAfter(view, text);
            return true;
          },
          handlePaste(view) {
            if (selectedPicture(view.state)) openParagraph(view, { fresh: true });
            return false;
          },
          handleClickOn: select,
          handleDoubleClickOn: select,
          handleTripleClickOn: select,
          handleDOMEvents: {
            // Text that comes without a key: dictation, a phone's suggestions, what is composed.
            beforeinput(view, event) {
              if (!event.data || !INSERTS.test(event.inputType) || !selectedPicture(view.state)) return false;
              event.preventDefault();
              typeAfter(view, event.data);
              return true;
            },
            compositionstart(view) {
              if (selectedPicture(view.state)) openParagraph(view, { fresh: true });
              return false;
            },
          },
        },
      }),
    ];
  },
});
