import { LINK_SCHEME, safeLink } from "../../../../domain/content/markup/addresses.ts";
import { isElement, plainText } from "../../../../domain/content/markup/tree.ts";
import type { Element, Node } from "../convert-html.ts";

const ALLOWED_ATTRIBUTES: Record<string, string[]> = {
  a: ["href", "title"],
  abbr: ["title"],
  audio: ["src"],
  video: ["src"],
  details: ["open"],
  img: ["src", "alt", "title", "width", "height"],
  ol: ["start"],
  sup: ["data-footnote", "data-shared"],
  th: ["colspan", "rowspan"],
  td: ["colspan", "rowspan"],
};
const LANGUAGE = /(?:^|\s)(?:highlight-source-|lang(?:uage)?-)([\w+#-]{1,30})/;
const GOOGLE_REDIRECT = /^https:\/\/www\.google\.com\/url\?/;

/** The attributes that an article keeps of a pasted element; style, class, id and all the rest go. */
export function allowedAttributes({ name, attributes }: Element): Record<string, string> {
  const allowed: Record<string, string> = {};
  for (const attribute of ALLOWED_ATTRIBUTES[name] ?? []) {
    const value = attributes[attribute];
    if (value !== undefined && (value !== "" || attribute === "open")) allowed[attribute] = value;
  }
  if (allowed.colspan === "1") delete allowed.colspan;
  if (allowed.rowspan === "1") delete allowed.rowspan;
  if (allowed.start === "1") delete allowed.start;
  const language = name === "code" || name === "pre" ? LANGUAGE.exec(attributes.class ?? "")?.[1] : undefined;
  if (language) allowed.class = `language-${language}`;
  if (name === "td" || name === "th") {
    const align = attributes.align ?? styleOf({ name, attributes, children: [] }).get("text-align");
    if (align === "center" || align === "right") allowed.align = align;
  }
  return allowed;
}

/** Where a pasted link leads, past Google's redirection; null when an article can't link to it. */
export function linkTarget(href: string | undefined): string | null {
  const address = href?.trim() ?? "";
  if (GOOGLE_REDIRECT.test(address) && URL.canParse(address)) return linkTarget(new URL(address).searchParams.get("q") ?? "");
  if (/^#_/.test(address)) return null;
  return LINK_SCHEME.test(address) || /^(?:\/(?!\/)|#)/.test(address) ? safeLink(address) : null;
}

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

type Item = { level: number; ordered: boolean; start: number; children: Node[] };

/** Word marks the items of its lists so: `mso-list:l0 level2 lfo1`. */
const LIST = /^l\d+ level(\d+)/;
const NUMBER = /^[[(]?(\d{1,4}|[a-z]{1,2}|[ivxlc]{1,6})[.)\]]$/i;

const isMarker = (element: Element) => styleOf(element).get("mso-list") === "ignore";

/** Takes the bullet or number out that Word wrote into the text. @returns it, empty when there is none */
function takeMarker(nodes: Node[]): string {
  for (const [index, node] of nodes.entries()) {
    if (!isElement(node)) continue;
    if (isMarker(node)) {
      nodes.splice(index, 1);
      return plainText([node]);
    }
    const inside = takeMarker(node.children);
    if (inside) return inside;
  }
  return "";
}

function itemOf(node: Node): Item | null {
  if (!isElement(node) || node.name !== "p") return null;
  const level = LIST.exec(styleOf(node).get("mso-list") ?? "")?.[1];
  if (level === undefined) return null;
  const marker = takeMarker(node.children);
  const number = NUMBER.exec(marker)?.[1] ?? "";
  return { level: Number(level), ordered: number !== "", start: Number(number) || 1, children: node.children };
}

const listOf = ({ ordered, start }: Item): Element => ({
  name: ordered ? "ol" : "ul",
  attributes: ordered && start > 1 ? { start: String(start) } : {},
  children: [],
});

function nest(items: Item[]): Element[] {
  const top: Element[] = [];
  const open: { level: number; list: Element }[] = [];
  for (const item of items) {
    while ((open.at(-1)?.level ?? 0) > item.level) open.pop();
    const current = open.at(-1);
    const fits = current?.level === item.level && current.list.name === (item.ordered ? "ol" : "ul");
    if (current?.level === item.level && !fits) open.pop();
    if (!fits) {
      const list = listOf(item);
      const parent = open.at(-1)?.list.children.at(-1);
      if (parent !== undefined && isElement(parent)) parent.children.push(list);
      else top.push(list);
      open.push({ level: item.level, list });
    }
    open.at(-1)?.list.children.push({ name: "li", attributes: {}, children: item.children });
  }
  return top;
}

/** Word writes lists as paragraphs that look like items; this makes lists of them again. */
export function restoreWordLists(nodes: Node[]): Node[] {
  const result: Node[] = [];
  let run: Item[] = [];
  const finish = () => {
    result.push(...nest(run));
    run = [];
  };
  for (const node of nodes) {
    const item = itemOf(node);
    if (item) run.push(item);
    else if (run.length > 0 && !isElement(node) && (typeof node !== "string" || node.trim() === "")) continue;
    else {
      finish();
      if (isElement(node)) node.children = restoreWordLists(node.children);
      result.push(node);
    }
  }
  finish();
  return result;
}
