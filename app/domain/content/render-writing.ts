import { type ContentFormat, readTime } from "../posts/post-rules.ts";
import type { Heading } from "../posts/post-shapes.ts";
import { EMBED_CLASS, type Embed, embedAt } from "./markup/figures.ts";
import { type Element, type Node, plainText, serialize, walk } from "./markup/tree.ts";
import { parseTree } from "./parse-tree.ts";
import { picturesIn, type Size, shape, shapeCode, shapePictures, wrapTables } from "./shape.ts";
import { shapeFootnotes } from "./shape-footnotes.ts";

const isBlank = (node: Node) => typeof node === "string" && node.trim() === "";

function firstLink(nodes: Node[]): Element | undefined {
  for (const node of nodes) {
    if (typeof node === "string") continue;
    const link = node.name === "a" ? node : firstLink(node.children);
    if (link) return link;
  }
  return undefined;
}

/** What a figure that is marked as one embeds, with the words of its link. */
function marked(figure: Element): { embed: Embed; title: string } | null {
  if (figure.name !== "figure" || figure.attributes.class !== EMBED_CLASS) return null;
  delete figure.attributes.class;
  const link = firstLink(figure.children);
  const embed = embedAt(link?.attributes.href ?? "");
  if (!link || !embed) return null;
  const title = plainText(link.children);
  return { embed, title: embedAt(title) ? "" : title };
}

/** What a paragraph embeds that consists of nothing but an address, linked or not. */
function alone(paragraph: Element): { embed: Embed; title: string } | null {
  if (paragraph.name !== "p") return null;
  const [only, ...others] = paragraph.children.filter((child) => !isBlank(child));
  if (only === undefined || others.length > 0) return null;
  const isLink = typeof only === "object" && only.name === "a";
  const text = typeof only === "string" ? only : isLink ? plainText(only.children) : "";
  const embed = embedAt(text);
  if (!embed) return null;
  return !isLink || embedAt(only.attributes.href ?? "")?.address === embed.address ? { embed, title: "" } : null;
}

const still = ({ provider, name, kind, address }: Embed, title: string): Element => ({
  name: "figure",
  attributes: { class: EMBED_CLASS, "data-provider": provider },
  children: [
    { name: "a", attributes: { href: address, rel: "noopener" }, children: [title || `${kind} on ${name}`] },
    ...(title ? [{ name: "figcaption", attributes: {}, children: [`${kind} on ${name}`] }] : []),
  ],
});

/**
 * Makes stills of what is embedded: a figure with a link to where it stands. Nothing of another site is part of it; the page adds
 * the button that plays it. A figure that embeds nothing we know becomes a plain one.
 * @returns the nodes, with a still for each marked figure and for each top-level paragraph that is such an address alone
 */
function shapeEmbeds(nodes: Node[], isTop = true): Node[] {
  return nodes.map((node): Node => {
    if (typeof node === "string") return node;
    const found = marked(node) ?? (isTop ? alone(node) : null);
    if (found) return still(found.embed, found.title);
    node.children = shapeEmbeds(node.children, false);
    return node;
  });
}

/** Anchors of articles start so, and nothing else of a page does: an author's heading can't take an id of the page. */
const ANCHOR_PREFIX = "h-";
const MAX_ANCHOR_LENGTH = 60;

const anchorOf = (text: string) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, MAX_ANCHOR_LENGTH)
    .replace(/^-+|-+$/g, "")
    .toWellFormed() || "section";

/** Hands out each anchor once: `h-dawn`, `h-dawn-2`, … */
function createAnchors(): (text: string) => string {
  const taken = new Set<string>();
  const last = new Map<string, number>();
  return (text) => {
    const base = ANCHOR_PREFIX + anchorOf(text);
    let anchor = base;
    for (let n = (last.get(base) ?? 1) + 1; taken.has(anchor); n += 1) {
      anchor = `${base}-${n}`;
      last.set(base, n);
    }
    taken.add(anchor);
    return anchor;
  };
}

const HEADING = /^h[1-6]$/;

/**
 * Gives every heading its anchor. The page's title is its only h1, so that an author's h1 becomes an h2.
 * @returns the contents list: headings of level 2 and 3 that have text, in order
 */
function anchorHeadings(nodes: Node[]): Heading[] {
  const anchor = createAnchors();
  const headings: Heading[] = [];
  walk(nodes, (element) => {
    if (!HEADING.test(element.name)) return;
    if (element.name === "h1") element.name = "h2";
    const text = plainText(element.children);
    if (text === "") return;
    const id = anchor(text);
    element.attributes = { id, ...element.attributes };
    if (element.name === "h2" || element.name === "h3") headings.push({ level: element.name === "h2" ? 2 : 3, id, text });
  });
  return headings;
}

/** A link within the article (`#dawn`) leads to the heading of that anchor, where there is one. */
function linkToAnchors(nodes: Node[]): void {
  const anchors = new Set<string>();
  const inner: Element[] = [];
  walk(nodes, (element) => {
    if (element.attributes.id) anchors.add(element.attributes.id);
    if (element.attributes.href?.startsWith("#")) inner.push(element);
  });
  for (const link of inner) {
    const anchor = ANCHOR_PREFIX + link.attributes.href?.slice(1);
    if (anchors.has(anchor)) link.attributes.href = `#${anchor}`;
  }
}

/**
 * `ownHost`: host (with port) of the site, so that links to it are told from external ones. `pictures`: looks up the sizes of
 * the library's pictures by their ids; without it they are shown as plain pictures.
 */
export type Writing = {
  content: string;
  format: ContentFormat;
  ownHost?: string;
  pictures?: (ids: string[]) => Promise<ReadonlyMap<string, Size>>;
};

/** `text` is for search; `read_time` in minutes. */
export type Rendered = { html: string; text: string; headings: Heading[]; words: number; read_time: number };

/** A content that breaks a rule, which its message tells. */
export class UnfitContent extends Error {}

/** All of them travel with each page and each answer about a post; the longest articles have hundreds. */
const MAX_HEADINGS = 10_000;
const CODE_BLOCK = /<pre[\s>]/i;

/** Word-like runs of a plain text: at least one letter or digit between blanks. */
export function countWords(text: string): number {
  let words = 0;
  for (const run of text.split(" ")) if (/[\p{L}\p{N}]/u.test(run)) words += 1;
  return words;
}

/**
 * Turns what an author wrote into what is sent: sanitised HTML with anchored headings, coloured code, tables that
 * scroll, footnotes in order, stills of what is embedded, and pictures that load when they are reached. Deterministic; linear in the length of the content.
 * Runs on the thread that calls it: a large text is given to `renderContent` instead.
 * @param writing HTML or Markdown of any origin
 * @returns the HTML, its plain text, its contents list, its words and its reading time
 * @throws UnfitContent when it breaks a rule
 */
export async function renderWriting({ content, format, ownHost, pictures }: Writing): Promise<Rendered> {
  const source = content.replaceAll("\0", "").toWellFormed();
  // These packages, and below the grammars, are loaded once somebody writes: readers need none of them.
  const html = format === "markdown" ? (await import("./markdown.ts")).markdownToHtml(source) : source;
  const safe = (await import("./sanitize.ts")).sanitize(html);
  const footnotes = shapeFootnotes(shape(parseTree(safe), ownHost));
  let nodes = shapeEmbeds(footnotes.nodes);
  if (pictures) shapePictures(nodes, await pictures(picturesIn(nodes)));
  const headings = anchorHeadings(nodes);
  if (headings.length > MAX_HEADINGS) throw new UnfitContent(`must have at most ${MAX_HEADINGS} headings`);
  linkToAnchors(nodes);
  const text = plainText(nodes);
  footnotes.connect();
  // Two hundred kilobytes, for articles with code alone.
  if (CODE_BLOCK.test(safe)) shapeCode(nodes, (await import("./highlight-code.ts")).highlightCode);
  nodes = wrapTables(nodes);
  const words = countWords(text);
  return { html: serialize(nodes).trim(), text, headings, words, read_time: readTime(words) };
}
