import { escapeHtml, replaceBetween } from "./between.ts";

const BLOCKS =
  "table|thead|tfoot|caption|col|colgroup|tbody|tr|td|th|div|dl|dd|dt|ul|ol|li|pre|form|blockquote|address|style|script|p|h[1-6]|hr|section|article|aside|header|footer|nav|figure|figcaption|details|summary|iframe|video|audio";
const BEFORE = new RegExp(`(<(?:${BLOCKS})(?=[\\s/>]))`, "gi");
const AFTER = new RegExp(`(</(?:${BLOCKS})>|<hr[^<>]{0,200}>)`, "gi");
const STARTS = new RegExp(`^<\\/?(?:${BLOCKS})(?=[\\s/>])`, "i");
const BARE_ADDRESS = /^https?:\/\/[^\s<>"]{1,2000}$/;

const paragraph = (text: string): string => {
  if (STARTS.test(text)) return text;
  if (BARE_ADDRESS.test(text)) return `<p><a href="${escapeHtml(text.replaceAll("&amp;", "&"))}">${text}</a></p>`;
  return `<p>${text.replace(/\n/g, "<br>\n")}</p>`;
};

/**
 * Makes paragraphs where a blank line stands for them, and line breaks where lines end, as WordPress does when it shows a post of
 * its classic editor. Preformatted text stays as it is.
 */
export function addParagraphs(text: string): string {
  const kept: string[] = [];
  const keep = (opening: string, inner: string) => `\n\n<pre ${kept.push(`${opening}${inner}</pre>`) - 1}></pre>\n\n`;
  const plain = replaceBetween(text.replace(/\r\n?/g, "\n"), /<pre(?=[\s>])[^<>]{0,500}>/, /<\/pre>/, keep);
  const pieces = plain
    .replace(BEFORE, "\n\n$1")
    .replace(AFTER, "$1\n\n")
    .split(/\n[ \t]*\n/);
  return pieces
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "")
    .map(paragraph)
    .join("\n")
    .replace(/<pre (\d+)>\s*<\/pre>/g, (whole, index) => kept[Number(index)] ?? whole);
}
