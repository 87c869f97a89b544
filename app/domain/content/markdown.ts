import MarkdownIt, { type RendererRule, type StateCore } from "markdown-it";
import footnotes from "markdown-it-footnote";
import { teachBlocks } from "./markup/article-blocks.ts";
import { FOOTNOTE_RULES } from "./markup/footnotes.ts";

/** Typographic quotes copy the paragraph for each quote. Above this product of both, it would take seconds. */
const MAX_CURLING_WORK = 200_000_000;
const ALIGNMENT = /^text-align:(left|center|right)$/;

/** Writes alignment as an attribute, because the content security policy allows no style attributes. */
const cell: RendererRule = (tokens, index, options, _env, self) => {
  const token = tokens[index];
  const align = ALIGNMENT.exec(String(token?.attrGet("style") ?? ""))?.[1];
  if (token && align) token.attrs = [["align", align]];
  return self.renderToken(tokens, index, options);
};

/** The beginning of a list item that is a task. */
const TASK = /^\[([ xX])\](?=[ \t\n])/;

/**
 * Shows tasks (`- [ ] look`, GitHub Flavored Markdown, section 5.3) with a ballot box, which screen readers call by its name. Articles
 * hold no form fields.
 */
const markTasks = ({ tokens }: StateCore): void => {
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "inline" || tokens[index - 1]?.type !== "paragraph_open" || tokens[index - 2]?.type !== "list_item_open")
      continue;
    token.content = token.content.replace(TASK, (_, sign: string) => (sign === " " ? "☐" : "☑"));
  }
};

const reader = (typographer: boolean) => {
  const markdown = new MarkdownIt({ html: true, linkify: false, typographer, langPrefix: "language-" });
  // Inline notes (`^[…]`) would search for each closing bracket up to the end of the text.
  markdown.use(footnotes).inline.ruler.disable("footnote_inline");
  markdown.core.ruler.after("block", "tasks", markTasks);
  teachBlocks(markdown);
  Object.assign(markdown.renderer.rules, FOOTNOTE_RULES);
  markdown.renderer.rules.th_open = cell;
  markdown.renderer.rules.td_open = cell;
  return markdown;
};
const plain = reader(false);
const typographic = reader(true);

/**
 * Converts Markdown (CommonMark, tables, strikethrough, tasks, footnotes, and the blocks of articles) to HTML. HTML in it stays, so the result is not safe yet. Quotes,
 * dashes and ellipses become typographic ones.
 */
export function markdownToHtml(markdown: string): string {
  let quotes = 0;
  for (const char of markdown) if (char === '"' || char === "'") quotes += 1;
  return (quotes * markdown.length > MAX_CURLING_WORK ? plain : typographic).render(markdown);
}
