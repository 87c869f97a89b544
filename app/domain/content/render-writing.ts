import { type ContentFormat, type Heading, readTime } from "../posts/model.ts";
import { anchorHeadings, linkToAnchors } from "./headings.ts";
import { shape, shapeCode, wrapTables } from "./shape.ts";
import { shapeEmbeds } from "./shape-embeds.ts";
import { shapeFootnotes } from "./shape-footnotes.ts";
import { picturesIn, type Size, shapePictures } from "./shape-pictures.ts";
import { parseTree } from "./tree.ts";
import { plainText, serialize } from "./tree-model.ts";

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
 * Runs on the thread that calls it: a large text is given to `renderContent` (`rendering.ts`) instead.
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
