import { heightAt, mediaAt, sourcesOf } from "../media/media-rules.ts";
import { cutText } from "../text-rules.ts";
import { isExternal, safeAddress, safeLink } from "./markup/addresses.ts";
import { BOOKMARK_CLASS } from "./markup/bookmarks.ts";
import { type PictureWidth, widthOf } from "./markup/figures.ts";
import { GALLERY_CLASS } from "./markup/galleries.ts";
import { type Element, type Node, plainText, walk } from "./markup/tree.ts";
import { parseTree } from "./parse-tree.ts";

/** pixels */
export type Size = { width: number; height: number };

type Place = PictureWidth | "gallery";

/** As in `pages/public/story/prose.css`: the text column, or on a phone the screen without margins. */
const SIZES: Record<Place, string> = {
  column: "(min-width: 44rem) 41rem, 92vw",
  wide: "(min-width: 52rem) 48rem, 92vw",
  full: "100vw",
  gallery: "(min-width: 44rem) 20rem, 92vw",
};

/** Ids of pictures of the media library, without duplicates. */
export function picturesIn(nodes: Node[]): string[] {
  const ids = new Set<string>();
  walk(nodes, ({ name, attributes }) => {
    const media = name === "img" ? mediaAt(attributes.src ?? "") : null;
    if (media) ids.add(media.id);
  });
  return [...ids];
}

function sizeOf(attributes: Element["attributes"], whole: Size): Size {
  const width = Math.min(Number(attributes.width ?? whole.width), whole.width);
  return { width, height: heightAt(whole, width) };
}

function toPicture(image: Element, address: string, whole: Size, layout: Place): void {
  const { width, height } = sizeOf(image.attributes, whole);
  const { src = "", alt = "", width: _, height: __, ...others } = image.attributes;
  const isNarrow = layout === "column" && width < whole.width;
  const sizes = isNarrow ? `(min-width: ${width}px) ${width}px, 92vw` : SIZES[layout];
  const sources = sourcesOf(address).map(
    ({ type, srcset }): Element => ({ name: "source", attributes: { type, srcset, sizes }, children: [] }),
  );
  const attributes = { src, alt, width: String(width), height: String(height), ...others };
  image.children = [...sources, { name: "img", attributes, children: [] }];
  image.name = "picture";
  image.attributes = {};
}

/** Each browser loads the copy that fits and reserves its space. Other pictures, also deleted ones, stay. @param sizes by id */
export function shapePictures(nodes: Node[], sizes: ReadonlyMap<string, Size>): void {
  const layouts = new Map<Element, Place>();
  walk(nodes, (element) => {
    if (element.name === "figure") {
      const { class: className = "" } = element.attributes;
      const isSmall = className === GALLERY_CLASS || className === BOOKMARK_CLASS || layouts.get(element) === "gallery";
      const layout = isSmall ? "gallery" : widthOf(className);
      for (const child of element.children) if (typeof child !== "string") layouts.set(child, layout);
    }
    if (element.name !== "img") return true;
    const address = element.attributes.src ?? "";
    const whole = sizes.get(mediaAt(address)?.id ?? "");
    if (whole) toPicture(element, address, whole, layouts.get(element) ?? "column");
    return false;
  });
}

const IMAGE_SCHEMES = ["http:", "https:"];
const MAX_LABEL_LENGTH = 80;
const PIXELS = /^[1-9]\d{0,4}$/;

function shapeLink(link: Element, ownHost: string | undefined): void {
  const { href: raw, ...others } = link.attributes;
  const href = raw === undefined ? null : safeLink(raw);
  link.attributes = href === null ? others : { href, ...others };
  if (href === null) link.name = "span";
  else if (isExternal(href, ownHost)) link.attributes.rel = "noopener";
}

/** Width and height prevent layout shifts. An image without a valid URL loses its `src`. */
function shapeImage(image: Element): void {
  const { src: raw, alt = "", width = "", height = "", ...others } = image.attributes;
  const src = raw === undefined ? null : safeAddress(raw, IMAGE_SCHEMES);
  image.attributes = {
    ...(src === null ? {} : { src }),
    alt,
    ...(PIXELS.test(width) ? { width } : {}),
    ...(PIXELS.test(height) ? { height } : {}),
    ...others,
    loading: "lazy",
    decoding: "async",
  };
}

const fileNameOf = (address: string) => new URL(address).pathname.split("/").at(-1) || new URL(address).host;

/** Windows Live Writer's and WordPress's pictures of signs within a sentence. */
const SMILEY = /\/wlEmoticon-[^/]*$|\/smilies\/[^/]+$|\/core\/emoji\//i;

/** Other sites would get readers' IP addresses, and the content security policy forbids it: a link with the alternative text instead. */
function replacePicture(image: Element, isLinked: boolean): void {
  const { src = "", alt = "" } = image.attributes;
  if (alt.trim() && SMILEY.test(new URL(src, "https://x.invalid").pathname)) {
    image.children = [alt.trim()];
    image.name = "span";
    image.attributes = {};
    return;
  }
  image.children = [`Image: ${alt.trim() || fileNameOf(src)}`];
  image.name = isLinked ? "span" : "a";
  image.attributes = isLinked ? {} : { href: src, rel: "noopener" };
}

const INLINE = new Set(["a", "span", "em", "strong", "b", "i", "code", "img", "mark", "small", "sub", "sup", "u", "s", "del"]);

/** Then it would read as one word with what precedes it. */
const beginsWord = (node: Node | undefined): boolean =>
  typeof node === "string" ? /^[\p{L}\p{N}]/u.test(node) : node !== undefined && INLINE.has(node.name);

/** Puts a blank between a link and a word that follows it. @returns whether the last of the nodes ends in such a link */
export function replacePictures(nodes: Node[], ownHost: string | undefined, isLinked = false): boolean {
  let isLast = false;
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at] as Node;
    isLast = false;
    if (typeof node === "string") continue;
    if (node.name !== "img")
      isLast = replacePictures(node.children, ownHost, isLinked || node.name === "a") && INLINE.has(node.name);
    else if (isExternal(node.attributes.src ?? "", ownHost)) {
      replacePicture(node, isLinked);
      isLast = true;
    }
    if (!isLast || !beginsWord(nodes[at + 1])) continue;
    nodes.splice(at + 1, 0, " ");
    at += 1;
    isLast = false;
  }
  return isLast;
}

function shapeQuote(quote: Element): void {
  const cite = quote.attributes.cite;
  if (cite !== undefined && safeAddress(cite, IMAGE_SCHEMES) === null) delete quote.attributes.cite;
}

const isEmpty = (node: Node) =>
  typeof node !== "string" &&
  ((node.name === "img" && node.attributes.src === undefined) ||
    (node.name === "p" && node.children.every((child) => typeof child === "string" && child.trim() === "")));

const withoutEmpty = (nodes: Node[]) => nodes.filter((node) => !isEmpty(node));

/** Also removes empty paragraphs and pictures. @param ownHost host (with port); if unknown, all absolute URLs count as other sites */
export function shape(nodes: Node[], ownHost: string | undefined): Node[] {
  walk(nodes, (element) => {
    if (element.name === "a") shapeLink(element, ownHost);
    else if (element.name === "img") shapeImage(element);
    else if (element.name === "blockquote" || element.name === "q") shapeQuote(element);
  });
  replacePictures(nodes, ownHost);
  // Children first, so that a paragraph around an empty picture is removed, too.
  const clean = (list: Node[]): Node[] => {
    for (const node of list) if (typeof node !== "string") node.children = clean(node.children);
    return withoutEmpty(list);
  };
  return clean(nodes);
}

/** The box scrolls horizontally, can be focused with the keyboard, and is named by the table's caption. */
export function wrapTables(nodes: Node[]): Node[] {
  let count = 0;
  const label = (table: Element) => {
    count += 1;
    const caption = table.children.find((child) => typeof child !== "string" && child.name === "caption");
    const text = caption ? cutText(plainText([caption]), MAX_LABEL_LENGTH) : "";
    return text || (count === 1 ? "Table" : `Table ${count}`);
  };
  const wrap = (node: Node): Node => {
    if (typeof node === "string") return node;
    if (node.name !== "table") {
      node.children = node.children.map(wrap);
      return node;
    }
    const attributes = { class: "table-scroll", tabindex: "0", role: "region", "aria-label": label(node) };
    return { name: "div", attributes, children: [node] };
  };
  return nodes.map(wrap);
}

/** Characters of one block or of all; longer code isn't highlighted. */
const MAX_CODE = 20_000;
const MAX_CODE_IN_ALL = 100_000;
const LANGUAGE = /^language-(.+)$/;

/** Code blocks scroll, so the keyboard can focus them. @param highlight returns HTML, or null for an unknown language */
export function shapeCode(nodes: Node[], highlight: (code: string, language: string) => string | null): void {
  let budget = MAX_CODE_IN_ALL;
  walk(nodes, (element) => {
    if (element.name === "code") delete element.attributes.class;
    if (element.name !== "pre") return true;
    element.attributes.tabindex = "0";
    const code = element.children.find((child) => typeof child !== "string");
    if (typeof code !== "object" || code.name !== "code") return true;
    const className = code.attributes.class;
    delete code.attributes.class;
    const [text] = code.children;
    const language = LANGUAGE.exec(className ?? "")?.[1];
    if (language === undefined || code.children.length !== 1 || typeof text !== "string") return true;
    if (text.length > MAX_CODE || text.length > budget) return true;
    const html = highlight(text, language);
    if (html === null) return true;
    budget -= text.length;
    code.attributes.class = `hljs language-${language}`;
    code.children = parseTree(html);
    return false;
  });
}
