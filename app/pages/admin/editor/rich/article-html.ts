import { DOMParser, DOMSerializer, Fragment, type Node } from "@tiptap/pm/model";
import { isElement, walk } from "../../../../domain/content/tree-model.ts";
import { parseHtml, toHtml } from "../html/tree.ts";
import { gatherFootnotes, listFootnotes } from "./footnotes-html.ts";
import { articleSchema } from "./schema.ts";

/** The only paragraph of an item, a cell or a figure says nothing: `<li>one</li>`, not `<li><p>one</p></li>`. */
function unwrapSingle(box: Element): void {
  const [first, ...others] = box.children;
  if (first?.tagName !== "P" || first.attributes.length > 0) return;
  if (others.every(({ tagName }) => tagName === "UL" || tagName === "OL" || tagName === "FIGCAPTION")) {
    first.replaceWith(...first.childNodes);
  }
}

/** Blocks on lines of their own, so that the source can be read. */
function withLines(root: Element): string {
  return [...root.children]
    .map(({ outerHTML, tagName }) =>
      /^(UL|OL|TABLE|FIGURE|BLOCKQUOTE|SECTION)$/.test(tagName)
        ? outerHTML.replace(
            /(?<=>)(?=<(?:li|tr|tbody|td|th|\/ul|\/ol|\/tbody|\/tr|\/table|figcaption|\/figure|\/section)\b)/g,
            "\n",
          )
        : outerHTML,
    )
    .join("\n");
}

/** What blocks were written as: those that nobody has touched since are the same objects. */
const written = new WeakMap<Node, string>();

function hasFootnotes(doc: Node): boolean {
  let found = false;
  doc.descendants((node) => {
    found ||= node.type.name.startsWith("footnote");
    return !found;
  });
  return found;
}

function blockHtml(block: Node): string {
  const known = written.get(block);
  if (known !== undefined) return known;
  const html = writtenOut(Fragment.from(block));
  written.set(block, html);
  return html;
}

function writtenOut(content: Fragment): string {
  const root = document.implementation.createHTMLDocument("").createElement("div");
  DOMSerializer.fromSchema(articleSchema()).serializeFragment(content, { document: root.ownerDocument }, root);
  for (const box of root.querySelectorAll("li, td, th, figure")) unwrapSingle(box);
  listFootnotes(root);
  return withLines(root);
}

/**
 * The document as the HTML that is stored. In a long article only what has changed since is written anew.
 * @returns empty for an empty document; paragraphs that only hold the end of the page open are left out
 */
export function htmlOf(doc: Node): string {
  const blocks = [...doc.children];
  for (let last = blocks.at(-1); last?.type.name === "paragraph" && last.childCount === 0; last = blocks.at(-1)) blocks.pop();
  // Footnotes are numbered through the whole of it.
  return hasFootnotes(doc) ? writtenOut(Fragment.from(blocks)) : blocks.map(blockHtml).join("\n");
}

/** Looks as the schema can tell them: alignment of cells. The content policy objects to the rest even where nothing is drawn. */
function withoutStyles(html: string): string {
  const nodes = parseHtml(html);
  walk(nodes, (node) => {
    if (!isElement(node) || node.attributes.style === undefined) return;
    const { style, ...others } = node.attributes;
    const align = /^t[dh]$/.test(node.name) ? /text-align:\s*(left|center|right)/.exec(style)?.[1] : undefined;
    node.attributes = align ? { ...others, align } : others;
  });
  return toHtml(nodes);
}

/** HTML as a document of the rich editor: what its schema doesn't know is left out. Nothing is run or fetched. */
export function documentOf(html: string): Node {
  const inert = new globalThis.DOMParser().parseFromString(`<!doctype html><body>${withoutStyles(html)}`, "text/html");
  gatherFootnotes(inert.body);
  return DOMParser.fromSchema(articleSchema()).parse(inert.body);
}

/** HTML after a visit to the rich editor: what that loses is lost here. */
export const throughRichEditor = (html: string): string => htmlOf(documentOf(html));
