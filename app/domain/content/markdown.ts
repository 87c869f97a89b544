import MarkdownIt, { type RendererRule } from "markdown-it";
import footnotes from "markdown-it-footnote";
import { MARKDOWN_OPTIONS, teachMarkdown } from "./markup/article-blocks.ts";

/** Typographic quotes copy the paragraph for each quote: above this product of both it would take seconds. */
const MAX_CURLING_WORK = 200_000_000;
const ALIGNMENT = /^text-align:(left|center|right)$/;

/** An attribute, because the content security policy allows no style attributes. */
const cell: RendererRule = (tokens, index, options, _env, self) => {
  const token = tokens[index];
  const align = ALIGNMENT.exec(String(token?.attrGet("style") ?? ""))?.[1];
  if (token && align) token.attrs = [["align", align]];
  return self.renderToken(tokens, index, options);
};

const reader = (typographer: boolean) => {
  const markdown = new MarkdownIt({ ...MARKDOWN_OPTIONS, typographer }).use(footnotes);
  teachMarkdown(markdown);
  markdown.renderer.rules.th_open = cell;
  markdown.renderer.rules.td_open = cell;
  return markdown;
};
const plain = reader(false);
const typographic = reader(true);

/** CommonMark with tables, strikethrough, tasks, footnotes, bare addresses and article blocks. HTML stays, so the result isn't safe. */
export function markdownToHtml(markdown: string): string {
  let quotes = 0;
  for (const char of markdown) if (char === '"' || char === "'") quotes += 1;
  return (quotes * markdown.length > MAX_CURLING_WORK ? plain : typographic).render(markdown);
}
