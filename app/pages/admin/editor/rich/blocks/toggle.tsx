import { Node } from "@tiptap/core";
import { TextSelection } from "@tiptap/pm/state";
import type { Editor } from "@tiptap/react";
import type { EditorBlock } from "./editor-block.ts";

/** Draws an element of the page otherwise: `<details>` would fold under the author's hands. */
const drawnAs = (name: string, className: string) => () => () => {
  const dom = document.createElement(name);
  dom.className = className;
  return { dom, contentDOM: dom };
};

const Toggle = Node.create({
  name: "toggle",
  group: "block",
  content: "toggleTitle block+",
  defining: true,
  addAttributes: () => ({
    open: {
      default: false,
      parseHTML: (element) => element.hasAttribute("open"),
      renderHTML: ({ open }) => (open ? { open: "" } : {}),
    },
  }),
  parseHTML: () => [{ tag: "details" }],
  renderHTML: ({ HTMLAttributes }) => ["details", HTMLAttributes, 0],
  addNodeView: drawnAs("div", "toggle-draft"),
});

const ToggleTitle = Node.create({
  name: "toggleTitle",
  content: "inline*",
  defining: true,
  parseHTML: () => [{ tag: "summary" }],
  renderHTML: () => ["summary", 0],
  addNodeView: drawnAs("p", "toggle-title"),
  addKeyboardShortcuts() {
    return {
      // From the title into what it hides.
      Enter: ({ editor }) => {
        const { $from, empty } = editor.state.selection;
        if (!empty || $from.parent.type.name !== this.name || $from.parentOffset < $from.parent.content.size) return false;
        return editor.commands.setTextSelection(TextSelection.near(editor.state.doc.resolve($from.after() + 1)).from);
      },
    };
  },
});

function insertToggle(editor: Editor): void {
  const { from } = editor.state.selection;
  const content = [{ type: "toggleTitle" }, { type: "paragraph" }];
  editor.chain().focus().insertContent({ type: "toggle", content }).run();
  const { doc } = editor.state;
  let title: number | undefined;
  doc.nodesBetween(Math.max(0, from - 1), Math.min(doc.content.size, from + 6), (node, at) => {
    if (node.type.name === "toggleTitle" && node.content.size === 0) title ??= at + 1;
  });
  if (title !== undefined) editor.commands.setTextSelection(title);
}

function ToggleTools({ editor }: { editor: Editor }) {
  return (
    <>
      <label className="tool-field">
        <input
          type="checkbox"
          checked={Boolean(editor.getAttributes("toggle").open)}
          onChange={({ target }) => editor.commands.updateAttributes("toggle", { open: target.checked })}
        />
        <span>Open by default</span>
      </label>
      <button type="button" className="small-button" onClick={() => editor.chain().focus().deleteNode("toggle").run()}>
        Remove toggle
      </button>
    </>
  );
}

export const toggle: EditorBlock = {
  extensions: [Toggle, ToggleTitle],
  items: () => [
    { label: "Toggle", sign: "toggle", words: "details summary fold accordion spoiler faq collapse", run: insertToggle },
  ],
  tools: { isHere: (editor) => editor.isActive("toggle"), Tools: ToggleTools },
};
