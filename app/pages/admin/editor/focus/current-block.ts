import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";

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
