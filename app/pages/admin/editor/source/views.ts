import type { ContentFormat } from "../../../../domain/posts/post-rules.ts";
import { type Loss, lossBetween } from "../html/loss.ts";
import { throughRichEditor } from "../rich/article-html.ts";
import { htmlToMarkdown } from "./html-to-markdown.ts";
import { markdownToHtml } from "./markdown-to-html.ts";

/** How the content is written: on the page of paper, or as source. */
export type View = "rich" | ContentFormat;

export const VIEWS: readonly (readonly [view: View, label: string])[] = [
  ["rich", "Rich text"],
  ["html", "HTML"],
  ["markdown", "Markdown"],
];

export type Writing = { content: string; content_format: ContentFormat };

/** What a change of view comes to: the writing as it will be, and what it can't keep. */
export type Passage = { view: View; writing: Writing; losses: Loss[]; converts: boolean };

const asHtml = ({ content, content_format }: Writing) => (content_format === "markdown" ? markdownToHtml(content) : content);

/** What the rich editor would lose of the writing. */
export function richLosses(writing: Writing): Loss[] {
  const html = asHtml(writing);
  return html.trim() === "" ? [] : lossBetween(html, throughRichEditor(html));
}

/** What the writing becomes in another view. HTML stays as it is in the rich editor until it is changed there. */
export function passageTo(view: View, writing: Writing): Passage {
  const html = asHtml(writing);
  if (view === "markdown") {
    if (writing.content_format === "markdown") return { view, writing, losses: [], converts: false };
    const content = htmlToMarkdown(html);
    return {
      view,
      writing: { content, content_format: "markdown" },
      losses: lossBetween(html, markdownToHtml(content)),
      converts: html.trim() !== "",
    };
  }
  const losses = view === "rich" ? richLosses(writing) : [];
  const converts = writing.content_format === "markdown" && html.trim() !== "";
  return { view, writing: { content: html, content_format: "html" }, losses, converts };
}

/** Where a post is opened: on paper, unless it is Markdown or that would lose something. */
export const openingView = (writing: Writing): View =>
  writing.content_format === "markdown" ? "markdown" : richLosses(writing).length > 0 ? "html" : "rich";
