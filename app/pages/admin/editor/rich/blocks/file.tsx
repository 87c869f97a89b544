import { Node } from "@tiptap/core";
import type { Editor } from "@tiptap/react";
import { FILE_CLASS } from "../../../../../domain/content/markup/players.ts";
import { changeSelected } from "../footnotes.tsx";
import type { EditorBlock } from "./editor-block.ts";

/** A file's card: where it is, what it is called, and what it is ("PDF file, 1.3 MB"). */
type FileCard = { href: string; name: string; about: string };

function cardOf(figure: HTMLElement): FileCard | false {
  const link = figure.querySelector(":scope > a");
  const href = link?.getAttribute("href") ?? "";
  if (!/^(?:https?:\/\/|\/(?!\/))/i.test(href)) return false;
  const about = figure.querySelector(":scope > figcaption")?.textContent?.trim() ?? "";
  return { href, name: link?.textContent?.trim() ?? "", about };
}

const FileNode = Node.create({
  name: "file",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({ href: { default: "" }, name: { default: "" }, about: { default: "" } }),
  parseHTML: () => [{ tag: `figure.${FILE_CLASS}`, priority: 100, getAttrs: cardOf }],
  renderHTML({ node }) {
    const { href, name, about } = node.attrs as FileCard;
    const caption = about ? [["figcaption", about] as const] : [];
    return ["figure", { class: FILE_CLASS }, ["a", { href }, name || href], ...caption];
  },
  renderText: ({ node }) => String(node.attrs.href),
});

const FIELDS = [
  { attribute: "name", label: "Name", max: 200 },
  { attribute: "about", label: "Kind and size", max: 100 },
] as const;

function FileTools({ editor }: { editor: Editor }) {
  const card = editor.getAttributes("file") as FileCard;
  return (
    <>
      {FIELDS.map(({ attribute, label, max }) => (
        <label key={attribute} className="tool-field">
          <span>{label}</span>
          <input
            value={card[attribute] ?? ""}
            maxLength={max}
            onChange={({ target }) => changeSelected(editor, { [attribute]: target.value })}
            onKeyDown={({ key }) => (key === "Escape" || key === "Enter" ? editor.commands.focus() : undefined)}
          />
        </label>
      ))}
      <button type="button" className="small-button" onClick={() => editor.chain().focus().deleteSelection().run()}>
        Remove file
      </button>
    </>
  );
}

export const file: EditorBlock = {
  extensions: [FileNode],
  items: ({ file: ask }) => [{ label: "File", sign: "file", words: "download attachment pdf zip document upload", run: ask }],
  tools: { isHere: (editor) => editor.isActive("file"), Tools: FileTools },
};
