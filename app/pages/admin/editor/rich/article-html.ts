import { DOMParser, DOMSerializer, Fragment, type Node } from "@tiptap/pm/model";
import { BACK_SIGN, FOOTNOTE, noteId, referenceId } from "../../../../domain/content/markup/footnotes.ts";
import { isElement, walk } from "../../../../domain/content/markup/tree.ts";
import { parseHtml, toHtml } from "../convert-html.ts";
import { type Reference, referencesOf } from "./places.ts";
import { articleSchema } from "./schema.ts";

/** The HTML of a note without its back links, and without the paragraph around it if there is only one. */
function noteOf(item: Element): string {
  for (const back of item.querySelectorAll(`a.${FOOTNOTE.back}`)) back.remove();
  const [first, ...others] = item.children;
  const isAlone = first?.tagName === "P" && others.length === 0 && item.textContent?.trim() === first.textContent?.trim();
  return (isAlone && first.attributes.length === 0 ? first : item).innerHTML.trim();
}

/** Takes the notes of an article to where the text refers to them, as the schema knows footnotes. */
function gatherFootnotes(body: HTMLElement): void {
  const lists = body.querySelectorAll(`section.${FOOTNOTE.list}`);
  if (lists.length === 0) return;
  const notes = new Map<string, { note: string; uses: HTMLElement[] }>();
  for (const item of body.querySelectorAll(`section.${FOOTNOTE.list} li[id]`)) {
    if (!notes.has(item.id)) notes.set(item.id, { note: noteOf(item), uses: [] });
  }
  for (const list of lists) list.remove();
  for (const reference of body.querySelectorAll<HTMLElement>(`sup.${FOOTNOTE.reference}`)) {
    const id = reference.querySelector("a")?.getAttribute("href")?.slice(1) ?? "";
    const known = notes.get(id);
    if (!known) continue;
    known.uses.push(reference);
    reference.replaceChildren();
    reference.setAttribute("data-footnote", known.note);
  }
  for (const [id, { uses }] of notes) {
    if (uses.length > 1) for (const use of uses) use.setAttribute("data-shared", id);
  }
}

function back(page: Document, id: string): HTMLAnchorElement {
  const link = page.createElement("a");
  link.setAttribute("href", `#${id}`);
  link.className = FOOTNOTE.back;
  link.textContent = BACK_SIGN;
  return link;
}

/** Makes the references of a block that is written out lead to their notes. @param references all of the block, in their order */
function linkReferences(root: HTMLElement, references: readonly Reference[]): void {
  const page = root.ownerDocument;
  for (const [index, element] of root.querySelectorAll("sup[data-footnote]").entries()) {
    const reference = references[index];
    if (!reference) continue;
    const { number, use } = reference;
    const link = page.createElement("a");
    link.setAttribute("href", `#${noteId(number)}`);
    link.id = referenceId(number, use);
    link.textContent = String(number);
    element.replaceChildren(link);
    element.removeAttribute("data-footnote");
    element.removeAttribute("data-shared");
  }
}

/** Lists the notes of an article for its end, with the ways back. @param references all of the article, in their order */
function listNotes(root: HTMLElement, references: readonly Reference[]): void {
  const page = root.ownerDocument;
  const list = page.createElement("ol");
  for (const { node, number, use } of references) {
    const item = list.children[number - 1] ?? page.createElement("li");
    if (use === 1) {
      item.id = noteId(number);
      item.innerHTML = String(node.attrs.note ?? "");
      list.append(item);
    }
    const last = item.lastElementChild?.tagName === "P" ? item.lastElementChild : item;
    last.append(" ", back(page, referenceId(number, use)));
  }
  const section = page.createElement("section");
  section.className = FOOTNOTE.list;
  section.append(list);
  root.append(section);
}

/** The only paragraph of an item, a cell or a figure says nothing: `<li>one</li>`, not `<li><p>one</p></li>`. */
function unwrapSingle(box: Element): void {
  const [first, ...others] = box.children;
  if (first?.tagName !== "P" || first.attributes.length > 0) return;
  if (others.every(({ tagName }) => tagName === "UL" || tagName === "OL" || tagName === "FIGCAPTION")) {
    first.replaceWith(...first.childNodes);
  }
}

/** Puts each block on a separate line, so that the source is readable. */
function withLines(root: Element): string {
  return [...root.children]
    .map(({ outerHTML, tagName }) =>
      /^(UL|OL|TABLE|FIGURE|BLOCKQUOTE|SECTION|ASIDE|DETAILS)$/.test(tagName)
        ? outerHTML.replace(
            /(?<=>)(?=<(?:li|tr|tbody|td|th|summary|\/ul|\/ol|\/tbody|\/tr|\/table|figcaption|\/figure|\/section|\/aside|\/details)\b)/g,
            "\n",
          )
        : outerHTML,
    )
    .join("\n");
}

/** The HTML of each block with the footnote numbers in it. A block that hasn't changed is the same object. */
const written = new WeakMap<Node, { numbers: string; html: string }>();
/** The list of notes that was written last: most of the time the notes are still the same. */
let listed = { notes: "", html: "" };

/** Where blocks are written: nothing in it is run or fetched. */
let desk: Document | undefined;

function writtenOut(fill: (root: HTMLElement) => void): string {
  desk ??= document.implementation.createHTMLDocument("");
  const root = desk.createElement("div");
  fill(root);
  return withLines(root);
}

function blockHtml(block: Node, references: readonly Reference[]): string {
  const numbers = references.map(({ number, use }) => `${number}.${use}`).join();
  const known = written.get(block);
  if (known?.numbers === numbers) return known.html;
  const html = writtenOut((root) => {
    const options = { document: root.ownerDocument };
    DOMSerializer.fromSchema(articleSchema()).serializeFragment(Fragment.from(block), options, root);
    for (const box of root.querySelectorAll("li, td, th, figure")) unwrapSingle(box);
    for (const caption of root.querySelectorAll("figure > :is(img, audio, video, figure) + figcaption:empty")) caption.remove();
    linkReferences(root, references);
  });
  written.set(block, { numbers, html });
  return html;
}

function notesHtml(references: readonly Reference[]): string {
  const notes = JSON.stringify(references.map(({ node, number, use }) => [number, use, node.attrs.note]));
  if (listed.notes !== notes) listed = { notes, html: writtenOut((root) => listNotes(root, references)) };
  return listed.html;
}

/**
 * The document as the HTML to store. Only blocks that have changed are serialized again.
 * @returns empty for an empty document; without empty paragraphs at the end
 */
export function htmlOf(doc: Node): string {
  const blocks = [...doc.children];
  for (let last = blocks.at(-1); last?.type.name === "paragraph" && last.childCount === 0; last = blocks.at(-1)) blocks.pop();
  // Footnotes are numbered through the whole of it.
  const references = referencesOf(doc);
  let [end, next] = [0, 0];
  const parts = blocks.map((block) => {
    end += block.nodeSize;
    const first = next;
    while ((references[next]?.at ?? end) < end) next += 1;
    return blockHtml(block, references.slice(first, next));
  });
  if (references.length > 0) parts.push(notesHtml(references));
  return parts.join("\n");
}

/** Copies the cached HTML of a document's blocks to its copy in an editor, which creates another schema. */
export function takeWritten(from: Node, to: Node): void {
  if (to.childCount < from.childCount) return;
  from.forEach((block, _, index) => {
    const known = written.get(block);
    if (known) written.set(to.child(index), known);
  });
}

/** Turns the alignment of cells into attributes and drops all other styles: the content security policy reports them even in an inert document. */
function withoutStyles(html: string): string {
  if (!/style/i.test(html)) return html;
  const nodes = parseHtml(html);
  walk(nodes, (node) => {
    if (!isElement(node) || node.attributes.style === undefined) return;
    const { style, ...others } = node.attributes;
    const align = /^t[dh]$/.test(node.name) ? /text-align:\s*(left|center|right)/.exec(style)?.[1] : undefined;
    node.attributes = align ? { ...others, align } : others;
  });
  return toHtml(nodes);
}

/** The last result: an opened post is parsed once for the losses and once for the editor. */
let read: { html: string; doc: Node } | undefined;

/** HTML as a document of the rich editor: what its schema doesn't know is left out. Nothing is run or fetched. */
export function documentOf(html: string): Node {
  if (read?.html === html) return read.doc;
  const inert = new globalThis.DOMParser().parseFromString(`<!doctype html><body>${withoutStyles(html)}`, "text/html");
  gatherFootnotes(inert.body);
  const doc = DOMParser.fromSchema(articleSchema()).parse(inert.body);
  read = { html, doc };
  return doc;
}

/** HTML after a visit to the rich editor: what that loses is lost here. */
export const throughRichEditor = (html: string): string => htmlOf(documentOf(html));
