import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

export type KeyboardOptions = { onLink(): void; onToolbar(): void };

/** Keys that lead out of the text: to the link's address and to the toolbar. */
export const Keyboard = Extension.create<KeyboardOptions>({
  name: "keyboard",
  addKeyboardShortcuts() {
    return {
      "Mod-k": () => {
        this.options.onLink();
        return true;
      },
      "Alt-F10": () => {
        this.options.onToolbar();
        return true;
      },
    };
  },
});

/**
 * Browsers report that the caret has moved only some milliseconds later, and a busy one later still. A key that comes first would act
 * where the caret was: a word meant for a caption would end up below the picture.
 */
function readCaret(view: EditorView): boolean {
  if (!view.composing) view.dom.ownerDocument.dispatchEvent(new Event("selectionchange"));
  return false;
}

/** Makes every key act where the caret is now. */
export const Caret = Extension.create({
  name: "caret",
  // Before whatever handles keys.
  priority: 2000,
  addProseMirrorPlugins: () => [new Plugin({ props: { handleDOMEvents: { keydown: readCaret, beforeinput: readCaret } } })],
});
