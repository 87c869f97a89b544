import { isBackLink, isNoteList, referredNote } from "../content/footnotes-model.ts";
import { type Element, isElement, type Node, plainText } from "../content/tree-model.ts";

/** A thing of an article and the how manieth of its kind it is, from 0. */
type Found = { index: number; element: Element };
export type FoundLink = Found & { text: string; href: string; hasPicture: boolean; inNote: boolean };
export type FoundHeading = Found & { level: number; text: string };

/** What an article consists of, each kind in the order of the text. `texts` are paragraphs and items, footnotes aside. */
export type Inventory = {
  images: Found[];
  headings: FoundHeading[];
  links: FoundLink[];
  paragraphs: (Found & { text: string })[];
  texts: string[];
};

const hasPicture = (nodes: Node[]): boolean =>
  nodes.some(
    (node) => isElement(node) && (node.name === "img" ? Boolean(node.attributes.alt?.trim()) : hasPicture(node.children)),
  );

const isEmbed = ({ name, attributes }: Element) => name === "figure" && attributes.class === "embed";

/** Goes through an article once. Links of footnotes count apart from those of the text; embeds and code are left out. */
export function inventoryOf(nodes: Node[]): Inventory {
  const found: Inventory = { images: [], headings: [], links: [], paragraphs: [], texts: [] };
  const count = { text: 0, note: 0 };

  const link = (element: Element, inNote: boolean) => {
    const index = inNote ? count.note++ : count.text++;
    const text = plainText(element.children);
    const href = element.attributes.href?.trim() ?? "";
    found.links.push({ index, element, text, href, hasPicture: hasPicture(element.children), inNote });
  };
  const visit = (list: Node[], inNote: boolean): void => {
    for (const element of list) {
      if (!isElement(element) || isEmbed(element) || referredNote(element) !== null || isBackLink(element)) continue;
      const { name, children } = element;
      const level = /^h([1-6])$/.exec(name)?.[1];
      if (level) found.headings.push({ index: found.headings.length, element, level: Number(level), text: plainText(children) });
      if (name === "img") found.images.push({ index: found.images.length, element });
      if (name === "a" && element.attributes.href !== undefined) link(element, inNote);
      if (name === "p" && !inNote) found.paragraphs.push({ index: found.paragraphs.length, element, text: plainText(children) });
      if ((name === "p" || (name === "li" && !children.some((child) => isElement(child) && child.name === "p"))) && !inNote)
        found.texts.push(plainText(children.filter((child) => !isElement(child) || !/^[uo]l$/.test(child.name))));
      visit(children, inNote || isNoteList(element));
    }
  };
  visit(nodes, false);
  return found;
}
