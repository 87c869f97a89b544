import { Extension, InputRule } from "@tiptap/core";
import { linkAddress } from "./link-address.ts";

/** Markdown that the other parts of the schema don't read while it is typed: `[text](address)`. */
export const Shortcuts = Extension.create({
  name: "shortcuts",
  addInputRules() {
    const { schema } = this.editor;
    return [
      new InputRule({
        find: /(?<!!)\[([^[\]^][^[\]]*)\]\(([^\s()]+)\)$/,
        handler: ({ state, range, match }) => {
          const href = linkAddress(match[2] ?? "");
          const link = schema.marks.link;
          if (href === null || !link || !match[1]) return null;
          const marks = state.doc.resolve(range.from).marks();
          state.tr
            .replaceWith(range.from, range.to, schema.text(match[1], link.create({ href }).addToSet(marks)))
            .removeStoredMark(link);
          return undefined;
        },
      }),
    ];
  },
});
