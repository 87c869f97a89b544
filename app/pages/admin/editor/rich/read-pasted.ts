import { EMBED_CLASS } from "../../../../domain/content/markup/figures.ts";
import { framedPage, unframed } from "../../../../domain/content/markup/frames.ts";
import { MATH_CLASS } from "../../../../domain/content/markup/math.ts";
import { isElement, plainText } from "../../../../domain/content/markup/tree.ts";
import type { Element, Node } from "../convert-html.ts";
import { styleOf } from "./word-lists.ts";

const element = (name: string, children: Node[], attributes: Record<string, string> = {}): Element => ({
  name,
  attributes,
  children,
});
const classesOf = ({ attributes }: Element): string[] => (attributes.class ?? "").split(/\s+/);
const hasClass = (node: Element, name: RegExp) => classesOf(node).some((one) => name.test(one));

/** Controls and comments of the program that the text was copied from: Word's comments, Wikipedia's links to edit a section. */
const NOT_TEXT = /^(?:Apple-interchange-newline|mso(?:comanchor|comoff|comtxt)|MsoCommentReference|mw-editsection)$/i;

/** Elements that the other program doesn't show, or that are no part of its text. */
function isLeftOut(node: Element): boolean {
  const style = styleOf(node);
  const isHidden = style.get("display") === "none" || style.get("mso-hide") === "all";
  // KaTeX and MathJax hide the formula that can be read behind the one that is drawn.
  return (isHidden && !containsTex(node)) || hasClass(node, NOT_TEXT) || style.get("mso-element") === "comment-list";
}

const DONE = "☑ ";
const TO_DO = "☐ ";

/** The box of a task: a checkbox, or the picture of one, as Google Docs has it. */
function taskBox(node: Element): string | null {
  const { type, checked, alt } = node.attributes;
  if (node.name === "input") return type?.toLowerCase() === "checkbox" ? (checked === undefined ? TO_DO : DONE) : null;
  if (node.name !== "img" || node.attributes["aria-roledescription"] !== "checkbox") return null;
  return /^checked/i.test(alt ?? "") ? DONE : TO_DO;
}

/** Google Docs has the box before the paragraph; it belongs into it. */
function withBox(item: Element): Element {
  const [box, next] = item.children.filter((child) => typeof child !== "string" || child.trim() !== "");
  if (typeof box !== "object" || !isElement(box) || taskBox(box) === null) return item;
  if (typeof next !== "object" || !isElement(next) || next.name !== "p") return item;
  const others = item.children.filter((child) => child !== box && child !== next);
  return { ...item, children: [{ ...next, children: [taskBox(box) ?? "", ...next.children] }, ...others] };
}

function find(nodes: Node[], matches: (node: Element) => boolean): Element | null {
  for (const node of nodes) {
    if (typeof node === "string" || !isElement(node)) continue;
    const found = matches(node) ? node : find(node.children, matches);
    if (found) return found;
  }
  return null;
}

const isTex = ({ name, attributes }: Element) =>
  (name === "annotation" && attributes.encoding === "application/x-tex") || (name === "math" && "alttext" in attributes);
const containsTex = (node: Element) => find([node], isTex) !== null;
const withoutDisplayStyle = (tex: string) => /^\{\\displaystyle\s*([\s\S]*?)\s*\}$/.exec(tex)?.[1] ?? tex;

/** The TeX of a formula, as KaTeX, MathJax and MediaWiki pass it on; null for everything else. */
function texOf(node: Element): string | null {
  const isFormula =
    node.name === "math" || node.name === "mjx-container" || hasClass(node, /^(?:katex|katex-display|mwe-math-element)$/);
  if (isFormula) {
    const annotation = find(
      [node],
      ({ name, attributes }) => name === "annotation" && attributes.encoding === "application/x-tex",
    );
    const tex = annotation ? plainText(annotation.children) : find([node], isTex)?.attributes.alttext;
    if (tex) return withoutDisplayStyle(tex.trim());
  }
  const isDrawn = node.name === "img" && hasClass(node, /^mwe-math-fallback-image/);
  return isDrawn && node.attributes.alt ? withoutDisplayStyle(node.attributes.alt.trim()) : null;
}

const isOnLine = (node: Element) => !hasClass(node, /^katex-display$|-display$/) && node.attributes.display !== "true";

function formula(node: Element): Node | null {
  const tex = texOf(node);
  if (tex === null) return null;
  const code = element("code", [tex], { class: MATH_CLASS });
  return isOnLine(node) ? code : element("pre", [code]);
}

/** Something of another site in a frame. */
function frame({ name, attributes }: Element): Node | null {
  const page = framedPage(name, attributes);
  return page === null || page.startsWith("/") ? null : unframed(page);
}

/** A player with its address, which some write into `<source>`. */
function player(node: Element): Node | null {
  const source = find(node.children, ({ name, attributes }) => name === "source" && Boolean(attributes.src));
  const src = node.attributes.src || source?.attributes.src;
  return src && /^(?:https?:|\/)/i.test(src) ? element("figure", [element(node.name, [], { src })], { class: node.name }) : null;
}

/** A picture that a page shows later has its address elsewhere; a picture of an emoji is that emoji. */
function picture(node: Element): Node {
  const { attributes } = node;
  if (hasClass(node, /^(?:wp-smiley|emoji)$/) && attributes.alt) return attributes.alt;
  const later = attributes["data-src"] ?? attributes["data-lazy-src"] ?? "";
  return /^https?:/i.test(later) && !/^https?:/i.test(attributes.src ?? "")
    ? { ...node, attributes: { ...attributes, src: later } }
    : node;
}

const FIXED = /mono|consolas|menlo|courier|monaco/;

/** A box of code as editors copy it: lines of a fixed width whose blanks count. */
function isCodeBox(node: Element): boolean {
  if (node.name !== "div" && node.name !== "span") return false;
  const style = styleOf(node);
  return /^pre(?:-wrap)?$/.test(style.get("white-space") ?? "") && FIXED.test(style.get("font-family") ?? "");
}

/** A frame or a player within another program's figure takes its caption. */
function withoutFigureAround(figure: Element): Node[] {
  const inner = find(figure.children, ({ name, attributes }) => name === "figure" && "class" in attributes);
  if (!inner) return [figure];
  const caption = find(figure.children, ({ name }) => name === "figcaption");
  if (!caption) return [inner];
  return inner.attributes.class === EMBED_CLASS
    ? [inner, element("p", caption.children)]
    : [{ ...inner, children: [...inner.children, caption] }];
}

function replaced(node: Element): Node | null | undefined {
  const box = taskBox(node);
  if (box !== null) return box;
  if (node.name === "iframe") return frame(node);
  if (node.name === "audio" || node.name === "video") return player(node);
  const math = formula(node);
  if (math !== null) return math;
  if (node.name === "img") return picture(node);
  return undefined;
}

/**
 * Writes what other programs pass on in their own ways as elements of an article: tasks, formulas, players, frames, code. Leaves out
 * what they don't show.
 * @param nodes from the clipboard
 */
export function readPasted(nodes: Node[]): Node[] {
  const result: Node[] = [];
  for (const node of nodes.flatMap(readNode)) {
    const last = result.at(-1);
    if (typeof node === "string" && typeof last === "string") result[result.length - 1] = last + node;
    else result.push(node);
  }
  return result;
}

function readNode(node: Node): Node[] {
  if (typeof node === "string") return [node];
  if (!isElement(node) || isLeftOut(node)) return [];
  const other = replaced(node);
  if (other !== undefined) return other === null ? [] : [other];
  if (isCodeBox(node)) return [{ ...node, name: "pre" }];
  const children = readPasted((node.name === "li" ? withBox(node) : node).children);
  if (node.name === "dt") return [{ ...node, children: [element("strong", children)] }];
  const read = { ...node, children };
  return node.name === "figure" ? withoutFigureAround(read) : [read];
}
