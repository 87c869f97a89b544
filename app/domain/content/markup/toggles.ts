import type { ArticleBlock, MarkdownWriter } from "./article-block.ts";
import { BLOCKS, isElement, type RawElement, type RawNode, toHtml } from "./tree.ts";

const isBlank = (node: RawNode) => typeof node === "string" && node.trim() === "";
const isBlock = (node: RawNode): boolean =>
  typeof node === "object" && isElement(node) && (BLOCKS.has(node.name) || node.children.some(isBlock));

function write({ name, attributes, children }: RawElement, { blocks }: MarkdownWriter): string | null {
  if (name !== "details" || Object.keys(attributes).some((attribute) => attribute !== "open")) return null;
  const [summary, ...content] = children.filter((child) => !isBlank(child));
  if (typeof summary !== "object" || !isElement(summary) || summary.name !== "summary" || summary.children.some(isBlock))
    return null;
  const inside = blocks(content);
  if (inside === "") return null;
  // Blank lines end HTML, so that Markdown can be in between.
  const title = toHtml([summary]).replace(/\s+/g, " ");
  return `<details${"open" in attributes ? " open" : ""}>\n${title}\n\n${inside}\n\n</details>`;
}

/** `<details>` in HTML and in Markdown. */
export const toggles: ArticleBlock = { attributes: { details: ["open"], summary: [] }, write };
