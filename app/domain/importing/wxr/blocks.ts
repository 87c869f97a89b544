import { escapeHtml, replaceBetween } from "../html/between.ts";
import type { Tell } from "../items.ts";

const MARK = /<!--\s{0,9}\/?wp:/;

/** Whether a content was written in blocks. */
export const hasBlocks = (content: string): boolean => content.includes("<!-- wp:");

/** Takes WordPress's marks of blocks away; what is inside is HTML. Embedded addresses become links, blocks without HTML are told of. */
export function withoutBlockMarks(content: string, place: string, tell: Tell): string {
  if (/<!--\s{0,9}wp:block\s/.test(content))
    tell("dropped", place, "A reusable block isn't in the export and doesn't come along.");
  const html = replaceBetween(content, /<div class="wp-block-embed__wrapper">/, /<\/div>/, (opening, inner) => {
    const address = inner.trim().replaceAll("&amp;", "&");
    if (!/^https?:\/\/\S+$/.test(address)) return `${opening}${inner}</div>`;
    return `<p><a href="${escapeHtml(address)}">${escapeHtml(address)}</a></p>`;
  });
  return replaceBetween(html, MARK, /-->/, () => "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
