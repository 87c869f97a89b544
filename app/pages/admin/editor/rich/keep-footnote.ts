import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, NodeSelection, Plugin, PluginKey } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

export const selectedFootnote = ({ selection }: EditorState): Node | null =>
  selection instanceof NodeSelection && selection.node.type.name === "footnote" ? selection.node : null;

/** The footnote that a word is composed over, and where it was. */
const HELD = new PluginKey<{ note: Node; at: number } | null>("heldFootnote");

/** ProseMirror ends a composition 20 ms after the browser does; a change before would cut it short. */
const END_MS = 50;

function restore(view: EditorView): void {
  const held = view.isDestroyed ? null : HELD.getState(view.state);
  if (!held) return;
  const tr = view.state.tr.setMeta(HELD, null);
  const { note, at } = held;
  view.dispatch(tr.doc.nodeAt(at)?.eq(note) ? tr : tr.insert(at, note));
}

/**
 * Brings a footnote back that a composed word has replaced; the word stays behind it. Moving the cursor before the composition, as
 * blocks have it, would double the first letter within a line.
 */
export const KeepFootnote = Extension.create({
  name: "keepFootnote",
  addProseMirrorPlugins: () => [
    new Plugin<{ note: Node; at: number } | null>({
      key: HELD,
      state: {
        init: () => null,
        apply(tr, held) {
          const set: typeof held | undefined = tr.getMeta(HELD);
          return set === undefined ? held && { note: held.note, at: tr.mapping.map(held.at, -1) } : set;
        },
      },
      props: {
        handleDOMEvents: {
          compositionstart(view) {
            const note = selectedFootnote(view.state);
            if (note) view.dispatch(view.state.tr.setMeta(HELD, { note, at: view.state.selection.from }));
            return false;
          },
          compositionend(view) {
            if (HELD.getState(view.state)) setTimeout(restore, END_MS, view);
            return false;
          },
        },
      },
    }),
  ],
});
