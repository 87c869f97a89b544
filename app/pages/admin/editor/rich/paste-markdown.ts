import { Fragment, type ResolvedPos, Slice } from "@tiptap/pm/model";
import { markdownToHtml } from "../convert-html.ts";
import { documentOf } from "./article-html.ts";

/** Longer texts are pasted as they are, in characters: converting them would hold up the page. */
const LONGEST = 200_000;

/** Blocks of Markdown that other texts hardly have by chance. A `#` within a program is a comment, so a heading has empty lines around it. */
const BLOCKS = [
  /(?:^|\n[ \t]*\n)#{1,6} \S[^\n]*(?:\n[ \t]*\n|\n?$)/,
  /^(`{3,}|~{3,})[^\n`]*\n[\s\S]*?^\1/m,
  /^> \S/m,
  /^[-*+] \S[^\n]*\n(?:[ \t]*\n)?[-*+] \S/m,
  /^\d{1,9}[.)] \S[^\n]*\n(?:[ \t]*\n)?\d{1,9}[.)] \S/m,
  /^\\\[[ \t]*\n[\s\S]{1,5000}?^[ \t]*\\\][ \t]*$/m,
  /^[ \t]*\|?[ \t]*:?-{3,}:?[ \t]*\|[-:| \t]*$/m,
];

/** Whether a plain text is meant as Markdown: it has headings, lists, quotes, tables, formulas or fenced code as Markdown writes them. */
export const isMarkdown = (text: string): boolean => BLOCKS.some((block) => block.test(text));

/** An article's headings are of the levels 2 to 4: its title is the first. */
const withHeadingsOfArticles = (html: string) => html.replace(/<(\/?)h1>/g, "<$1h2>").replace(/<(\/?)h[56]>/g, "<$1h4>");

/** The paragraphs of a plain text, which empty lines separate, with their lines. */
export const paragraphsOf = (text: string): string[][] =>
  text
    .replace(/^(?:[ \t]*\n)+|\s+$/g, "")
    .split(/\n(?:[ \t]*\n)+/)
    .map((paragraph) => paragraph.split("\n"));

function plainSlice(text: string, $context: ResolvedPos): Slice {
  const { schema } = $context.doc.type;
  const marks = $context.marks();
  const paragraphs = paragraphsOf(text).map((lines) => ({
    type: "paragraph",
    content: lines.flatMap((line, index) => [
      ...(index > 0 ? [{ type: "hardBreak" }] : []),
      ...(line === "" ? [] : [{ type: "text", text: line, marks: marks.map((mark) => mark.toJSON()) }]),
    ]),
  }));
  return Slice.maxOpen(Fragment.fromJSON(schema, paragraphs));
}

/**
 * For `clipboardTextParser`: what to insert for a plain text from the clipboard. Markdown becomes what it means.
 * @param isPlain whether the user asked for plain text (Ctrl+Shift+V)
 * @returns null for a text of one line, which ProseMirror inserts by itself
 */
export function textSlice(pasted: string, isPlain: boolean, $context: ResolvedPos): Slice | null {
  const text = pasted.replace(/\r\n?/g, "\n");
  const { schema } = $context.doc.type;
  if (isPlain || text.length > LONGEST || !isMarkdown(text))
    return text.trim().includes("\n") ? plainSlice(text, $context) : null;
  // The editor has a schema of its own.
  const doc = schema.nodeFromJSON(documentOf(withHeadingsOfArticles(markdownToHtml(text))).toJSON());
  // As ProseMirror opens what is pasted from HTML: a first heading stays one in an empty paragraph.
  return Slice.maxOpen(doc.content);
}
