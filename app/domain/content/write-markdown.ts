import { markdownOf } from "./markup/to-markdown.ts";
import { parseTree, withAbsoluteLinks } from "./parse-tree.ts";
import { sanitize } from "./sanitize.ts";

/** Runs on the calling thread: use `contentMarkdown` for long texts. @param html of any origin @param address the article's absolute URL */
export const writeMarkdown = (html: string, address: string): string =>
  markdownOf(parseTree(withAbsoluteLinks(sanitize(html), address)));
