import { type Element, isElement, type Node, walk } from "./tree.ts";

export const FOOTNOTE = { reference: "footnote-ref", list: "footnotes", back: "footnote-back" } as const;

/** All other ids in an article are those of `anchors.ts`. */
export const NOTE_ID = /^fn-\d{1,4}$/;
export const REFERENCE_ID = /^fnref-\d{1,4}(-\d{1,4})?$/;

/** Each reference costs time and space; no real article has nearly as many. */
export const MAX_FOOTNOTE_REFERENCES = 5000;
export const FOOTNOTES_RULE = `must refer to at most ${MAX_FOOTNOTE_REFERENCES} footnotes`;
const WRITTEN_REFERENCE = /\[\^[^\]\s]{1,100}\]|footnote-ref/g;

export function hasTooManyFootnotes(content: string): boolean {
  let found = 0;
  for (const _ of content.matchAll(WRITTEN_REFERENCE)) {
    found += 1;
    if (found > MAX_FOOTNOTE_REFERENCES) return true;
  }
  return false;
}

/** Text instead of an emoji. */
export const BACK_SIGN = "\u21a9\ufe0e";

export const noteId = (number: number): string => `fn-${number}`;
/** @param use numbers the references to one note, from 1 */
export const referenceId = (number: number, use: number): string => (use > 1 ? `fnref-${number}-${use}` : `fnref-${number}`);

/** markdown-it-footnote: the number of the note and that of the reference to it, both from 0. */
type Token = { meta: { id: number; subId?: number } | null };

const numberAt = (tokens: Token[], index: number) => (tokens[index]?.meta?.id ?? 0) + 1;
const placeAt = (tokens: Token[], index: number) => (tokens[index]?.meta?.subId ?? 0) + 1;

/** The same HTML on the server and in the editor. */
export const FOOTNOTE_RULES: Record<string, (tokens: Token[], index: number) => string> = {
  footnote_ref(tokens, index) {
    const number = numberAt(tokens, index);
    const id = referenceId(number, placeAt(tokens, index));
    return `<sup class="${FOOTNOTE.reference}"><a href="#${noteId(number)}" id="${id}">${number}</a></sup>`;
  },
  footnote_block_open: () => `<section class="${FOOTNOTE.list}">\n<ol>\n`,
  footnote_block_close: () => "</ol>\n</section>\n",
  footnote_open: (tokens, index) => `<li id="${noteId(numberAt(tokens, index))}">`,
  footnote_close: () => "</li>\n",
  footnote_anchor(tokens, index) {
    const id = referenceId(numberAt(tokens, index), placeAt(tokens, index));
    return ` <a href="#${id}" class="${FOOTNOTE.back}">${BACK_SIGN}</a>`;
  },
};

const hasClass = <Extra extends object>({ attributes }: Element<Extra>, name: string) =>
  (attributes.class ?? "").split(/\s+/).includes(name);

export const isNoteList = <Extra extends object>(element: Element<Extra>): boolean =>
  element.name === "section" && hasClass(element, FOOTNOTE.list);

export const isBackLink = <Extra extends object>(element: Element<Extra>): boolean =>
  element.name === "a" && hasClass(element, FOOTNOTE.back);

/** An id; null for elements that refer to no note. */
export function referredNote<Extra extends object>(element: Element<Extra>): string | null {
  if (element.name !== "sup" || !hasClass(element, FOOTNOTE.reference)) return null;
  const link = element.children.filter((child) => typeof child !== "string" && isElement(child))[0] as Element<Extra> | undefined;
  const id = link?.name === "a" ? (link.attributes.href ?? "").slice(1) : "";
  return NOTE_ID.test(id) ? id : null;
}

/** By id; of two with the same id, the first one counts. */
export function notesOf<Extra extends object = never>(nodes: Node<Extra>[]): Map<string, Element<Extra>> {
  const notes = new Map<string, Element<Extra>>();
  const collect = (node: Element<Extra> | Extra) => {
    if (!isElement(node)) return;
    const id = node.attributes.id;
    if (node.name === "li" && id !== undefined && NOTE_ID.test(id) && !notes.has(id)) notes.set(id, node);
  };
  walk(nodes, (node) => {
    if (!isElement(node) || !isNoteList(node)) return true;
    walk(node.children, collect);
    return false;
  });
  return notes;
}
