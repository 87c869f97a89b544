import { BLOCKS, isElement, plainText } from "../../../../domain/content/markup/tree.ts";
import { type Element, type Node, parseHtml, toHtml } from "../convert-html.ts";
import { keptAttributes, linkTarget, restoreWordLists, styleOf } from "./word-lists.ts";

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

/** `pictures`: the number of pictures left out because they are on the author's disk or on another site. */
export type CleanResult = { html: string; pictures: number };

const DROPPED = new Set(
  "head style script title meta link xml noscript template svg math object iframe form input button".split(" "),
);
const RENAMED: Record<string, string> = { b: "strong", i: "em", strike: "s", del: "s", h1: "h2", h5: "h4", h6: "h4", tt: "code" };
const KEPT = new Set(
  (
    "p br hr h2 h3 h4 strong em s u sub sup code pre blockquote ul ol li a img table tbody thead tfoot tr td th caption figure " +
    "figcaption mark kbd"
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
const isBlock = (node: Node) => isElement(node) && BLOCKS.has(node.name);

/** Word's own names: <o:p>, <w:sdt>, <v:shape>; their text stays. */
const nameOf = (node: Element) => {
  const style = node.name === "p" ? WORD_STYLES.find(([name]) => name.test(node.attributes.class ?? "")) : undefined;
  return style?.[1] ?? RENAMED[node.name] ?? node.name;
};

class Cleaner {
  pictures = 0;

  clean(nodes: Node[]): Node[] {
    return nodes.flatMap((node) => (typeof node === "string" ? [node] : isElement(node) ? this.#cleanElement(node) : []));
  }

  #cleanElement(node: Element): Node[] {
    if (
      DROPPED.has(node.name) ||
      node.name.startsWith("v:") ||
      /\bApple-interchange-newline\b/.test(node.attributes.class ?? "")
    ) {
      return [];
    }
    const name = nameOf(node);
    if (name === "img") return this.#cleanPicture(node);
    if (name === "pre") return [{ name, attributes: {}, children: this.#code(node) }];
    const children = wrapped(this.clean(node.children), isBlock(node) ? [] : marksOfStyle(node));
    if (name === "div" || name === "section" || name === "article") {
      return children.some(isBlock) || plainText(children) === "" ? children : [element("p", children)];
    }
    if (!KEPT.has(name) || isPlainBold(node)) return children;
    if (name === "blockquote") return [element(name, children.some(isBlock) ? children : [element("p", children)])];
    if (name !== "a") return [{ name, attributes: keptAttributes({ ...node, name }), children }];
    const href = linkTarget(node.attributes.href);
    return href === null ? children : [{ name, attributes: { ...keptAttributes(node), href }, children }];
  }

  /** Keeps only pictures of this site; others have to be uploaded. */
  #cleanPicture(node: Element): Node[] {
    if (/^\/(?!\/)/.test(node.attributes.src ?? "")) return [{ ...node, attributes: keptAttributes(node), children: [] }];
    this.pictures += 1;
    return [];
  }

  #code(pre: Element): Node[] {
    const text = (nodes: Node[]): string =>
      nodes
        .map((node) =>
          typeof node === "string" ? node : isElement(node) ? (node.name === "br" ? "\n" : text(node.children)) : "",
        )
        .join("");
    const code = pre.children.find((child) => isElement(child) && child.name === "code");
    const attributes = { ...keptAttributes(pre), ...(code && isElement(code) ? keptAttributes(code) : {}) };
    return [{ name: "code", attributes, children: [text(pre.children)] }];
  }
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

const CAN_BE_EMPTY = new Set(["td", "th", "br", "hr", "img"]);
const hasPicture = (nodes: Node[]): boolean =>
  nodes.some((node) => isElement(node) && (node.name === "img" || node.name === "hr" || hasPicture(node.children)));

function withoutEmpty(nodes: Node[]): Node[] {
  return nodes.flatMap((node) => {
    if (!isElement(node) || CAN_BE_EMPTY.has(node.name)) {
      if (isElement(node)) node.children = withoutEmpty(node.children);
      return [node];
    }
    node.children = withoutEmpty(node.children);
    if (plainText(node.children).replaceAll("\u00a0", "") !== "" || hasPicture(node.children)) return [node];
    return BLOCKS.has(node.name) ? [] : node.children;
  });
}

const isPadding = (node: Node) => (typeof node === "string" ? node.trim() === "" : isElement(node) && node.name === "br");

/** Between blocks, line breaks and blanks are padding; at the ends of a block, blanks. */
function withoutPadding(nodes: Node[], inBlock = false): Node[] {
  const kept = nodes.some(isBlock) ? nodes.filter((node) => !isPadding(node)) : nodes;
  return kept.map((node, index) => {
    if (typeof node === "string") {
      const start = inBlock && index === 0 ? node.replace(/^[\s\u00a0]+/, "") : node;
      return inBlock && index === kept.length - 1 ? start.replace(/[\s\u00a0]+$/, "") : start;
    }
    if (isElement(node) && node.name !== "pre") node.children = withoutPadding(node.children, BLOCKS.has(node.name));
    return node;
  });
}

/**
 * Cleans HTML that was copied from a word processor or a page. Headings, bold, italic, lists, links, tables, quotes and code stay;
 * styles, classes, empty paragraphs and the word processor's own elements go.
 * @param html the clipboard's HTML, of any origin
 */
export function cleanPaste(html: string): CleanResult {
  const fragment = /<!--StartFragment-->([\s\S]*?)<!--EndFragment-->/.exec(html)?.[1] ?? html;
  const cleaner = new Cleaner();
  const listed = restoreWordLists(parseHtml(fragment.replace(/<!--[\s\S]*?-->|<!\[(?:if|endif)[^>]*>/gi, "")));
  let nodes = cleaner.clean(listed);
  nestLists(nodes);
  nodes = withoutPadding(withoutEmpty(collapse(withoutUnderlinedLinks(withoutRepeatedMarks(nodes)))));
  return { html: toHtml(nodes), pictures: cleaner.pictures };
}
