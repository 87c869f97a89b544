import MarkdownIt from "markdown-it";

let reader: InstanceType<typeof MarkdownIt> | undefined;

/** Markdown to HTML as the server reads it: HTML inside passes through, quotes and dashes become typographic ones. */
export function markdownToHtml(markdown: string): string {
  reader ??= new MarkdownIt({ html: true, linkify: false, typographer: true, langPrefix: "language-" });
  return reader.render(markdown).trim();
}
