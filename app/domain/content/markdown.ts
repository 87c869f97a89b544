import MarkdownIt, { type RendererRule } from "markdown-it";
import footnotes from "markdown-it-footnote";
import { FOOTNOTE_RULES } from "./markup/footnotes.ts";

/** Curling quotes copies a paragraph per quote: above this product of the two it would take seconds. */
const MAX_CURLING_WORK = 200_000_000;
const ALIGNMENT = /^text-align:(left|center|right)$/;

/** Alignment as an attribute: the content policy allows no style attributes. */
const cell: RendererRule = (tokens, index, options, _env, self) => {
  const token = tokens[index];
  const align = ALIGNMENT.exec(String(token?.attrGet("style") ?? ""))?.[1];
  if (token && align) token.attrs = [["align", align]];
  return self.renderToken(tokens, index, options);
};

const reader = (typographer: boolean) => {
  const markdown = new MarkdownIt({ html: true, linkify: false, typographer, langPrefix: "language-" });
  // Notes within the text (`^[…]`) would have each bracket looked for to the end.
  markdown.use(footnotes).inline.ruler.disable("footnote_inline");
  Object.assign(markdown.renderer.rules, FOOTNOTE_RULES);
  markdown.renderer.rules.th_open = cell;
  markdown.renderer.rules.td_open = cell;
  return markdown;
};
const plain = reader(false);
const typographic = reader(true);

/**
 * Markdown (CommonMark, tables, strikethrough, footnotes) to HTML; HTML inside passes through, so the result is not safe yet.
 * Quotes, dashes and ellipses become typographic ones.
 */
export function markdownToHtml(markdown: string): string {
  let quotes = 0;
  for (const char of markdown) if (char === '"' || char === "'") quotes += 1;
  return (quotes * markdown.length > MAX_CURLING_WORK ? plain : typographic).render(markdown);
}
