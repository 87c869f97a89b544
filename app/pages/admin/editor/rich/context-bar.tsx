import { type Editor, useEditorState } from "@tiptap/react";
import { embedAt } from "../../../../domain/content/markup/figures.ts";
import { ButtonGroup } from "../../../../ui/button-group.tsx";
import { changeSelected, NoteTools, selectedNote } from "./footnotes.tsx";
import { openParagraph } from "./place-picture.ts";

/** The selected embed: what it is called, where it comes from, and the way to take it out. */
function EmbedTools({ editor, href, title }: { editor: Editor; href: string; title: string }) {
  const embed = embedAt(href);
  return (
    <>
      <label className="tool-field">
        <span>{embed ? `${embed.kind} on ${embed.name}` : "Embed"}</span>
        <input
          value={title}
          placeholder="Its title"
          maxLength={200}
          onChange={({ target }) => changeSelected(editor, { title: target.value })}
          onKeyDown={({ key }) => (key === "Escape" || key === "Enter" ? editor.commands.focus() : undefined)}
        />
      </label>
      <button type="button" className="small-button" onClick={() => editor.chain().focus().deleteSelection().run()}>
        Remove embed
      </button>
    </>
  );
}

/** The selected embed's attributes, else null. */
function selectedEmbed(editor: Editor): { href: string; title: string } | null {
  if (!editor.isActive("embed")) return null;
  const { href, title } = editor.getAttributes("embed");
  return { href: String(href ?? ""), title: String(title ?? "") };
}

/** The languages that the server highlights: the name in the article's HTML and the one that people use. */
const LANGUAGES: readonly [name: string, label: string][] = [
  ["bash", "Shell"],
  ["c", "C"],
  ["cpp", "C++"],
  ["csharp", "C#"],
  ["css", "CSS"],
  ["diff", "Diff"],
  ["go", "Go"],
  ["ini", "INI, TOML"],
  ["java", "Java"],
  ["javascript", "JavaScript"],
  ["json", "JSON"],
  ["markdown", "Markdown"],
  ["php", "PHP"],
  ["python", "Python"],
  ["ruby", "Ruby"],
  ["rust", "Rust"],
  ["sql", "SQL"],
  ["typescript", "TypeScript"],
  ["xml", "HTML, XML"],
  ["yaml", "YAML"],
];

type Here = {
  /** the picture that is selected */
  alt: string | null;
  /** the address of the link that the cursor is in */
  href: string | null;
  /** the language of the code block that the cursor is in, empty for none */
  language: string | null;
  inTable: boolean;
  note: ReturnType<typeof selectedNote>;
  embed: ReturnType<typeof selectedEmbed>;
};

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

const whereIs = (editor: Editor): Here => ({
  alt: editor.isActive("image") ? textOf(editor.getAttributes("image").alt) : null,
  href: editor.isActive("link") ? textOf(editor.getAttributes("link").href) : null,
  language: editor.isActive("codeBlock") ? textOf(editor.getAttributes("codeBlock").language) : null,
  inTable: editor.isActive("table"),
  note: selectedNote(editor),
  embed: selectedEmbed(editor),
});

function InlineImageTools({ editor, alt }: { editor: Editor; alt: string }) {
  return (
    <>
      <label className="tool-field">
        <span>Alternative text</span>
        <input
          value={alt}
          placeholder="What the picture shows"
          maxLength={300}
          onChange={({ target }) => changeSelected(editor, { alt: target.value })}
          onKeyDown={(event) => {
            if (event.key !== "Escape" && event.key !== "Enter") return;
            event.preventDefault();
            openParagraph(editor.view, { fresh: event.key === "Enter" });
          }}
        />
      </label>
      <button type="button" className="small-button" onClick={() => editor.chain().focus().deleteSelection().run()}>
        Remove picture
      </button>
    </>
  );
}

function LinkTools({ editor, href, onLink }: { editor: Editor; href: string; onLink(): void }) {
  return (
    <>
      <span className="tool-address">{href}</span>
      <button type="button" className="small-button" onClick={onLink}>
        Edit link
      </button>
      <button
        type="button"
        className="small-button"
        onClick={() => editor.chain().focus().extendMarkRange("link").unsetLink().run()}
      >
        Remove link
      </button>
    </>
  );
}

function CodeTools({ editor, language }: { editor: Editor; language: string }) {
  const known = LANGUAGES.some(([name]) => name === language);
  return (
    <label className="tool-field">
      <span>Language</span>
      <select
        value={language}
        onChange={({ target }) => editor.commands.updateAttributes("codeBlock", { language: target.value || null })}
      >
        <option value="">Plain text</option>
        {known || !language ? null : <option value={language}>{language}</option>}
        {LANGUAGES.map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

const TABLE_TOOLS: [label: string, run: (editor: Editor) => void][] = [
  ["Row above", (editor) => editor.chain().focus().addRowBefore().run()],
  ["Row below", (editor) => editor.chain().focus().addRowAfter().run()],
  ["Delete row", (editor) => editor.chain().focus().deleteRow().run()],
  ["Column left", (editor) => editor.chain().focus().addColumnBefore().run()],
  ["Column right", (editor) => editor.chain().focus().addColumnAfter().run()],
  ["Delete column", (editor) => editor.chain().focus().deleteColumn().run()],
  ["Header row", (editor) => editor.chain().focus().toggleHeaderRow().run()],
  ["Delete table", (editor) => editor.chain().focus().deleteTable().run()],
];

/** The tools for the element at the cursor: a picture, a link, code, a table. Empty otherwise. */
export function ContextBar({ editor, onLink }: { editor: Editor; onLink(): void }) {
  const here = useEditorState({ editor, selector: ({ editor: current }) => whereIs(current) });
  const { alt, href, language, inTable, note, embed } = here;
  if (alt === null && href === null && language === null && !inTable && !note && !embed) return null;
  return (
    <ButtonGroup className="editor-context" aria-label="Selection">
      {alt === null ? null : <InlineImageTools editor={editor} alt={alt} />}
      {note ? <NoteTools editor={editor} {...note} /> : null}
      {embed ? <EmbedTools editor={editor} {...embed} /> : null}
      {href === null ? null : <LinkTools editor={editor} href={href} onLink={onLink} />}
      {language === null ? null : <CodeTools editor={editor} language={language} />}
      {inTable
        ? TABLE_TOOLS.map(([label, run]) => (
            <button key={label} type="button" className="small-button" onClick={() => run(editor)}>
              {label}
            </button>
          ))
        : null}
    </ButtonGroup>
  );
}
