import { EMBED_CLASS, type Embed, embedAt } from "./embeds-model.ts";
import { type Element, type Node, plainText } from "./tree-model.ts";

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
export function shapeEmbeds(nodes: Node[], isTop = true): Node[] {
  return nodes.map((node): Node => {
    if (typeof node === "string") return node;
    const found = marked(node) ?? (isTop ? alone(node) : null);
    if (found) return still(found.embed, found.title);
    node.children = shapeEmbeds(node.children, false);
    return node;
  });
}
