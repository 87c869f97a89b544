import { NodeSelection, TextSelection } from "@tiptap/pm/state";
import type { Editor } from "@tiptap/react";
import type { Place } from "../../../../domain/posts/check-rules.ts";
import type { Problem } from "../post-values.ts";
import { goToNote } from "../rich/footnotes.tsx";
import { describeImage } from "../rich/picture-tools.tsx";

const field = () => document.querySelector<HTMLTextAreaElement>(".editor-source");

/** Scrolls the line with a character of the source into view. The field itself never scrolls: it is as high as its text. */
export function revealInSource(source: HTMLTextAreaElement, at: number): void {
  const line = source.value.slice(0, at).split("\n").length - 1;
  const shown = source.parentElement?.querySelector(".source-lines")?.children[line];
  (shown ?? source).scrollIntoView({ block: "center" });
}

export function goToSource(from: number, to: number): void {
  const source = field();
  if (!source) return;
  source.focus();
  source.setSelectionRange(from, to);
  revealInSource(source, from);
}

/** Brings the keyboard to a place of the document; `to`: selects what lies between. */
export function goToPosition(editor: Editor, from: number, to?: number): void {
  const { doc, tr } = editor.state;
  const selection =
    to === undefined
      ? TextSelection.near(doc.resolve(Math.min(from + 1, doc.content.size)))
      : TextSelection.create(doc, from, to);
  editor.view.dispatch(tr.setSelection(selection));
  editor.view.focus();
  const { node } = editor.view.domAtPos(selection.from);
  (node instanceof Element ? node : node.parentElement)?.scrollIntoView({ block: "center" });
}

type TextRange = { from: number; to: number };

/** Where each link of the text begins and ends; neighbors with one address are one link. */
function linksOf(editor: Editor): TextRange[] {
  const found: (TextRange & { href: string })[] = [];
  editor.state.doc.descendants((node, at) => {
    const mark = node.isInline ? node.marks.find(({ type }) => type.name === "link") : undefined;
    if (!mark) return;
    const href = String(mark.attrs.href ?? "");
    const last = found.at(-1);
    if (last?.to === at && last.href === href) last.to = at + node.nodeSize;
    else found.push({ from: at, to: at + node.nodeSize, href });
  });
  return found;
}

function placesOf(editor: Editor, ...kinds: string[]): number[] {
  const found: number[] = [];
  editor.state.doc.descendants((node, at) => {
    if (kinds.includes(node.type.name)) found.push(at);
  });
  return found;
}

/** Items and cells with a single paragraph are written without it, and so don't count. */
const paragraphStarting = (editor: Editor, quote: string): number | undefined => {
  let found: number | undefined;
  editor.state.doc.descendants((node, at) => {
    if (found === undefined && node.type.name === "paragraph" && node.textContent.replace(/\s+/g, " ").trim().startsWith(quote))
      found = at;
    return found === undefined;
  });
  return found;
};

function noteHolding(editor: Editor, quote: string): number | undefined {
  let found: number | undefined;
  editor.state.doc.descendants((node, at) => {
    if (found === undefined && node.type.name === "footnote" && String(node.attrs.note).includes(quote)) found = at;
  });
  return found;
}

function goInText(editor: Editor, place: Exclude<Place, { kind: "field" }>): void {
  const { kind, index, quote } = place;
  if (kind === "link") {
    const link = linksOf(editor)[index];
    if (link) goToPosition(editor, link.from, link.to);
  } else if (kind === "note") {
    const at = noteHolding(editor, quote);
    if (at === undefined) return;
    const { doc, tr } = editor.state;
    goToNote(() => editor.view.dispatch(tr.setSelection(NodeSelection.create(doc, at)).scrollIntoView()));
  } else if (kind === "image") {
    const at = placesOf(editor, "image", "picture")[index];
    if (at !== undefined) describeImage(editor, at);
  } else if (kind === "player") {
    const at = placesOf(editor, "audio", "video")[index];
    if (at === undefined) return;
    editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, at)).scrollIntoView());
    editor.view.focus();
  } else {
    const at = kind === "paragraph" ? paragraphStarting(editor, quote) : placesOf(editor, "heading")[index];
    if (at !== undefined) goToPosition(editor, at);
  }
}

function goInSource(quote: string): void {
  const text = field()?.value ?? "";
  const at = Math.max(text.indexOf(quote), text.indexOf(quote.replaceAll("&", "&amp;")));
  if (at >= 0) goToSource(at, at + quote.length);
  else field()?.focus();
}

export function goToField(field: Exclude<Problem["field"], "">): void {
  const selector = field === "content" ? ".editor-paper, .editor-source" : `[name="${field}"]`;
  const target = document.querySelector<HTMLElement>(`.post-form :is(${selector})`);
  target?.focus();
  target?.scrollIntoView({ block: "nearest" });
}

/**
 * Moves the focus to a finding: to the field, or to the picture, heading, link or paragraph in the content.
 * @param editor the rich editor, null for source
 */
export function jumpTo(place: Place, editor: Editor | null): void {
  if (place.kind !== "field") {
    if (editor) goInText(editor, place);
    else goInSource(place.quote);
    return;
  }
  goToField(place.field);
}
