import { z } from "zod";
import { BACK_SIGN } from "../../content/markup/footnotes.ts";
import type { Report } from "../items.ts";
import { escapeHtml, replaceBetween } from "./convert-html.ts";

const blockNotes = z.array(z.object({ id: z.string().max(100), content: z.string() }));

const item = (id: string, content: string, back: string) =>
  `<li id="${escapeHtml(id)}">${content} <a href="#${escapeHtml(back)}">${BACK_SIGN}</a></li>`;

const listOf = (items: string[]) => `\n<ol class="wp-block-footnotes">${items.join("")}</ol>`;

/** A JSON list of `id` and `content`; `<sup data-fn="id">` refers to it (Block Editor Handbook, "Footnotes"). @param field `footnotes` */
export function withNotes(html: string, field: string | undefined, place: string, report: Report): string {
  if (!field || field === "[]") return html;
  try {
    const notes = blockNotes.parse(JSON.parse(field));
    return html + listOf(notes.map(({ id, content }) => item(id, content, `${id}-link`)));
  } catch {
    report("dropped", place, "Its footnotes can’t be read: they aren’t the JSON that WordPress writes.");
    return html;
  }
}

/** Easy Footnotes, Modern Footnotes, Footnotes for WordPress and others. */
const OPENING = /\[(?:efn_note|footnote|mfn|ref|fn)(?:\s[^\][]{0,200})?\]/;

/** FD Footnotes (its documentation): `[1. Like this.]`, numbered from 1; others are dates and the like. */
const NUMBERED = /\[(\d{1,3})\.\s+([^\][]{1,5000})\]/g;

const areNotes = (all: RegExpExecArray[]): boolean =>
  all.length > 0 && all.every(([, number], index) => Number(number) === index + 1);

/** `1. Mai 2020` */
const isDate = (all: RegExpExecArray[]): boolean => all.every(([, , note = ""]) => /^\p{L}+\.?(?: \d{2,4})?$/u.test(note.trim()));

/** `[efn_note]Like this.[/efn_note]` and `[1. Like this.]`. @returns the text with references, and `list`: the notes, for its end */
export function takeNotes(content: string): { text: string; list: string } {
  const items: string[] = [];
  const closing = (opening: string) => new RegExp(`\\[/${/\w+/.exec(opening)?.[0]}\\]`);
  const refer = (note: string): string => {
    const number = items.length + 1;
    items.push(item(`note-${number}`, note.trim(), `note-ref-${number}`));
    return `<sup><a href="#note-${number}" id="note-ref-${number}">${number}</a></sup>`;
  };
  const withShortcodes = replaceBetween(content, OPENING, closing, (_, note) => refer(note));
  const numbered = [...withShortcodes.matchAll(NUMBERED)];
  const text =
    items.length === 0 && areNotes(numbered) && !isDate(numbered)
      ? withShortcodes.replace(NUMBERED, (_, __, note: string) => refer(note))
      : withShortcodes;
  return { text, list: items.length === 0 ? "" : listOf(items) };
}
