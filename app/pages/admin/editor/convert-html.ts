import { Parser } from "htmlparser2";
import MarkdownIt from "markdown-it";
import footnotes from "markdown-it-footnote";
import { MARKDOWN_OPTIONS, teachMarkdown } from "../../../domain/content/markup/article-blocks.ts";
import { markdownOf } from "../../../domain/content/markup/to-markdown.ts";
import {
  growTree,
  type HtmlComment,
  type RawElement,
  type RawNode,
  toHtml as write,
} from "../../../domain/content/markup/tree.ts";

let reader: InstanceType<typeof MarkdownIt> | undefined;

/** Markdown to HTML as the server reads it: HTML inside passes through, quotes and dashes become typographic ones. */
export function markdownToHtml(markdown: string): string {
  if (!reader) {
    reader = new MarkdownIt({ ...MARKDOWN_OPTIONS, typographer: true }).use(footnotes);
    teachMarkdown(reader);
  }
  return reader.render(markdown).trim();
}

/** Converts HTML to Markdown. What Markdown can't express stays HTML. Compare the HTML of the result to see whether anything is lost. */
export const htmlToMarkdown = (html: string): string => markdownOf(parseHtml(html));

type Comment = HtmlComment;
export type Element = RawElement;
export type Node = RawNode;

/** HTML of any origin as a tree; nothing in it is run or fetched. @returns the top-level nodes */
export function parseHtml(html: string): Node[] {
  const { nodes, handlers, add } = growTree<Comment>();
  new Parser({ ...handlers, oncomment: (comment) => add({ comment }) }).end(html);
  return nodes;
}

/** Writes the nodes as HTML, without comments. No-break spaces are written as entities, so that they are visible. */
export const toHtml = write;
