import { Node } from "@tiptap/core";
import { DOMParser, Fragment, type Node as ProseMirrorNode, type Schema } from "@tiptap/pm/model";
import { type PictureWidth, WIDTH_CLASSES, widthOf } from "../../../../domain/content/markup/figures.ts";

export type PictureAttributes = {
  src: string;
  alt: string;
  title: string | null;
  width: string | number | null;
  height: string | number | null;
  layout: PictureWidth;
};

/** A figure that is one picture and perhaps its caption; every other figure holds blocks. */
function attributesOf(figure: HTMLElement): PictureAttributes | false {
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

function captionOf(figure: globalThis.Node, schema: Schema): Fragment {
  const element = figure instanceof Element ? figure.querySelector(":scope > figcaption") : null;
  const topNode = schema.nodes.figcaption?.create();
  if (!topNode) return Fragment.empty;
  return Fragment.from(element ? DOMParser.fromSchema(schema).parse(element, { topNode }) : topNode);
}

/** Where pictures are written out: nothing in it is fetched. */
let desk: Document | undefined;

function figureOf({ attrs }: ProseMirrorNode): HTMLElement {
  desk ??= document.implementation.createHTMLDocument("");
  const figure = desk.createElement("figure");
  const { layout, ...attributes } = attrs as PictureAttributes;
  if (layout !== "column") figure.className = WIDTH_CLASSES[layout];
  const image = desk.createElement("img");
  for (const [name, value] of Object.entries(attributes)) if (value !== null) image.setAttribute(name, String(value));
  figure.append(image);
  return figure;
}

/** A picture on a line of its own, with its caption: a `<figure>`. */
export const Picture = Node.create({
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
  parseHTML: () => [{ tag: "figure", priority: 60, getAttrs: attributesOf, getContent: captionOf }],
  renderHTML({ node }) {
    const figure = figureOf(node);
    return { dom: figure, contentDOM: figure };
  },
});
