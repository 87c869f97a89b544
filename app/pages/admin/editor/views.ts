import { BLOCKS, isElement, plainText, walk } from "../../../domain/content/markup/tree.ts";
import type { ContentFormat } from "../../../domain/posts/post-rules.ts";
import { htmlToMarkdown, markdownToHtml, type Node, parseHtml } from "./convert-html.ts";
import { throughRichEditor } from "./rich/article-html.ts";

/** Something that a conversion loses: `what` in the author's words, and how many of it. */
export type Loss = { what: string; count: number };

/** The same thing by another name. */
const SAME: Record<string, string> = { b: "strong", i: "em", strike: "s", del: "s", tt: "code" };
/** Elements without a meaning: only their content is compared. */
const SILENT = new Set(["html", "body", "p", "span", "tbody", "thead", "tfoot", "colgroup", "col", "div"]);
/** Attributes that every article gets, or that are the default. */
const USUAL = new Set(["rel", "target", "loading", "decoding"]);
const NAMES: Record<string, string> = {
  h1: "first-level heading",
  h5: "fifth-level heading",
  h6: "sixth-level heading",
  u: "underline",
  details: "folding section",
  dl: "definition list",
  iframe: "embedded page",
  caption: "table caption",
};

const TEXT = "text";

function attributesOf(name: string, attributes: Record<string, string>): string[] {
  return Object.entries(attributes).flatMap(([attribute, value]) => {
    if (USUAL.has(attribute)) return [];
    if ((attribute === "colspan" || attribute === "rowspan" || attribute === "start") && value === "1") return [];
    if (attribute === "alt" && value === "") return [];
    if (attribute === "style" && (name === "td" || name === "th")) {
      const align = /text-align:\s*(left|center|right)/.exec(value)?.[1];
      if (align) return [`align="${align}"`];
    }
    return [`${attribute}="${value}"`];
  });
}

/** Quotes, dashes and dots as they are typed: what Markdown makes of them is no loss. */
const typed = (text: string) =>
  text.replace(/[“”″]/g, '"').replace(/[‘’′]/g, "'").replaceAll("…", "...").replaceAll("—", "---").replaceAll("–", "--");

/** How often each element, attribute and comment occurs, and each block within another one. */
function inventory(nodes: Node[]): Map<string, number> {
  const found = new Map<string, number>();
  const count = (what: string) => found.set(what, (found.get(what) ?? 0) + 1);
  const boxes = new Map<Node, string>();
  walk(nodes, (node) => {
    if (!isElement(node)) return node.comment.trim() === "" ? undefined : count("comment");
    const name = SAME[node.name] ?? node.name;
    // An empty caption says nothing.
    if (name === "figcaption" && node.children.length === 0) return;
    if (!SILENT.has(name)) count(`<${name}>`);
    for (const attribute of attributesOf(name, node.attributes)) count(`${attribute} <${name}>`);
    const box = boxes.get(node);
    const isBox = BLOCKS.has(name) && !SILENT.has(name);
    if (isBox && box) count(`<${name}> in <${box}>`);
    const inside = isBox ? name : box;
    if (inside) for (const child of node.children) boxes.set(child, inside);
  });
  return found;
}

/** A key of the inventory in words; attributes without their values, which may be long. */
function inWords(key: string): string {
  if (key === "comment") return "HTML comment";
  const [, inner, outer] = /^<(\w+)> in <(\w+)>$/.exec(key) ?? [];
  if (inner && outer) return `<${inner}> within <${outer}>`;
  const [, attribute, name = ""] = /^(?:([^=\s]+)="[\s\S]*" )?<([^>]+)>$/.exec(key) ?? [];
  return attribute ? `${attribute} on <${name}>` : NAMES[name] ? `${NAMES[name]} <${name}>` : `<${name}>`;
}

/**
 * What is in `before` and no longer in `after`: elements, attributes, comments, and words.
 * @returns empty when nothing is lost; the order is that of `before`, words last
 */
export function lossBetween(before: string, after: string): Loss[] {
  // Most articles come back as they went: they were written here.
  if (before === after) return [];
  const source = parseHtml(before);
  const result = parseHtml(after);
  const remains = inventory(result);
  const lost = new Map<string, number>();
  for (const [key, count] of inventory(source)) {
    const missing = count - (remains.get(key) ?? 0);
    // What is gone isn't missed once more where it was.
    const inner = /^<\w+>(?= in )/.exec(key)?.[0];
    if (inner && lost.has(inWords(inner))) continue;
    if (missing > 0) lost.set(inWords(key), (lost.get(inWords(key)) ?? 0) + missing);
  }
  const losses = [...lost].map(([what, count]) => ({ what, count }));
  const words = typed(plainText(source)).split(" ");
  const remaining = typed(plainText(result));
  if (words.join(" ") !== remaining) {
    const missing = words.length - remaining.split(" ").length;
    losses.push({ what: missing > 0 ? "word" : TEXT, count: Math.max(missing, 1) });
  }
  return losses;
}

export type View = "rich" | ContentFormat;

export const VIEWS: readonly (readonly [view: View, label: string])[] = [
  ["rich", "Rich text"],
  ["html", "HTML"],
  ["markdown", "Markdown"],
];

export type Writing = { content: string; content_format: ContentFormat };

export type Passage = { view: View; writing: Writing; losses: Loss[]; converts: boolean };

const asHtml = ({ content, content_format }: Writing) => (content_format === "markdown" ? markdownToHtml(content) : content);

export function richLosses(writing: Writing): Loss[] {
  const html = asHtml(writing);
  return html.trim() === "" ? [] : lossBetween(html, throughRichEditor(html));
}

/** The content in another view. HTML stays as it is in the rich editor until the user changes it. */
export function passageTo(view: View, writing: Writing): Passage {
  const html = asHtml(writing);
  if (view === "markdown") {
    if (writing.content_format === "markdown") return { view, writing, losses: [], converts: false };
    const content = htmlToMarkdown(html);
    return {
      view,
      writing: { content, content_format: "markdown" },
      losses: lossBetween(html, markdownToHtml(content)),
      converts: html.trim() !== "",
    };
  }
  const losses = view === "rich" ? richLosses(writing) : [];
  const converts = writing.content_format === "markdown" && html.trim() !== "";
  return { view, writing: { content: html, content_format: "html" }, losses, converts };
}

/** The view that a post opens in: rich text, unless it is Markdown or would lose something. */
export const openingView = (writing: Writing): View =>
  writing.content_format === "markdown" ? "markdown" : richLosses(writing).length > 0 ? "html" : "rich";
