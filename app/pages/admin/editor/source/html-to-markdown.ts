import { markdownOf } from "../../../../domain/content/markdown-model.ts";
import { parseHtml } from "../html/tree.ts";

/** HTML as Markdown. What Markdown has no sign for stays HTML; whether anything is lost, the result's own HTML tells. */
export const htmlToMarkdown = (html: string): string => markdownOf(parseHtml(html));
