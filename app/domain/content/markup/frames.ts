import { safeAddress, withScheme } from "./addresses.ts";
import { EMBED_CLASS, embedAt } from "./figures.ts";
import { pageOf } from "./player-pages.ts";
import { BLOCKS, type Element, isElement, type Node, walk } from "./tree.ts";

const FRAMES: Record<string, readonly string[]> = { iframe: ["src", "data-src"], embed: ["src"], object: ["data"] };

/** Their content isn't text of the article. */
export const LEFT_OUT =
  "script style title textarea select option button embed applet canvas iframe frameset noframes noembed noscript " +
  "template svg math xmp plaintext listing head";

/** What an author misses on the article's page, in the words of HTML. */
const MISSED = new Set([
  ...LEFT_OUT.split(" ").filter((name) => !/^(?:option|title|head|noscript|template)$/.test(name)),
  "form",
  "input",
  "object",
]);

/** Null for elements without a frame or address. For a known player, its page. */
export function framedPage(name: string, attributes: Record<string, string>): string | null {
  for (const attribute of FRAMES[name] ?? []) {
    const address = safeAddress(withScheme(attributes[attribute] ?? ""), ["http:", "https:"]);
    if (address?.startsWith("/")) return address;
    const page = address === null ? null : pageOf(address);
    if (page !== null) return embedAt(page)?.address ?? page;
  }
  return null;
}

/** A known player or post becomes an embed, every other page a link. */
export function unframed(page: string): Element {
  const link = { name: "a", attributes: { href: page }, children: [page] };
  return embedAt(page)
    ? { name: "figure", attributes: { class: EMBED_CLASS }, children: [link] }
    : { name: "p", attributes: {}, children: [link] };
}

/** Given to a frame that was sanitized as a link. */
export const FRAME_CLASS = "framed-page";

const isFrame = (node: Node): node is Element & { name: "a" } =>
  typeof node !== "string" && node.name === "a" && node.attributes.class === FRAME_CLASS;
const pageIn = ({ attributes }: Element) => attributes.href ?? "";
const isBlank = (node: Node) => typeof node === "string" && node.trim() === "";

function framesIn(nodes: Node[]): Element[] {
  const found: Element[] = [];
  walk(nodes, (element) => {
    if (isFrame(element)) found.push(element);
  });
  return found;
}

/** A paragraph can't contain blocks. */
function splitParagraph(paragraph: Element): Node[] {
  const parts: Node[] = [];
  let run: Node[] = [];
  const finish = () => {
    if (!run.every(isBlank)) parts.push({ ...paragraph, children: withoutFrames(run) });
    run = [];
  };
  for (const child of paragraph.children) {
    if (isFrame(child)) {
      finish();
      parts.push(unframed(pageIn(child)));
    } else run.push(child);
  }
  finish();
  return parts;
}

function withoutFrames(nodes: Node[]): Node[] {
  for (const frame of framesIn(nodes)) {
    const page = pageIn(frame);
    frame.attributes = { href: page };
    frame.children = [page];
  }
  return nodes;
}

const HOLDS_LINES = new Set("p h1 h2 h3 h4 h5 h6 pre summary dt caption figcaption".split(" "));

/** Frames, which `sanitizeWithNames` made links, become embeds of known players, else links. A figure around goes, its caption stays. */
export function shapeFrames(nodes: Node[]): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (typeof node === "string") return [node];
    if (isFrame(node)) return [unframed(pageIn(node))];
    const { name, children } = node;
    if (name === "p" && children.some(isFrame)) return splitParagraph(node);
    if (name === "figure") {
      const [frame, ...others] = framesIn(children);
      const caption = children.filter((child) => typeof child !== "string" && child.name === "figcaption");
      if (frame && others.length === 0)
        return [
          unframed(pageIn(frame)),
          ...caption.map((one) => ({ ...(one as Element), name: "p", children: withoutFrames((one as Element).children) })),
        ];
    }
    node.children = BLOCKS.has(name) && !HOLDS_LINES.has(name) ? shapeFrames(children) : withoutFrames(children);
    return [node];
  });
}

/** Frames that are links, by their pages, and elements that are left out, by their names. */
export function leftOutOf<Extra extends object>(nodes: Node<Extra>[]): { pages: string[]; names: Map<string, number> } {
  const pages: string[] = [];
  const names = new Map<string, number>();
  walk(nodes, (element) => {
    if (!isElement(element)) return true;
    const page = framedPage(element.name, element.attributes);
    if (page !== null && !embedAt(page)) pages.push(page);
    if (page !== null || !MISSED.has(element.name)) return page === null;
    names.set(element.name, (names.get(element.name) ?? 0) + 1);
    return element.name === "object";
  });
  return { pages, names };
}
