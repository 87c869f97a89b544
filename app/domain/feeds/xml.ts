/** XML 1.0 can't contain these, not even escaped: control characters except tabs and line breaks, and two non-characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes them
const UNHOLDABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(UNHOLDABLE, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Escaped XML; `false`, null and undefined are left out. */
export type Content = (string | false | null | undefined)[];

/** @param attributes unescaped; those without a value are left out @param children escaped XML; without any, the element is empty */
export function element(name: string, attributes: Record<string, string | undefined>, ...children: Content): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(value ?? "")}"`)
    .join("");
  const content = children.filter(Boolean).join("");
  return content === "" ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

/** @param text unescaped */
export function textElement(name: string, text: string, attributes: Record<string, string | undefined> = {}): string {
  return element(name, attributes, escapeXml(text));
}

export function xmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root}\n`;
}
