import type { VirtualElement } from "@floating-ui/dom";
import { NodeSelection } from "@tiptap/pm/state";
import { type Editor, useEditorState } from "@tiptap/react";
import { useMemo, useRef } from "react";
import { CODE_LANGUAGES } from "../../../../domain/content/markup/code-languages.ts";
import { embedAt } from "../../../../domain/content/markup/figures.ts";
import { ButtonGroup } from "../../../../ui/button-group.tsx";
import type { BlockPrompts } from "./blocks/editor-block.ts";
import { EDITOR_BLOCKS } from "./blocks/editor-blocks.ts";
import { useFloat } from "./float.ts";
import { changeSelected, NoteTools, selectedNote } from "./footnotes.tsx";
import { openParagraph } from "./place-picture.ts";

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

function selectedEmbed(editor: Editor): { href: string; title: string } | null {
  if (!editor.isActive("embed")) return null;
  const { href, title } = editor.getAttributes("embed");
  return { href: String(href ?? ""), title: String(title ?? "") };
}

/** What code blocks hold besides code: the article's page draws it. */
const DRAWN: readonly (readonly [name: string, label: string])[] = [
  ["math", "Formula (LaTeX)"],
  ["mermaid", "Diagram (Mermaid)"],
];
const LANGUAGES = [...DRAWN, ...CODE_LANGUAGES];

type Here = {
  alt: string | null;
  href: string | null;
  /** the language of the code block that the cursor is in, empty for none */
  language: string | null;
  inTable: boolean;
  note: ReturnType<typeof selectedNote>;
  embed: ReturnType<typeof selectedEmbed>;
  /** the blocks around the cursor, by their place in the list, each with what its tools show */
  blocks: number[];
  shown: string;
};

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

const whereIs = (editor: Editor): Here => ({
  alt: editor.isActive("image") ? textOf(editor.getAttributes("image").alt) : null,
  href: editor.isActive("link") ? textOf(editor.getAttributes("link").href) : null,
  language: editor.isActive("codeBlock") ? textOf(editor.getAttributes("codeBlock").language) : null,
  inTable: editor.isActive("table"),
  note: selectedNote(editor),
  embed: selectedEmbed(editor),
  blocks: EDITOR_BLOCKS.flatMap(({ tools }, index) => (tools?.isHere(editor) ? [index] : [])),
  shown: JSON.stringify(EDITOR_BLOCKS.flatMap(({ extensions }) => extensions.map(({ name }) => editor.getAttributes(name)))),
});

function InlineImageTools({ editor, alt }: { editor: Editor; alt: string }) {
  return (
    <>
      <label className="tool-field">
        <span>Alternative text</span>
        <input
          value={alt}
          placeholder="What the image shows"
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
        Remove image
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

type TableTool = { label: string; shape: string; run(editor: Editor): void };

const TABLE_TOOLS: TableTool[] = [
  { label: "Row above", shape: "M3 12h18v8H3zM12 2v6M9 5h6", run: (editor) => editor.chain().focus().addRowBefore().run() },
  { label: "Row below", shape: "M3 4h18v8H3zM12 16v6M9 19h6", run: (editor) => editor.chain().focus().addRowAfter().run() },
  {
    label: "Delete row",
    shape: "M3 8h18v8H3zM10 10l4 4M14 10l-4 4",
    run: (editor) => editor.chain().focus().deleteRow().run(),
  },
  {
    label: "Column left",
    shape: "M12 3v18h8V3zM2 12h6M5 9v6",
    run: (editor) => editor.chain().focus().addColumnBefore().run(),
  },
  {
    label: "Column right",
    shape: "M4 3v18h8V3zM16 12h6M19 9v6",
    run: (editor) => editor.chain().focus().addColumnAfter().run(),
  },
  {
    label: "Delete column",
    shape: "M8 3v18h8V3zM10 10l4 4M14 10l-4 4",
    run: (editor) => editor.chain().focus().deleteColumn().run(),
  },
  {
    label: "Header row",
    shape: "M3 4h18v16H3zM3 10h18M3 7h18",
    run: (editor) => editor.chain().focus().toggleHeaderRow().run(),
  },
  {
    label: "Delete table",
    shape: "M3 6h18M8 6V4h8v2M6 6l1 14h10l1-14M10 11v5M14 11v5",
    run: (editor) => editor.chain().focus().deleteTable().run(),
  },
];

const TableTools = ({ editor }: { editor: Editor }) => (
  <span className="table-tools">
    {TABLE_TOOLS.map(({ label, shape, run }) => (
      <button
        key={label}
        type="button"
        className="tool"
        aria-label={label}
        title={label}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => run(editor)}
      >
        <svg className="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.75" aria-hidden="true">
          <path d={shape} />
        </svg>
      </button>
    ))}
  </span>
);

/** Where what the tools are for is on the screen: the selected node, or the table, code or link with the cursor. */
function placeOf(editor: Editor): VirtualElement {
  const find = (): Element => {
    const { view, state } = editor;
    const selected = state.selection instanceof NodeSelection ? view.nodeDOM(state.selection.from) : null;
    if (selected instanceof Element) return selected;
    const { node } = view.domAtPos(state.selection.from);
    const element = node instanceof Element ? node : node.parentElement;
    return (
      element?.closest("table") ??
      element?.closest("pre, a") ??
      element?.closest("aside, .toggle-draft, .gallery, figure.audio, figure.video") ??
      element ??
      view.dom
    );
  };
  return { contextElement: editor.view.dom, getBoundingClientRect: () => find().getBoundingClientRect() };
}

export function ContextBar({ editor, onLink, prompts }: { editor: Editor; onLink(): void; prompts: BlockPrompts }) {
  const box = useRef<HTMLDivElement>(null);
  const here = useEditorState({ editor, selector: ({ editor: current }) => whereIs(current) });
  const from = useEditorState({ editor, selector: ({ editor: current }) => current.state.selection.from });
  const { alt, href, language, inTable, note, embed, blocks } = here;
  const inBlock = blocks.length > 0;
  const isShown = alt !== null || href !== null || language !== null || inTable || note !== null || embed !== null || inBlock;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place of the cursor is another place of the tools
  const place = useMemo(() => (isShown ? placeOf(editor) : null), [editor, isShown, from]);
  const isAbove = inTable || inBlock || language !== null;
  // The paper leaves these blocks as much room above.
  useFloat(box, place, isAbove ? "top-start" : "bottom-start", isAbove ? 2 : 8);
  if (!isShown) return null;
  return (
    <ButtonGroup ref={box} className="editor-context" aria-label="Selection">
      {alt === null ? null : <InlineImageTools editor={editor} alt={alt} />}
      {note ? <NoteTools editor={editor} {...note} /> : null}
      {embed ? <EmbedTools editor={editor} {...embed} /> : null}
      {href === null ? null : <LinkTools editor={editor} href={href} onLink={onLink} />}
      {language === null ? null : <CodeTools editor={editor} language={language} />}
      {blocks.map((index) => {
        const Tools = EDITOR_BLOCKS[index]?.tools?.Tools;
        return Tools ? <Tools key={index} editor={editor} {...prompts} /> : null;
      })}
      {inTable ? <TableTools editor={editor} /> : null}
    </ButtonGroup>
  );
}
