import { Node } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import { EMBED_CLASS, embedAt } from "../../../../domain/content/embeds-model.ts";

type Attributes = { href: string; title: string };

const isEmpty = (parent: { type: { name: string }; content: { size: number } }) =>
  parent.type.name === "paragraph" && parent.content.size === 0;

function attributesOf(figure: HTMLElement): Attributes | false {
  const link = figure.querySelector("a");
  const href = link?.getAttribute("href") ?? "";
  if (!link || !embedAt(href)) return false;
  const title = link.textContent?.trim() ?? "";
  return { href, title: embedAt(title) ? "" : title };
}

/** Something of another site: a figure with a link to it, of which the article's page makes a still. */
export const Embed = Node.create({
  name: "embed",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({ href: { default: "" }, title: { default: "" } }),
  parseHTML: () => [{ tag: `figure.${EMBED_CLASS}`, priority: 100, getAttrs: attributesOf }],
  renderHTML({ node }) {
    const { href, title } = node.attrs as Attributes;
    return ["figure", { class: EMBED_CLASS }, ["a", { href }, title || href]];
  },
  renderText: ({ node }) => String(node.attrs.href),
  addKeyboardShortcuts() {
    return {
      // An address on a line of its own becomes what stands there.
      Enter: ({ editor }) => {
        const { $from, empty } = editor.state.selection;
        const { parent } = $from;
        if (!empty || parent.type.name !== "paragraph" || $from.depth !== 1) return false;
        const embed = embedAt(parent.textContent);
        if (!embed || $from.parentOffset !== parent.content.size) return false;
        const range = { from: $from.before(), to: $from.after() };
        return editor
          .chain()
          .insertContentAt(range, [{ type: this.name, attrs: { href: embed.address } }, { type: "paragraph" }])
          .setTextSelection(range.from + 2)
          .run();
      },
    };
  },
  addProseMirrorPlugins() {
    const { editor, name } = this;
    return [
      new Plugin({
        props: {
          handlePaste(view, { clipboardData }) {
            const { $from, empty } = view.state.selection;
            const embed = embedAt(clipboardData?.getData("text/plain") ?? "");
            if (!embed || !empty || $from.depth !== 1 || !isEmpty($from.parent)) return false;
            return editor.commands.insertContent([{ type: name, attrs: { href: embed.address } }, { type: "paragraph" }]);
          },
        },
      }),
    ];
  },
});
