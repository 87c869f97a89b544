import { InputRule, Node } from "@tiptap/core";
import type { Editor } from "@tiptap/react";
import { MATH_CLASS } from "../../../../../domain/content/markup/math.ts";
import { changeSelected } from "../footnotes.tsx";
import type { EditorBlock } from "./editor-block.ts";

const isInBlock = (element: HTMLElement) => element.closest("pre") !== null;

const Formula = Node.create({
  name: "formula",
  group: "inline",
  inline: true,
  atom: true,
  draggable: true,
  addAttributes: () => ({
    tex: { default: "", parseHTML: (element) => element.textContent ?? "", rendered: false },
  }),
  // Before the mark that other code is.
  parseHTML: () => [{ tag: `code.${MATH_CLASS}`, priority: 100, getAttrs: (element) => (isInBlock(element) ? false : null) }],
  renderHTML: ({ node }) => ["code", { class: MATH_CLASS }, String(node.attrs.tex)],
  renderText: ({ node }) => `$${node.attrs.tex}$`,
  addInputRules() {
    return [
      // `$$` at the beginning of a line, and a blank.
      new InputRule({
        find: /^\$\$\s$/,
        handler: ({ chain, range }) => {
          chain().deleteRange(range).setCodeBlock({ language: "math" }).run();
        },
      }),
      new InputRule({
        find: /(?:^|[\s(])\$([^\s$](?:[^$]*[^\s$\\])?)\$$/,
        handler: ({ state, range, match }) => {
          const from = range.from + match[0].indexOf("$");
          state.tr.replaceWith(from, range.to, this.type.create({ tex: match[1] }));
        },
      }),
    ];
  },
});

function FormulaTools({ editor }: { editor: Editor }) {
  return (
    <>
      <label className="tool-field">
        <span>Formula</span>
        <input
          value={String(editor.getAttributes("formula").tex ?? "")}
          placeholder="LaTeX, as in E=mc^2"
          spellCheck={false}
          onChange={({ target }) => changeSelected(editor, { tex: target.value })}
          onKeyDown={(event) => {
            if (event.key !== "Escape" && event.key !== "Enter") return;
            event.preventDefault();
            editor.chain().focus().setTextSelection(editor.state.selection.to).run();
          }}
        />
      </label>
      <button type="button" className="small-button" onClick={() => editor.chain().focus().deleteSelection().run()}>
        Remove formula
      </button>
    </>
  );
}

/** Makes the line with the cursor a block of code; one with words stays, and the block is put below it. */
function insertCode(editor: Editor, language: string, code: string): void {
  const { $from } = editor.state.selection;
  const content = code ? [{ type: "text", text: code }] : [];
  const block = { type: "codeBlock", attrs: { language }, content };
  if ($from.parent.content.size === 0) editor.chain().focus().setCodeBlock({ language }).insertContent(code).run();
  else {
    const at = $from.after();
    editor
      .chain()
      .focus()
      .insertContentAt(at, block)
      .setTextSelection(at + 1 + code.length)
      .scrollIntoView()
      .run();
  }
}

const DIAGRAM = "graph LR\n  A[Dawn] --> B[Song]";

export const math: EditorBlock = {
  extensions: [Formula],
  items: () => [
    {
      label: "Formula",
      sign: "formula",
      words: "math equation latex tex katex",
      run: (editor) => insertCode(editor, "math", ""),
    },
    {
      label: "Diagram",
      sign: "diagram",
      words: "mermaid flowchart chart graph sequence",
      run: (editor) => insertCode(editor, "mermaid", DIAGRAM),
    },
  ],
  tools: { isHere: (editor) => editor.isActive("formula"), Tools: FormulaTools },
};
