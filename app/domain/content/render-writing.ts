import { type ContentFormat, readTime } from "../posts/post-rules.ts";
import type { Heading } from "../posts/post-shapes.ts";
import { adoptFootnotes } from "./markup/adopt-footnotes.ts";
import { EMBED_CLASS, type Embed, embedAt } from "./markup/figures.ts";
import { type Element, type Node, plainText, serialize, walk } from "./markup/tree.ts";
import { parseTree } from "./parse-tree.ts";
import { picturesIn, type Size, shape, shapeCode, shapePictures, wrapTables } from "./shape.ts";
import { shapeBlocks } from "./shape-blocks.ts";
import { shapeFootnotes } from "./shape-footnotes.ts";
import { shapePlayers } from "./shape-players.ts";

const isBlank = (node: Node) => typeof node === "string" && node.trim() === "";

function firstLink(nodes: Node[]): Element | undefined {
  for (const node of nodes) {
    if (typeof node === "string") continue;
    const link = node.name === "a" ? node : firstLink(node.children);
    if (link) return link;
  }
  return undefined;
}

/** The embed of a figure with the class for embeds, with the text of its link. */
function marked(figure: Element): { embed: Embed; title: string } | null {
  if (figure.name !== "figure" || figure.attributes.class !== EMBED_CLASS) return null;
  delete figure.attributes.class;
  const link = firstLink(figure.children);
  const embed = embedAt(link?.attributes.href ?? "");
  if (!link || !embed) return null;
  const title = plainText(link.children);
  return { embed, title: embedAt(title) ? "" : title };
}

/** The embed of a paragraph that contains nothing but a URL, linked or not. */
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
 * Turns embeds into stills: figures with a link to the page on the other site. A still loads nothing from other sites; the page adds
 * the button that plays it. A figure with an unknown embed becomes a plain one.
 * @returns the nodes, with a still for each figure of an embed and each top-level paragraph that is only the URL of one
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

/** The prefix of anchors in articles. No other id of a page starts with it, so that headings cannot duplicate ids of the page. */
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

/** Creates unique anchors: `h-dawn`, `h-dawn-2`, … */
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
 * Gives every heading an anchor. The title is the only h1 of the page, so an h1 in the content becomes an h2.
 * @returns the contents list: headings of level 2 and 3 with text, in order
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

/** Links within the article (`#dawn`) lead to the heading with that anchor, if there is one. */
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
 * Content to render. `ownHost`: host (with port) of the site; links to other hosts are external. `pictures`: looks up the sizes of
 * pictures of the media library by id; without it they are rendered as plain `<img>` elements.
 * `mayDraw`: formulas and diagrams may be drawn, which takes a while; only the worker thread does.
 */
export type Writing = {
  content: string;
  format: ContentFormat;
  ownHost?: string;
  pictures?: (ids: string[]) => Promise<ReadonlyMap<string, Size>>;
  mayDraw?: boolean;
};

/** Rendered content. `text`: plain text for search; `read_time`: in minutes. */
export type Rendered = { html: string; text: string; headings: Heading[]; words: number; read_time: number };

/** Content that breaks a rule; the message is the rule. */
export class UnfitContent extends Error {}

/** The most headings. Each page and each response with a post contains all of them; the longest articles have hundreds. */
const MAX_HEADINGS = 10_000;
const CODE_BLOCK = /<pre[\s>]/i;

/** Counts the words of a plain text: runs without spaces that contain a letter or digit. */
export function countWords(text: string): number {
  let words = 0;
  for (const run of text.split(" ")) if (/[\p{L}\p{N}]/u.test(run)) words += 1;
  return words;
}

/**
 * Renders content: sanitised HTML with anchors, highlighted code, tables that scroll, footnotes in order, players, stills of embeds, drawn
 * formulas and diagrams, and pictures that load lazily. Deterministic, and linear in the length of the content. It runs on the calling thread; use `renderContent` for
 * content of any length.
 * @param writing HTML or Markdown of any origin
 * @returns the HTML, its plain text, headings, word count and reading time
 * @throws UnfitContent when the content breaks a rule
 * @throws NeedsThread when it has formulas or diagrams without `mayDraw`
 */
export async function renderWriting({ content, format, ownHost, pictures, mayDraw = false }: Writing): Promise<Rendered> {
  const source = content.replaceAll("\0", "").toWellFormed();
  // These packages, and the grammars below, are loaded only when content is rendered. Reading articles needs none of them.
  const html = format === "markdown" ? (await import("./markdown.ts")).markdownToHtml(source) : source;
  const safe = (await import("./sanitize.ts")).sanitizeWithNames(html);
  const read = shapePlayers(adoptFootnotes(parseTree(safe)).nodes, ownHost);
  const footnotes = shapeFootnotes(shape(read, ownHost));
  let nodes = shapeEmbeds(footnotes.nodes);
  if (pictures) shapePictures(nodes, await pictures(picturesIn(nodes)));
  const headings = anchorHeadings(nodes);
  if (headings.length > MAX_HEADINGS) throw new UnfitContent(`must have at most ${MAX_HEADINGS} headings`);
  linkToAnchors(nodes);
  const text = plainText(nodes);
  footnotes.connect();
  await shapeBlocks(nodes, mayDraw);
  // 200 kB that only articles with code need.
  if (CODE_BLOCK.test(safe)) shapeCode(nodes, (await import("./highlight-code.ts")).highlightCode);
  nodes = wrapTables(nodes);
  const words = countWords(text);
  return { html: serialize(nodes).trim(), text, headings, words, read_time: readTime(words) };
}
