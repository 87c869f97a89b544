import { InputRule, Node } from "@tiptap/core";
import { escapeText } from "../../../../domain/content/tree-model.ts";

/**
 * A footnote, where the text refers to it. The note itself (`note`, HTML) travels with the reference; numbers come from the order
 * in the text. References that share one note have the same `shared`.
 */
export const Footnote = Node.create({
  name: "footnote",
  group: "inline",
  inline: true,
  atom: true,
  draggable: true,
  addAttributes: () => ({
    note: {
      default: "",
      parseHTML: (element) => element.getAttribute("data-footnote") ?? "",
      renderHTML: ({ note }) => ({ "data-footnote": note }),
    },
    shared: {
      default: null,
      parseHTML: (element) => element.getAttribute("data-shared"),
      renderHTML: ({ shared }) => (shared ? { "data-shared": shared } : {}),
    },
  }),
  // Before the mark that other raised text is.
  parseHTML: () => [{ tag: "sup[data-footnote]", priority: 100 }],
  renderHTML: ({ HTMLAttributes }) => ["sup", { ...HTMLAttributes, class: "footnote-ref" }],
  renderText: () => "",
  addInputRules() {
    return [
      // `[^what the note says]`, and `[^1]` for one that is still to be written.
      new InputRule({
        find: /\[\^([^[\]]+)\]$/,
        handler: ({ state, range, match }) => {
          const said = match[1]?.trim() ?? "";
          const note = /^\d*$/.test(said) ? "" : escapeText(said);
          state.tr.replaceWith(range.from, range.to, this.type.create({ note }));
        },
      }),
    ];
  },
});
