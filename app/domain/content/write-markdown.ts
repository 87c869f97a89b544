import { markdownOf } from "./markup/to-markdown.ts";
import { parseTree, withAbsoluteLinks } from "./parse-tree.ts";
import { sanitize } from "./sanitize.ts";

/**
 * Converts an article's HTML to Markdown, sanitized. It runs on the calling thread; use `contentMarkdown` for long texts.
 * @param html of any origin; @param address the absolute URL of the article, the base of relative links
 */
export const writeMarkdown = (html: string, address: string): string =>
  markdownOf(parseTree(withAbsoluteLinks(sanitize(html), address)));
