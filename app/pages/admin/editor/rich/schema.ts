import { type AnyExtension, type Attribute, getSchema, InputRule, Mark, Node } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import { Fragment, type Node as ProseMirrorNode, Slice } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import { StarterKit } from "@tiptap/starter-kit";
import { safeLink } from "../../../../domain/content/markup/addresses.ts";
import { EMBED_CLASS, embedAt, type PictureWidth, WIDTH_CLASSES, widthOf } from "../../../../domain/content/markup/figures.ts";
import { escapeText } from "../../../../domain/content/markup/tree.ts";
import { captionOf } from "./blocks/caption.ts";
import { EDITOR_BLOCKS } from "./blocks/editor-blocks.ts";
import { withBlocksInLists } from "./lists.ts";

export type PictureAttributes = {
  src: string;
  alt: string;
  title: string | null;
  width: string | number | null;
  height: string | number | null;
  layout: PictureWidth;
};

/** A figure with one picture and perhaps a caption. Every other figure contains blocks. */
function pictureAttributesOf(figure: HTMLElement): PictureAttributes | false {
  const [image, caption, ...others] = figure.children;
  const hasText = [...figure.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim());
  if (image?.tagName !== "IMG" || (caption && caption.tagName !== "FIGCAPTION") || others.length > 0 || hasText) return false;
  const src = image.getAttribute("src") ?? "";
  if (src === "" || src.startsWith("data:")) return false;
  return {
    src,
    alt: image.getAttribute("alt") ?? "",
    title: image.getAttribute("title"),
    width: image.getAttribute("width"),
    height: image.getAttribute("height"),
    layout: widthOf(figure.className),
  };
}

/** Where pictures are written out: nothing in it is fetched. */
let pictureDesk: Document | undefined;

function figureOf({ attrs }: ProseMirrorNode): HTMLElement {
  pictureDesk ??= document.implementation.createHTMLDocument("");
  const figure = pictureDesk.createElement("figure");
  const { layout, ...attributes } = attrs as PictureAttributes;
  if (layout !== "column") figure.className = WIDTH_CLASSES[layout];
  const image = pictureDesk.createElement("img");
  for (const [name, value] of Object.entries(attributes)) if (value !== null) image.setAttribute(name, String(value));
  figure.append(image);
  return figure;
}

const Picture = Node.create({
  name: "picture",
  group: "block",
  content: "figcaption",
  isolating: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: "" },
    alt: { default: "" },
    title: { default: null },
    width: { default: null },
    height: { default: null },
    layout: { default: "column" satisfies PictureWidth },
  }),
  parseHTML: () => [{ tag: "figure", priority: 60, getAttrs: pictureAttributesOf, getContent: captionOf }],
  renderHTML({ node }) {
    const figure = figureOf(node);
    return { dom: figure, contentDOM: figure };
  },
});

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
const Embed = Node.create({
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
      // An address alone in a paragraph becomes an embed.
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

/**
 * The reference to a footnote. It carries the note itself (`note`, HTML); the numbers follow the order in the text. References that
 * share a note have the same `shared`.
 */
const Footnote = Node.create({
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

/** Alignment as an attribute, and no widths: an article's tables carry no style. */
const cellAttributes = (attributes: Record<string, Partial<Attribute>> = {}) => ({
  colspan: attributes.colspan ?? {},
  rowspan: attributes.rowspan ?? {},
  colwidth: { default: null, rendered: false },
  align: {
    default: null,
    parseHTML: (cell: HTMLElement) => cell.getAttribute("align"),
    renderHTML: ({ align }: Record<string, unknown>) => (align ? { align } : {}),
  },
});

const PlainTable = Table.extend({ renderHTML: () => ["table", ["tbody", 0]] });

const tables = [
  PlainTable.configure({ resizable: false, allowTableNodeSelection: true }),
  TableRow,
  TableHeader.extend({
    addAttributes() {
      return { ...cellAttributes(this.parent?.()), scope: { default: null } };
    },
  }),
  TableCell.extend({
    addAttributes() {
      return cellAttributes(this.parent?.());
    },
  }),
];

/** Inline elements that an article may contain and the rich editor keeps, without a button for them. */
const INLINE = ["u", "sub", "sup", "mark", "small", "kbd", "samp", "var", "cite", "q", "ins", "abbr"];

const inlineMarks = INLINE.map((tag) =>
  Mark.create({
    name: tag,
    parseHTML: () => [{ tag }],
    addAttributes: () => (tag === "abbr" ? { title: { default: null } } : {}),
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  }),
);

/** A picture, table or quote with its caption. */
const Figure = Node.create({
  name: "figure",
  group: "block",
  content: "block+ figcaption?",
  defining: true,
  parseHTML: () => [{ tag: "figure" }],
  renderHTML: () => ["figure", 0],
});

/** The text of pasted blocks, in one line. */
function inOneLine({ content }: Slice): ProseMirrorNode[] {
  const line: ProseMirrorNode[] = [];
  content.descendants((node) => {
    const { schema } = node.type;
    if (line.length > 0 && (node.isTextblock || node.type.name === "hardBreak")) line.push(schema.text(" "));
    if (node.isInline && node.type.name !== "hardBreak") line.push(node);
    return !node.isInline;
  });
  return line;
}

const Figcaption = Node.create({
  name: "figcaption",
  content: "inline*",
  defining: true,
  parseHTML: () => [{ tag: "figcaption" }],
  renderHTML: () => ["figcaption", 0],
  addProseMirrorPlugins() {
    const { name } = this;
    return [
      new Plugin({
        props: {
          // Several blocks would divide the figure in two.
          handlePaste({ state, dispatch }, _event, slice) {
            const { $from, $to } = state.selection;
            const line = inOneLine(slice);
            if ($from.parent.type.name !== name || !$from.sameParent($to) || line.length === 0) return false;
            dispatch(state.tr.replaceSelection(new Slice(Fragment.from(line), 0, 0)).scrollIntoView());
            return true;
          },
        },
      }),
    ];
  },
});

/** The page's title is its only first-level heading, so that an article's begin at the second. */
export const HEADINGS = [2, 3, 4] as const;

const Kit = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map(withBlocksInLists);
  },
});

const starterKit = Kit.configure({
  heading: { levels: [...HEADINGS] },
  underline: false,
  link: {
    openOnClick: false,
    autolink: true,
    defaultProtocol: "https",
    HTMLAttributes: { target: null, rel: null, class: null },
    // The same addresses that the server allows, including relative ones.
    isAllowedUri: (address) => safeLink(address) !== null,
  },
  dropcursor: { class: "editor-dropcursor", color: false },
  undoRedo: { depth: 500 },
});

/** Images within a line, as Markdown and older articles have them. New ones are figures. */
const image = Image.configure({ inline: true, allowBase64: false });

export const articleExtensions: AnyExtension[] = [
  starterKit,
  image,
  Footnote,
  Embed,
  Picture,
  Figure,
  Figcaption,
  ...EDITOR_BLOCKS.flatMap(({ extensions }) => extensions),
  ...tables,
  ...inlineMarks,
];

let made: ReturnType<typeof getSchema> | undefined;
export const articleSchema = () => {
  made ??= getSchema(articleExtensions);
  return made;
};
