/** What XML 1.0 cannot hold, not even escaped: control characters but tab and line breaks, and two non-characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const UNHOLDABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text as it may stand between tags or in an attribute. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(UNHOLDABLE, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Pieces of XML that are escaped already; `false`, null and the like are left out. */
export type Content = (string | false | null | undefined)[];

/**
 * An element.
 * @param attributes escaped here; those without a value are left out
 * @param children escaped XML; none: an empty element
 */
export function element(name: string, attributes: Record<string, string | undefined>, ...children: Content): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(value ?? "")}"`)
    .join("");
  const content = children.filter(Boolean).join("");
  return content === "" ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

/** An element with nothing but text, which is escaped here. */
export function textElement(name: string, text: string, attributes: Record<string, string | undefined> = {}): string {
  return element(name, attributes, escapeXml(text));
}

/** A whole document. */
export function xmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root}\n`;
}
