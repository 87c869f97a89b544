import { EMBED_CLASS } from "../../../../domain/content/markup/figures.ts";
import { BLOCKS, isElement, plainText, walk } from "../../../../domain/content/markup/tree.ts";
import { type Element, type Node, parseHtml, toHtml } from "../convert-html.ts";
import { pasteFootnotes } from "./paste-footnotes.ts";
import { isEmbeddedPicture, pendingAddress } from "./paste-pictures.ts";
import { readPasted } from "./read-pasted.ts";
import { allowedAttributes, linkTarget, restoreWordLists, styleOf } from "./word-lists.ts";

const HEADING = /^h[2-4]$/;

/** Marks that a word processor writes as looks: `font-weight:700` and the like. */
function marksOfStyle(element: Element): string[] {
  const style = styleOf(element);
  const marks: string[] = [];
  const weight = style.get("font-weight") ?? "";
  if (weight === "bold" || Number(weight) >= 600) marks.push("strong");
  if (/italic|oblique/.test(style.get("font-style") ?? "")) marks.push("em");
  const decoration = `${style.get("text-decoration") ?? ""} ${style.get("text-decoration-line") ?? ""}`;
  if (decoration.includes("line-through")) marks.push("s");
  if (decoration.includes("underline") && !/dotted|dashed|wavy/.test(decoration)) marks.push("u");
  if (style.get("vertical-align") === "super") marks.push("sup");
  if (style.get("vertical-align") === "sub") marks.push("sub");
  return marks;
}

/** Google Docs wraps everything into a bold element that isn't bold. */
const isPlainBold = (element: Element): boolean =>
  (element.name === "b" || element.name === "strong") && /^(normal|[1-5]00)$/.test(styleOf(element).get("font-weight") ?? "");

/** The children of every element without the elements that `drop` names. */
function unwrap(nodes: Node[], drop: (element: Element) => boolean): Node[] {
  return nodes.flatMap((node) => {
    if (!isElement(node)) return [node];
    node.children = unwrap(node.children, drop);
    return drop(node) ? node.children : [node];
  });
}

/** A heading is bold by itself; a mark within the same mark says nothing new. */
function withoutRepeatedMarks(nodes: Node[], around: readonly string[] = []): Node[] {
  return nodes.flatMap((node) => {
    if (!isElement(node)) return [node];
    const inside = HEADING.test(node.name) ? [...around, "strong"] : around;
    if (["strong", "em", "s", "u"].includes(node.name) && inside.includes(node.name)) {
      return withoutRepeatedMarks(node.children, inside);
    }
    node.children = withoutRepeatedMarks(node.children, [...inside, node.name]);
    return [node];
  });
}

/** Links say by themselves that they are links. */
function withoutUnderlinedLinks(nodes: Node[]): Node[] {
  return nodes.map((node) => {
    if (!isElement(node)) return node;
    node.children = node.name === "a" ? unwrap(node.children, ({ name }) => name === "u") : withoutUnderlinedLinks(node.children);
    return node;
  });
}

/**
 * `pictures`: the number of pictures left out, because they are on the author's disk for example. `embedded`: the data URLs of pictures
 * to upload; the HTML has a `pendingAddress` for each.
 */
export type CleanResult = { html: string; pictures: number; embedded: string[] };

const DROPPED = new Set(
  "head style script title meta link xml noscript template svg iframe input button select textarea datalist".split(" "),
);
/** Boxes around blocks or around text, which is a paragraph then. */
const BOXES = new Set(
  "div section article main header footer aside address center fieldset legend form nav hgroup search dialog dl dt dd".split(" "),
);
const RENAMED: Record<string, string> = { b: "strong", i: "em", strike: "s", del: "s", h1: "h2", h5: "h4", h6: "h4", tt: "code" };
const ALLOWED_ELEMENTS = new Set(
  (
    "p br hr h2 h3 h4 strong em s u sub sup code pre blockquote ul ol li a img table tbody thead tfoot tr td th caption figure " +
    "figcaption mark kbd small samp var cite q abbr details summary audio video"
  ).split(" "),
);
/** Paragraphs that Word calls by what they are. */
const WORD_STYLES: [style: RegExp, element: string][] = [
  [/\bMsoTitle\b/, "h2"],
  [/\bMsoSubtitle\b/, "h3"],
  [/\bMso(Intense)?Quote\b/, "blockquote"],
];

const element = (name: string, children: Node[]): Element => ({ name, attributes: {}, children });
const wrapped = (children: Node[], marks: string[]): Node[] =>
  marks.reduceRight<Node[]>((inside, mark) => [element(mark, inside)], children);
const CELLS = new Set(["td", "th"]);
const isBlock = (node: Node) => isElement(node) && BLOCKS.has(node.name);

/** Word's own names: <o:p>, <w:sdt>, <v:shape>; their text stays. */
const nameOf = (node: Element, names: Record<string, string>) => {
  const style = node.name === "p" ? WORD_STYLES.find(([name]) => name.test(node.attributes.class ?? "")) : undefined;
  return style?.[1] ?? names[node.name] ?? node.name;
};

const isPicture = (node: Node | undefined): node is Element => typeof node === "object" && isElement(node) && node.name === "img";
const isFootnote = (node: Node) => isElement(node) && "data-footnote" in node.attributes;
const withoutBlanks = (nodes: Node[]): Node[] => nodes.filter((node) => typeof node !== "string" || node.trim() !== "");

/** The paragraphs that text between blocks is. */
function inParagraphs(nodes: Node[]): Node[] {
  const result: Node[] = [];
  let run: Node[] = [];
  const finish = () => {
    const isText = plainText(run) !== "" || hasContent(run);
    result.push(...(isText ? [element("p", run)] : run));
    run = [];
  };
  for (const node of nodes) {
    if (!isBlock(node)) run.push(node);
    else {
      finish();
      result.push(node);
    }
  }
  finish();
  return result;
}

const FIGURES = new Set([EMBED_CLASS, "audio", "video"]);

/** A figure around what needs none goes, as does one whose picture was left out. */
function figureOf({ attributes }: Element, children: Node[]): Node[] {
  if (FIGURES.has(attributes.class ?? "")) return [{ name: "figure", attributes: { class: attributes.class ?? "" }, children }];
  const inside = withoutBlanks(children);
  const caption = inside.find((node) => isElement(node) && node.name === "figcaption");
  if (caption === undefined) return inside.some(isPicture) ? [element("figure", children)] : inParagraphs(children);
  return inside.length > 1 ? [element("figure", children)] : [element("p", isElement(caption) ? caption.children : [])];
}

/** Pages link a picture to its file. */
const PICTURE_FILE = /\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#].*)?$|\/wiki\/File:/i;
/** Where the text's own lines and blanks count. */
const KEEPS_LINES = /^(?:pre|pre-wrap|pre-line|break-spaces)$/;

class Cleaner {
  pictures = 0;
  readonly embedded: string[] = [];
  readonly #names: Record<string, string>;
  #keepsLines = false;

  /** @param isOutline whether `h1` is the heading of a section, as opposed to the title */
  constructor(isOutline: boolean) {
    this.#names = isOutline ? { ...RENAMED, h2: "h3", h3: "h4" } : RENAMED;
  }

  clean(nodes: Node[]): Node[] {
    return nodes.flatMap((node) => {
      if (typeof node !== "string") return isElement(node) ? this.#cleanElement(node) : [];
      if (!this.#keepsLines) return [node];
      return node.split("\n").flatMap((line, index) => (index === 0 ? [line] : [element("br", []), line]));
    });
  }

  #cleanElement(node: Element): Node[] {
    if (DROPPED.has(node.name) || node.name.startsWith("v:")) return [];
    const name = nameOf(node, this.#names);
    if (name === "img") return this.#cleanPicture(node);
    if (name === "pre") return [{ name, attributes: {}, children: [codeOf(node)] }];
    const children = this.#cleanChildren(node);
    if (BOXES.has(name)) return inParagraphs(children);
    if (!ALLOWED_ELEMENTS.has(name) || isPlainBold(node)) return children;
    if (name === "blockquote") return [element(name, inParagraphs(children))];
    if (name === "figure") return figureOf(node, children);
    if (name !== "a") return [{ name, attributes: allowedAttributes({ ...node, name }), children }];
    const href = linkTarget(node.attributes.href);
    if (href === null || (PICTURE_FILE.test(href) && withoutBlanks(children).every(isPicture))) return children;
    return [{ name, attributes: { ...allowedAttributes(node), href }, children }];
  }

  #cleanChildren(node: Element): Node[] {
    const before = this.#keepsLines;
    const space = styleOf(node).get("white-space");
    if (space !== undefined) this.#keepsLines = KEEPS_LINES.test(space);
    const children = this.clean(node.children);
    this.#keepsLines = before;
    if (isBlock(node) && (!CELLS.has(node.name) || children.some(isBlock))) return children;
    const marks = marksOfStyle(node);
    return wrapped(children, withoutBlanks(children).every(isFootnote) ? [] : marks);
  }

  /** Keeps pictures of this site, those of others, which the author can have fetched, and those that the HTML contains. */
  #cleanPicture(node: Element): Node[] {
    if (/^(?:https?:)?\/\/|^\/(?!\/)/i.test(node.attributes.src ?? ""))
      return [{ ...node, attributes: allowedAttributes(node), children: [] }];
    if (isEmbeddedPicture(node.attributes.src ?? "")) {
      const attributes = { ...allowedAttributes(node), src: pendingAddress(this.embedded.length) };
      this.embedded.push(node.attributes.src ?? "");
      return [{ ...node, attributes, children: [] }];
    }
    this.pictures += 1;
    return [];
  }
}

/** The text of code with its lines, which editors write as elements, and blanks, which they write as no-break spaces. */
function codeOf(pre: Element): Element {
  const text = (nodes: Node[]): string =>
    nodes
      .map((node) => {
        if (typeof node === "string") return node.replaceAll("\u00a0", " ");
        if (!isElement(node)) return "";
        if (node.name === "br") return "\n";
        const inside = text(node.children);
        return node.name === "div" && !inside.endsWith("\n") ? `${inside}\n` : inside;
      })
      .join("");
  const code = pre.children.find((child) => isElement(child) && child.name === "code");
  const attributes = { ...allowedAttributes(pre), ...(code && isElement(code) ? allowedAttributes(code) : {}) };
  return { name: "code", attributes, children: [text(pre.children).replace(/\n$/, "")] };
}

/** Google Docs puts a nested list after its item instead of into it. */
function nestLists(nodes: Node[]): void {
  for (const node of nodes) {
    if (!isElement(node)) continue;
    if (node.name === "ul" || node.name === "ol") {
      const items: Node[] = [];
      for (const child of node.children) {
        const last = items.at(-1);
        if (isElement(child) && (child.name === "ul" || child.name === "ol") && last && isElement(last))
          last.children.push(child);
        else if (typeof child !== "string") items.push(child);
      }
      node.children = items;
    }
    nestLists(node.children);
  }
}

/** Blanks as a word processor pads with them: several to one, those at the ends of a block to none. */
function collapse(nodes: Node[]): Node[] {
  return nodes.map((node) => {
    if (typeof node === "string") return node.replace(/[\s\u00a0]*[\n\r\t][\s\u00a0]*/g, " ").replace(/[ \u00a0]{2,}/g, " ");
    if (isElement(node) && node.name !== "pre") node.children = collapse(node.children);
    return node;
  });
}

const CAN_BE_EMPTY = new Set(["td", "th", "tr", "br", "hr", "img", "audio", "video"]);
const hasContent = (nodes: Node[]): boolean =>
  nodes.some(
    (node) => isElement(node) && (/^(?:img|hr|audio|video)$/.test(node.name) || isFootnote(node) || hasContent(node.children)),
  );

function withoutEmpty(nodes: Node[]): Node[] {
  return nodes.flatMap((node) => {
    if (!isElement(node) || CAN_BE_EMPTY.has(node.name) || isFootnote(node)) {
      if (isElement(node)) node.children = withoutEmpty(node.children);
      return [node];
    }
    node.children = withoutEmpty(node.children);
    if (plainText(node.children).replaceAll("\u00a0", "") !== "" || hasContent(node.children)) return [node];
    return BLOCKS.has(node.name) ? [] : node.children;
  });
}

const isPadding = (node: Node) => (typeof node === "string" ? node.trim() === "" : isElement(node) && node.name === "br");

/** Between blocks, line breaks and blanks are padding; at the ends of a block, blanks. */
function withoutPadding(nodes: Node[], inBlock = false): Node[] {
  const content = nodes.some(isBlock) ? nodes.filter((node) => !isPadding(node)) : nodes;
  return content.map((node, index) => {
    if (typeof node === "string") {
      const start = inBlock && index === 0 ? node.replace(/^[\s\u00a0]+/, "") : node;
      return inBlock && index === content.length - 1 ? start.replace(/[\s\u00a0]+$/, "") : start;
    }
    if (isElement(node) && node.name !== "pre") node.children = withoutPadding(node.children, BLOCKS.has(node.name));
    return node;
  });
}

/** A paragraph with nothing but a picture is that picture as a block. */
const withFigures = (nodes: Node[]): Node[] =>
  nodes.map((node) => {
    if (typeof node === "string" || !isElement(node) || node.name !== "p") return node;
    const [picture, ...others] = withoutBlanks(node.children);
    return isPicture(picture) && others.length === 0 ? element("figure", [picture]) : node;
  });

function tidy(nodes: Node[]): Node[] {
  nestLists(nodes);
  return withFigures(withoutPadding(withoutEmpty(collapse(withoutUnderlinedLinks(withoutRepeatedMarks(nodes))))));
}

const NOTES = /<div[^>]+mso-element:\s?(?:foot|end)note-list[\s\S]*?(?=<\/body|$)/i;

/** What was selected, and Word's footnotes, which follow it. */
function selectionOf(html: string): string {
  const [all, selected] = /<!--StartFragment-->([\s\S]*?)<!--EndFragment-->/.exec(html) ?? [];
  if (all === undefined || selected === undefined) return html;
  return selected + (NOTES.exec(html.slice(html.indexOf(all) + all.length))?.[0] ?? "");
}

/**
 * Cleans HTML that was copied from a word processor or a page. Headings, bold, italic, lists, links, tables, quotes, code, footnotes,
 * formulas and players stay; styles, classes, empty paragraphs and the word processor's own elements go.
 * @param html the clipboard's HTML, of any origin
 */
export function cleanPaste(html: string): CleanResult {
  const read = readPasted(parseHtml(selectionOf(html).replace(/<!--[\s\S]*?-->|<!\[(?:if|endif)[^>]*>/gi, "")));
  let titles = 0;
  walk(read, (node) => {
    if (isElement(node) && node.name === "h1") titles += 1;
  });
  const cleaner = new Cleaner(titles > 1);
  const toNote = (note: Node[]) => {
    const cleaned = tidy(cleaner.clean(note));
    const [first, ...others] = cleaned;
    return toHtml(others.length === 0 && first && isElement(first) && first.name === "p" ? first.children : cleaned);
  };
  const cleaned = tidy(cleaner.clean(restoreWordLists(pasteFootnotes(read, toNote))));
  const [picture, ...others] = withoutBlanks(cleaned);
  const nodes = isPicture(picture) && others.length === 0 ? [element("figure", [picture])] : cleaned;
  return { html: toHtml(nodes), pictures: cleaner.pictures, embedded: cleaner.embedded };
}
