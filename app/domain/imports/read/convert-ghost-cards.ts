import { Parser } from "htmlparser2";
import { BOOKMARK_CLASS } from "../../content/markup/bookmarks.ts";
import { type Element, growTree, isElement, type Node, plainText, serialize, walk } from "../../content/markup/tree.ts";
import { ShallowTokenizer } from "../../content/sanitize.ts";

const CARD = /class=["'][^"']{0,200}\bkg-(?:callout|toggle|gallery|bookmark|audio|video)-card\b/;

const has = ({ attributes }: Element, name: string) => (attributes.class ?? "").split(/\s+/).includes(name);

function findIn(nodes: Node[], isWanted: (element: Element) => boolean): Element[] {
  const found: Element[] = [];
  walk(nodes, (element) => {
    if (isWanted(element)) found.push(element);
  });
  return found;
}

const partOf = (card: Element, name: string): Element | undefined => findIn(card.children, (element) => has(element, name))[0];
const make = (name: string, attributes: Record<string, string>, children: Node[]): Element => ({ name, attributes, children });
const isBlank = (node: Node) => typeof node === "string" && node.trim() === "";

function callout(card: Element): Element {
  const emoji = plainText(partOf(card, "kg-callout-emoji")?.children ?? []);
  const text = partOf(card, "kg-callout-text")?.children ?? [];
  return make("aside", { class: "callout-note" }, [make("p", {}, [...(emoji ? [`${emoji} `] : []), ...text])]);
}

function toggle(card: Element): Element {
  const title = plainText(partOf(card, "kg-toggle-heading-text")?.children ?? []);
  const content = partOf(card, "kg-toggle-content")?.children ?? [];
  return make("details", {}, [make("summary", {}, [title]), ...content.filter((node) => !isBlank(node))]);
}

const captionOf = (card: Element): Node[] => {
  const caption = findIn(card.children, ({ name }) => name === "figcaption")[0];
  return caption ? [make("figcaption", {}, caption.children)] : [];
};

function gallery(card: Element): Element {
  const pictures = findIn(card.children, ({ name }) => name === "img").map((image) => make("figure", {}, [image]));
  return make("figure", { class: "gallery" }, [...pictures, ...captionOf(card)]);
}

function bookmark(card: Element): Element | null {
  const href = partOf(card, "kg-bookmark-container")?.attributes.href;
  if (!href) return null;
  const say = (name: string) => plainText(partOf(card, name)?.children ?? []);
  const [title, description, site] = [say("kg-bookmark-title"), say("kg-bookmark-description"), say("kg-bookmark-publisher")];
  const src = findIn(partOf(card, "kg-bookmark-thumbnail")?.children ?? [], ({ name }) => name === "img")[0]?.attributes.src;
  return make("figure", { class: BOOKMARK_CLASS }, [
    make("a", { href }, [title || href]),
    ...(description ? [make("p", {}, [description])] : []),
    ...(src ? [make("img", { src, alt: "" }, [])] : []),
    ...(site ? [make("figcaption", {}, [site])] : []),
  ]);
}

function player(name: "audio" | "video") {
  return (card: Element): Element | null => {
    const attributes = findIn(card.children, (element) => element.name === name)[0]?.attributes;
    const src = attributes?.src;
    if (!src) return null;
    const poster = card.attributes["data-kg-custom-thumbnail"] || card.attributes["data-kg-thumbnail"];
    const { width, height } = attributes;
    const still = name === "video" ? { ...(poster && { poster }), ...(width && { width }), ...(height && { height }) } : {};
    const title = partOf(card, "kg-audio-title")?.children ?? [];
    const caption = plainText(title) ? [make("figcaption", {}, title)] : captionOf(card);
    return make("figure", { class: name }, [make(name, { src, ...still }, []), ...caption]);
  };
}

const CARDS: [name: string, convert: (card: Element) => Element | null][] = [
  ["kg-callout-card", callout],
  ["kg-toggle-card", toggle],
  ["kg-gallery-card", gallery],
  ["kg-bookmark-card", bookmark],
  ["kg-audio-card", player("audio")],
  ["kg-video-card", player("video")],
];

const convert = (nodes: Node[]): Node[] =>
  nodes.map((node) => {
    if (typeof node === "string" || !isElement(node)) return node;
    const card = CARDS.find(([name]) => has(node, name))?.[1](node);
    if (card) return card;
    node.children = convert(node.children);
    return node;
  });

/** Callouts, toggles, galleries and bookmarks. Other HTML stays. */
export function convertGhostCards(html: string): string {
  if (!CARD.test(html)) return html;
  const { nodes, handlers } = growTree();
  new Parser(handlers, { Tokenizer: ShallowTokenizer }).end(html);
  return serialize(convert(nodes));
}
