import type { ContentFormat } from "../../posts/model.ts";
import { decodeEntities, escapeHtml } from "./between.ts";

const IN_HTML = /<img\b[^<>]{0,5000}?\ssrc\s{0,9}=\s{0,9}(?:"([^"<>]{1,2000})"|'([^'<>]{1,2000})')/gi;
const IN_MARKDOWN = /!\[[^\][]{0,1000}\]\(\s{0,9}<?([^()\s<>]{1,2000})/g;

/**
 * The addresses of pictures in a writing, each once: as they are written, and decoded.
 * @returns those of HTML tags, and in Markdown also those of its own pictures
 */
export function picturesWritten(content: string, format: ContentFormat): { written: string; address: string }[] {
  const found = new Map<string, string>();
  for (const [, double, single] of content.matchAll(IN_HTML)) {
    const written = double ?? single ?? "";
    found.set(written, decodeEntities(written).trim());
  }
  if (format === "markdown") for (const [, written = ""] of content.matchAll(IN_MARKDOWN)) found.set(written, written);
  return [...found].map(([written, address]) => ({ written, address }));
}

/** The same writing with other addresses of its pictures, by how they are written. */
export function withPictures(content: string, addresses: ReadonlyMap<string, string>): string {
  let result = content;
  // The longer ones first: one may be the beginning of another.
  for (const [written, address] of [...addresses].sort(([a], [b]) => b.length - a.length)) {
    result = result
      .replaceAll(`"${written}"`, `"${escapeHtml(address)}"`)
      .replaceAll(`'${written}'`, `'${escapeHtml(address)}'`)
      .replaceAll(`(${written}`, `(${address}`)
      .replaceAll(`(<${written}>`, `(<${address}>`);
  }
  return result;
}
