import { isElement } from "../../../../domain/content/tree-model.ts";
import type { Element, Node } from "../html/tree.ts";
import { styleOf } from "./attributes.ts";

const HEADING = /^h[2-4]$/;

/** Marks that a word processor writes as looks: `font-weight:700` and the like. */
export function marksOfStyle(element: Element): string[] {
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
export const isPlainBold = (element: Element): boolean =>
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
export function withoutRepeatedMarks(nodes: Node[], around: readonly string[] = []): Node[] {
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
export function withoutUnderlinedLinks(nodes: Node[]): Node[] {
  return nodes.map((node) => {
    if (!isElement(node)) return node;
    node.children = node.name === "a" ? unwrap(node.children, ({ name }) => name === "u") : withoutUnderlinedLinks(node.children);
    return node;
  });
}
