import { Node } from "@tiptap/core";
import { type DOMOutputSpec, DOMSerializer, type Node as DocumentNode } from "@tiptap/pm/model";
import type { Editor } from "@tiptap/react";
import { basePath, pathTo } from "../../../../../base-path.ts";
import { BOOKMARK_CLASS, type Bookmark } from "../../../../../domain/content/markup/bookmarks.ts";
import { changeSelected } from "../footnotes.tsx";
import type { EditorBlock } from "./editor-block.ts";

function bookmarkOf(figure: HTMLElement): Bookmark | false {
  const textOf = (selector: string) => figure.querySelector(`:scope > ${selector}`)?.textContent?.trim() ?? "";
  const href = figure.querySelector(":scope > a")?.getAttribute("href") ?? "";
  if (!/^(?:https?:\/\/|\/(?!\/))/i.test(href)) return false;
  const image = figure.querySelector(":scope > img")?.getAttribute("src") ?? "";
  return { href, title: textOf("a"), description: textOf("p"), site: textOf("figcaption"), image };
}

function cardOf({ attrs }: DocumentNode): DOMOutputSpec {
  const { href, title, description, site, image } = attrs as Bookmark;
  return [
    "figure",
    { class: BOOKMARK_CLASS },
    ["a", { href }, title || href],
    ...(description ? [["p", description] as const] : []),
    ...(image ? [["img", { src: image, alt: "" }] as const] : []),
    ...(site ? [["figcaption", site] as const] : []),
  ];
}

function drawCard(node: DocumentNode) {
  const dom = DOMSerializer.renderSpec(document, cardOf(node)).dom as HTMLElement;
  const image = dom.querySelector("img");
  const address = image?.getAttribute("src");
  if (address?.startsWith("/")) image?.setAttribute("src", pathTo(address));
  return { dom };
}

const BookmarkNode = Node.create({
  name: "bookmark",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({
    href: { default: "" },
    title: { default: "" },
    description: { default: "" },
    site: { default: "" },
    image: { default: "" },
  }),
  parseHTML: () => [{ tag: `figure.${BOOKMARK_CLASS}`, priority: 100, getAttrs: bookmarkOf }],
  renderHTML: ({ node }) => cardOf(node),
  ...(basePath() && {
    addNodeView:
      () =>
      ({ node }) =>
        drawCard(node),
  }),
  renderText: ({ node }) => String(node.attrs.href),
});

type Shown = { attribute: "title" | "description"; label: string; max: number };
const FIELDS: Shown[] = [
  { attribute: "title", label: "Title", max: 200 },
  { attribute: "description", label: "Description", max: 300 },
];

function BookmarkTools({ editor }: { editor: Editor }) {
  const { image, ...texts } = editor.getAttributes("bookmark") as Bookmark;
  return (
    <>
      {FIELDS.map(({ attribute, label, max }) => (
        <label key={attribute} className="tool-field">
          <span>{label}</span>
          <input
            value={texts[attribute] ?? ""}
            maxLength={max}
            onChange={({ target }) => changeSelected(editor, { [attribute]: target.value })}
            onKeyDown={({ key }) => (key === "Escape" || key === "Enter" ? editor.commands.focus() : undefined)}
          />
        </label>
      ))}
      {image ? (
        <button type="button" className="small-button" onClick={() => changeSelected(editor, { image: "" })}>
          Without image
        </button>
      ) : null}
      <button type="button" className="small-button" onClick={() => editor.chain().focus().deleteSelection().run()}>
        Remove bookmark
      </button>
    </>
  );
}

export const bookmark: EditorBlock = {
  extensions: [BookmarkNode],
  items: ({ bookmark: ask }) => [{ label: "Bookmark", sign: "bookmark", words: "link card preview url web page", run: ask }],
  tools: { isHere: (editor) => editor.isActive("bookmark"), Tools: BookmarkTools },
};
