import { markdownOf } from "./markup/to-markdown.ts";
import { parseTree, withAbsoluteLinks } from "./parse-tree.ts";
import { sanitize } from "./sanitize.ts";

/**
 * What a page lets through of an article's HTML, as Markdown. Runs on the thread that calls it: a long text is given to
 * `contentMarkdown` instead.
 * @param html of any origin; @param address the article's, absolute, which relative links start from
 */
export const writeMarkdown = (html: string, address: string): string =>
  markdownOf(parseTree(withAbsoluteLinks(sanitize(html), address)));
