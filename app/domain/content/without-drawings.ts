import { type Element, type Node, walk } from "./markup/tree.ts";

/** The first element with a name. */
function find(nodes: Node[], name: string): Element | undefined {
  let found: Element | undefined;
  walk(nodes, (element) => {
    if (element.name === name) found ??= element;
    return found === undefined;
  });
  return found;
}

/** Replaces drawings by their source, for feed readers, which show neither MathML nor SVG reliably. */
export function withoutDrawings(nodes: Node[]): void {
  walk(nodes, (element) => {
    if (element.name === "math") {
      const tex = find(element.children, "annotation")?.children ?? [];
      Object.assign(element, { name: "code", attributes: {}, children: tex });
    } else if (element.name === "div" && element.attributes.class === "diagram") {
      const source = find(element.children, "pre");
      if (source) Object.assign(element, source);
    }
  });
}
