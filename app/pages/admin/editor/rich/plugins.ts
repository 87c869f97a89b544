import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { referencesOf } from "./places.ts";

type Numbers = { written: string; shown: DecorationSet };

const key = new PluginKey<Numbers>("noteNumbers");

function numbersOf(doc: Node, before?: { written: string; moved: DecorationSet }): Numbers {
  const references = referencesOf(doc);
  const written = references.map(({ number }) => number).join();
  // Nearly every key stroke leaves the numbers as they are, at places that have moved with the text.
  if (before?.written === written && before.moved.find().length === references.length) return { written, shown: before.moved };
  const all = references.map(({ at, number }) => Decoration.node(at, at + 1, { "data-number": String(number) }));
  return { written, shown: DecorationSet.create(doc, all) };
}

/** Numbers the references to footnotes as readers will see them. */
export const NoteNumbers = Extension.create({
  name: "noteNumbers",
  addProseMirrorPlugins: () => [
    new Plugin<Numbers>({
      key,
      state: {
        init: (_, { doc }) => numbersOf(doc),
        apply: ({ docChanged, mapping, doc }, { written, shown }) =>
          docChanged ? numbersOf(doc, { written, moved: shown.map(mapping, doc) }) : { written, shown },
      },
      props: { decorations: (state) => key.getState(state)?.shown },
    }),
  ],
});

/** Marks the block that the cursor is in, so that the others can step back. One decoration, made anew as the cursor moves. */
export const CurrentBlock = Extension.create({
  name: "currentBlock",
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        decorations({ doc, selection: { $from } }) {
          const at = $from.depth > 0 ? $from.before(1) : $from.pos;
          const block = doc.nodeAt(at);
          if (!block?.isBlock) return null;
          return DecorationSet.create(doc, [Decoration.node(at, at + block.nodeSize, { class: "is-current" })]);
        },
      },
    }),
  ],
});

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
