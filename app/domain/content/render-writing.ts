import type { ContentFormat } from "../posts/post-rules.ts";
import type { Heading } from "../posts/post-shapes.ts";
import { countWords, readTime } from "../posts/word-rules.ts";
import { adoptFootnotes } from "./markup/adopt-footnotes.ts";
import { anchorsIn, linkedName, namesOf } from "./markup/anchors.ts";
import { EMBED_CLASS, type Embed, embedAt } from "./markup/figures.ts";
import { shapeFrames } from "./markup/frames.ts";
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

function marked(figure: Element): { embed: Embed; title: string } | null {
  if (figure.name !== "figure" || figure.attributes.class !== EMBED_CLASS) return null;
  delete figure.attributes.class;
  const link = firstLink(figure.children);
  const embed = embedAt(link?.attributes.href ?? "");
  if (!link || !embed) return null;
  const title = plainText(link.children);
  return { embed, title: embedAt(title) ? "" : title };
}

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

/** Figures and paragraphs with an embed's URL become figures that load nothing until a reader plays them; others become plain figures. */
function shapeEmbeds(nodes: Node[], isTop = true): Node[] {
  return nodes.map((node): Node => {
    if (typeof node === "string") return node;
    const found = marked(node) ?? (isTop ? alone(node) : null);
    if (found) return still(found.embed, found.title);
    node.children = shapeEmbeds(node.children, false);
    return node;
  });
}

/** The page has one h1, its title, so an h1 becomes an h2. @param names the author's @returns contents list: headings of level 2 and 3 */
function anchor(nodes: Node[], names: ReadonlyMap<Element, string[]>): Heading[] {
  const anchors = anchorsIn(nodes, (element) => names.get(element) ?? []);
  walk(nodes, (element) => {
    if (element.name === "h1") element.name = "h2";
    const name = linkedName(element.attributes.href ?? "");
    const place = name === null ? null : anchors.find(name);
    if (!place) return;
    element.attributes.href = `#${place.id}`;
    if (!place.isHeading) place.element.attributes = { id: place.id, ...place.element.attributes };
  });
  return anchors.headings.flatMap(({ element, id, text }) => {
    element.attributes = { id, ...element.attributes };
    return element.name === "h2" || element.name === "h3" ? [{ level: element.name === "h2" ? 2 : 3, id, text }] : [];
  });
}

/** Read first, because everything that shapes the article removes them. */
function authorsNames(nodes: Node[]): Map<Element, string[]> {
  const names = new Map<Element, string[]>();
  walk(nodes, (element) => {
    const own = namesOf(element);
    if (own.length > 0) names.set(element, own);
  });
  return names;
}

/**
 * `ownHost`: host (with port) of the site. `pictures`: looks up the sizes of pictures of the media library by id; without it they are plain
 * `<img>` elements. `mayDraw`: formulas and diagrams may be drawn, as only the worker thread does.
 */
export type Writing = {
  content: string;
  format: ContentFormat;
  ownHost?: string;
  pictures?: (ids: string[]) => Promise<ReadonlyMap<string, Size>>;
  mayDraw?: boolean;
};

/** `text`: plain text for search; `read_time`: in minutes. */
export type Rendered = { html: string; text: string; headings: Heading[]; words: number; read_time: number };

/** The message is the rule that the content breaks. */
export class UnfitContent extends Error {}

/** Each page and each response with a post contains all headings; the longest articles have hundreds. */
const MAX_HEADINGS = 10_000;
const CODE_BLOCK = /<pre[\s>]/i;

/**
 * Deterministic, and linear in the length of the content. On the calling thread: use `renderContent` for content of any length.
 * @throws UnfitContent when the content breaks a rule @throws NeedsThread when it has formulas or diagrams without `mayDraw`
 */
export async function renderWriting({ content, format, ownHost, pictures, mayDraw = false }: Writing): Promise<Rendered> {
  const source = content.replaceAll("\0", "").toWellFormed();
  // Loaded only when content is rendered, like the grammars below: reading articles needs none of them.
  const html = format === "markdown" ? (await import("./markdown.ts")).markdownToHtml(source) : source;
  const safe = (await import("./sanitize.ts")).sanitizeWithNames(html);
  const parsed = shapeFrames(parseTree(safe));
  const names = authorsNames(parsed);
  const read = shapePlayers(adoptFootnotes(parsed).nodes, ownHost);
  const footnotes = shapeFootnotes(shape(read, ownHost));
  let nodes = shapeEmbeds(footnotes.nodes);
  if (pictures) shapePictures(nodes, await pictures(picturesIn(nodes)));
  const headings = anchor(nodes, names);
  if (headings.length > MAX_HEADINGS) throw new UnfitContent(`must have at most ${MAX_HEADINGS} headings`);
  const text = plainText(nodes);
  footnotes.connect();
  await shapeBlocks(nodes, mayDraw);
  // 200 kB that only articles with code need.
  if (CODE_BLOCK.test(safe)) shapeCode(nodes, (await import("./highlight-code.ts")).highlightCode);
  nodes = wrapTables(nodes);
  const count = countWords(text);
  return { html: serialize(nodes).trim(), text, headings, words: count.words, read_time: readTime(count) };
}
