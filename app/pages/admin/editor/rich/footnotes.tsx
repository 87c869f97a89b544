import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { NodeSelection, Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import type { Editor } from "@tiptap/react";
import { useState } from "react";
import { flushSync } from "react-dom";
import { htmlToMarkdown, markdownToHtml } from "../convert-html.ts";
import { referencesOf } from "./places.ts";

/** Changes the selected thing; it stays selected, so that its field can be typed on in. */
export function changeSelected(editor: Editor, attributes: Record<string, unknown>): void {
  const { selection, tr } = editor.state;
  if (!(selection instanceof NodeSelection)) return;
  const { from, node } = selection;
  tr.setNodeMarkup(from, undefined, { ...node.attrs, ...attributes }, node.marks);
  editor.view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, from)));
}

/** A note as HTML, as it is typed: Markdown, a single paragraph without its element. */
const htmlOfNote = (typed: string) => markdownToHtml(typed).replace(/^<p>((?:(?!<p>)[\s\S])*)<\/p>$/, "$1");

type Note = { number: number; note: string };

/** The text of the selected footnote. Emphasis, code and links are typed as Markdown. */
function NoteField({ editor, number, note }: Note & { editor: Editor }) {
  const [typed, setTyped] = useState(() => ({ text: htmlToMarkdown(note), html: note }));
  // Undoing changes the note, too.
  const { text } = typed.html === note ? typed : { text: htmlToMarkdown(note) };
  const change = (next: string) => {
    const html = htmlOfNote(next);
    setTyped({ text: next, html });
    changeSelected(editor, { note: html });
  };
  return (
    <label className="tool-field tool-note">
      <span>Footnote {number}</span>
      <textarea
        value={text}
        rows={2}
        dir="auto"
        placeholder="What the note says"
        onChange={({ target }) => change(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" && !(event.key === "Enter" && !event.shiftKey)) return;
          event.preventDefault();
          editor.chain().focus().setTextSelection(editor.state.selection.to).run();
        }}
      />
    </label>
  );
}

export function NoteTools({ editor, ...note }: Note & { editor: Editor }) {
  return (
    <>
      <NoteField key={`${note.number} ${editor.state.selection.from}`} editor={editor} {...note} />
      <button type="button" className="small-button" onClick={() => editor.chain().focus().deleteSelection().run()}>
        Remove footnote
      </button>
    </>
  );
}

/** The selected footnote with the number that readers see, else null. */
export function selectedNote(editor: Editor): Note | null {
  if (!editor.isActive("footnote")) return null;
  const { doc, selection } = editor.state;
  const number = referencesOf(doc).find(({ at }) => at === selection.from)?.number ?? 0;
  return { number, note: String(editor.getAttributes("footnote").note ?? "") };
}

/**
 * Puts the keyboard into the field of the footnote that `select` selects and scrolls to. The field renders at once: keys that are typed
 * ahead, on a slow device, would replace the selected footnote. It isn't at its place yet, and so isn't scrolled to.
 */
export function goToNote(select: () => void): void {
  flushSync(select);
  document.querySelector<HTMLTextAreaElement>(".tool-note textarea")?.focus({ preventScroll: true });
}

export function insertFootnote(editor: Editor): void {
  const { doc, selection } = editor.state;
  const { to, empty } = selection;
  // The number follows its word: the blank was for the "/" of the menu.
  const from = empty && to > 0 && doc.textBetween(to - 1, to) === " " ? to - 1 : to;
  const insert = editor.chain().insertContentAt({ from, to }, { type: "footnote" }).setNodeSelection(from).scrollIntoView();
  goToNote(() => void insert.run());
}

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
