import type { Element } from "../html/tree.ts";

const KEPT: Record<string, string[]> = {
  a: ["href", "title"],
  img: ["src", "alt", "title", "width", "height"],
  ol: ["start"],
  th: ["colspan", "rowspan"],
  td: ["colspan", "rowspan"],
};
const LANGUAGE = /(?:^|\s)(?:highlight-source-|lang(?:uage)?-)([\w+#-]{1,30})/;
const GOOGLE_REDIRECT = /^https:\/\/www\.google\.com\/url\?/;

/** The attributes that an article keeps of a pasted element; style, class, id and all the rest go. */
export function keptAttributes({ name, attributes }: Element): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const attribute of KEPT[name] ?? []) {
    const value = attributes[attribute];
    if (value !== undefined && value !== "") kept[attribute] = value;
  }
  if (kept.colspan === "1") delete kept.colspan;
  if (kept.rowspan === "1") delete kept.rowspan;
  if (kept.start === "1") delete kept.start;
  const language = name === "code" || name === "pre" ? LANGUAGE.exec(attributes.class ?? "")?.[1] : undefined;
  if (language) kept.class = `language-${language}`;
  return kept;
}

/** Where a pasted link leads, past Google's redirection; null when it is no address of the web or a mail. */
export function linkTarget(href: string | undefined): string | null {
  const address = href?.trim() ?? "";
  if (GOOGLE_REDIRECT.test(address) && URL.canParse(address)) return linkTarget(new URL(address).searchParams.get("q") ?? "");
  if (/^(https?:\/\/|mailto:|\/(?!\/)|#)/i.test(address)) return /^#_/.test(address) ? null : address;
  return null;
}

/** Declarations of a style attribute, names and values in lower case. */
export function styleOf(element: Element): Map<string, string> {
  const style = new Map<string, string>();
  for (const declaration of (element.attributes.style ?? "").split(";")) {
    const colon = declaration.indexOf(":");
    if (colon > 0)
      style.set(
        declaration.slice(0, colon).trim().toLowerCase(),
        declaration
          .slice(colon + 1)
          .trim()
          .toLowerCase(),
      );
  }
  return style;
}
