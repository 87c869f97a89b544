import MarkdownIt from "markdown-it";
import footnotes from "markdown-it-footnote";
import { FOOTNOTE_RULES } from "../../../../domain/content/footnotes-model.ts";

let reader: InstanceType<typeof MarkdownIt> | undefined;

/** Markdown to HTML as the server reads it: HTML inside passes through, quotes and dashes become typographic ones. */
export function markdownToHtml(markdown: string): string {
  if (!reader) {
    reader = new MarkdownIt({ html: true, linkify: false, typographer: true, langPrefix: "language-" });
    reader.use(footnotes).inline.ruler.disable("footnote_inline");
    Object.assign(reader.renderer.rules, FOOTNOTE_RULES);
  }
  return reader.render(markdown).trim();
}
