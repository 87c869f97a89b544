import type { Element, Node } from "../../content/markup/tree.ts";
import { COLUMN_WIDTH } from "./issue-mail.ts";

export const element = (name: string, attributes: Record<string, string>, ...children: Node[]): Element => ({
  name,
  attributes,
  children,
});

const LAYOUT = { role: "presentation", cellpadding: "0", cellspacing: "0", border: "0" };

/** A table of one cell. Its look is that of the class of the cell in `issue-styles.ts`. */
export const box = (className: string, ...children: Node[]): Element =>
  element(
    "table",
    { ...LAYOUT, width: "100%", class: "box" },
    element("tr", {}, element("td", { class: className }, ...children)),
  );

/** Side by side, with equal widths. */
export function row(className: string, cells: Node[][], columns: number): Element {
  const width = `${Math.floor(100 / columns)}%`;
  const tds = cells.map((cell) => element("td", { class: className, width, valign: "top" }, ...cell));
  return element("table", { ...LAYOUT, width: "100%", class: "fixed" }, element("tr", {}, ...tds));
}

/** For what a reader is asked to do. */
export const button = (label: string, address: string): Element =>
  element(
    "table",
    { ...LAYOUT, class: "button" },
    element("tr", {}, element("td", { class: "button-in" }, element("a", { href: address }, label))),
  );

export const link = (address: string | null, ...children: Node[]): Node[] =>
  address === null ? children : [element("a", { href: address }, ...children)];

/** A picture that leads somewhere. */
export const linkedImage = (address: string | null, shown: Element): Element =>
  address === null ? shown : element("a", { href: address, class: "picture" }, shown);

/** Without a height, so that a hidden picture takes no room. @param width of the picture in pixels, if known */
export const image = (src: string, alt: string, width?: number, most: number = COLUMN_WIDTH): Element =>
  element("img", { src, alt, width: String(Math.min(width ?? most, most)), border: "0" });
