/**
 * Replaces what stands between two marks, each pair once, from the left; a mark that is never closed stays as it is. Linear in
 * the length of the text, also where thousands of marks are never closed.
 * @param open must be bounded in length
 */
export function replaceBetween(
  text: string,
  open: RegExp,
  close: RegExp,
  replace: (opening: string, inner: string) => string,
): string {
  const [opening, closing] = [new RegExp(open.source, "gi"), new RegExp(close.source, "gi")];
  let result = "";
  let at = 0;
  for (;;) {
    opening.lastIndex = at;
    const begin = opening.exec(text);
    if (!begin) break;
    closing.lastIndex = opening.lastIndex;
    const end = closing.exec(text);
    if (!end) break;
    result += text.slice(at, begin.index) + replace(begin[0], text.slice(opening.lastIndex, end.index));
    at = closing.lastIndex;
  }
  return result + text.slice(at);
}

/** The attributes of a tag or shortcode, by name in lower case, as they are written. */
export function attributesOf(opening: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = "", double, single, bare] of opening.matchAll(
    /([\w-]{1,50})\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'\]>]+))/g,
  )) {
    found[name.toLowerCase()] ??= double ?? single ?? bare ?? "";
  }
  return found;
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Text as it may stand in HTML, also within quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);

const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  hellip: "…",
  ndash: "–",
  mdash: "—",
};
/** HTML entities as the characters they stand for; those that aren't known stay. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
  });

/** What HTML says without its marks, on few lines; what a tag separates stays apart. */
export const textOf = (html: string): string =>
  decodeEntities(html.replace(/<br\s{0,9}\/?>|<\/(?:p|div|li|h[1-6]|blockquote)>/gi, "\n").replace(/<[^<>]*>/g, ""))
    .replace(/[ \t]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
