import type { Editor } from "@tiptap/core";
import type { EditorIconName } from "./editor-icon.tsx";
import { HEADINGS } from "./schema.ts";

/** A button of the toolbar. `isOn` is missing where nothing is switched on or off. */
export type Action = {
  name: string;
  /** what stands on the button: an icon, or a text of two letters */
  sign: EditorIconName | `H${number}`;
  /** as aria-keyshortcuts names it; Control stands for Command on a Mac */
  keys?: string;
  isOn?(editor: Editor): boolean;
  can?(editor: Editor): boolean;
  run(editor: Editor): void;
};

const chain = (editor: Editor) => editor.chain().focus();

const headings: Action[] = HEADINGS.map((level) => ({
  name: `Heading ${level}`,
  sign: `H${level}`,
  keys: `Control+Alt+${level}`,
  isOn: (editor) => editor.isActive("heading", { level }),
  run: (editor) => chain(editor).toggleHeading({ level }).run(),
}));

/** The toolbar's buttons, in groups. Link and picture ask first, so what they do is given. */
export const actionGroups = (ask: { link(): void; picture(): void }): Action[][] => [
  headings,
  [
    { name: "Bold", sign: "bold", keys: "Control+B", isOn: (e) => e.isActive("bold"), run: (e) => chain(e).toggleBold().run() },
    {
      name: "Italic",
      sign: "italic",
      keys: "Control+I",
      isOn: (e) => e.isActive("italic"),
      run: (e) => chain(e).toggleItalic().run(),
    },
    {
      name: "Strikethrough",
      sign: "strike",
      keys: "Control+Shift+S",
      isOn: (e) => e.isActive("strike"),
      run: (e) => chain(e).toggleStrike().run(),
    },
    { name: "Code", sign: "code", keys: "Control+E", isOn: (e) => e.isActive("code"), run: (e) => chain(e).toggleCode().run() },
    { name: "Link", sign: "link", keys: "Control+K", isOn: (e) => e.isActive("link"), run: ask.link },
  ],
  [
    {
      name: "Bullet list",
      sign: "bullets",
      keys: "Control+Shift+8",
      isOn: (e) => e.isActive("bulletList"),
      run: (e) => chain(e).toggleBulletList().run(),
    },
    {
      name: "Numbered list",
      sign: "numbers",
      keys: "Control+Shift+7",
      isOn: (e) => e.isActive("orderedList"),
      run: (e) => chain(e).toggleOrderedList().run(),
    },
    {
      name: "Quote",
      sign: "quote",
      keys: "Control+Shift+B",
      isOn: (e) => e.isActive("blockquote"),
      run: (e) => chain(e).toggleBlockquote().run(),
    },
    {
      name: "Code block",
      sign: "code-block",
      keys: "Control+Alt+C",
      isOn: (e) => e.isActive("codeBlock"),
      run: (e) => chain(e).toggleCodeBlock().run(),
    },
  ],
  [
    { name: "Picture", sign: "image", run: ask.picture },
    {
      name: "Table",
      sign: "table",
      can: (e) => !e.isActive("table"),
      run: (e) => chain(e).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    },
    { name: "Line", sign: "rule", run: (e) => chain(e).setHorizontalRule().run() },
  ],
  [
    { name: "Undo", sign: "undo", keys: "Control+Z", can: (e) => e.can().undo(), run: (e) => chain(e).undo().run() },
    { name: "Redo", sign: "redo", keys: "Control+Shift+Z", can: (e) => e.can().redo(), run: (e) => chain(e).redo().run() },
  ],
];
