import { isElement, walk } from "../../../domain/content/markup/tree.ts";
import { mediaAt } from "../../../domain/media/media-rules.ts";
import type { ContentFormat } from "../../../domain/posts/post-rules.ts";
import { markdownToHtml, parseHtml } from "./convert-html.ts";

/** The first picture of a text that is in the library, null if there is none. */
export function firstPicture(content: string, format: ContentFormat): { url: string; alt: string } | null {
  // Most texts have none, and need no parsing.
  if (!content.includes("/media/")) return null;
  let found: { url: string; alt: string } | null = null;
  walk(parseHtml(format === "markdown" ? markdownToHtml(content) : content), (node) => {
    if (found || !isElement(node) || node.name !== "img") return;
    const { src = "", alt = "" } = node.attributes;
    if (mediaAt(src)) found = { url: src, alt };
  });
  return found;
}
