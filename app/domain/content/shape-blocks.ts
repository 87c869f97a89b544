import { CALLOUTS, calloutKind } from "./markup/callouts.ts";
import { MATH_CLASS, texOf } from "./markup/math.ts";
import { type Element, isElement, type Node, walk } from "./markup/tree.ts";

const MAX_FORMULAS = 1000;
const MAX_DIAGRAMS = 20;

const DIAGRAM_CLASS = "language-mermaid";

function codeIn<Extra extends object>({ name, children }: Element<Extra>, className: string): string | null {
  const [code, ...others] = children;
  if (name !== "pre" || others.length > 0 || typeof code !== "object" || !isElement(code)) return null;
  const [text, ...more] = code.children;
  return code.name === "code" && code.attributes.class === className && more.length === 0 && typeof text === "string"
    ? text
    : null;
}

/** Only the thread of `render-content.ts` draws. */
export class NeedsThread extends Error {}

function shapeCallout(box: Element): void {
  const kind = calloutKind(box.attributes.class);
  // Not a landmark of the page, as `aside` would be.
  box.name = "div";
  if (!kind) return;
  box.attributes = { ...box.attributes, class: `callout ${box.attributes.class}`, role: "note" };
  box.children.unshift({ name: "p", attributes: { class: "callout-title" }, children: [CALLOUTS[kind]] });
}

const become = (element: Element, { name, attributes, children }: Element) =>
  Object.assign(element, { name, attributes, children });

function diagramBox(drawing: Element, source: string): Element {
  const scroll = { class: "diagram-scroll", tabindex: "0", role: "region", "aria-label": "Diagram" };
  const code: Element = {
    name: "pre",
    attributes: { tabindex: "0" },
    children: [{ name: "code", attributes: {}, children: [source] }],
  };
  const summary: Element = { name: "summary", attributes: {}, children: ["Diagram as text"] };
  return {
    name: "div",
    attributes: { class: "diagram" },
    children: [
      { name: "div", attributes: scroll, children: [drawing] },
      { name: "details", attributes: {}, children: [summary, code] },
    ],
  };
}

const formulaBox = (drawn: Element): Element => ({
  name: "div",
  attributes: { class: "math", tabindex: "0" },
  children: [drawn],
});

type Found = { element: Element; source: string; kind: "formula" | "line" | "diagram" };

function drawnElements(nodes: Node[]): Found[] {
  const found: Found[] = [];
  walk(nodes, (element) => {
    const [line, formula, diagram] = [texOf(element), codeIn(element, MATH_CLASS), codeIn(element, DIAGRAM_CLASS)];
    if (line !== null) found.push({ element, source: line, kind: "line" });
    else if (formula !== null) found.push({ element, source: formula, kind: "formula" });
    else if (diagram !== null) found.push({ element, source: diagram, kind: "diagram" });
    return element.name !== "pre";
  });
  return found;
}

/** What can't be drawn stays code. @param mayDraw false on a thread that others wait for @throws NeedsThread */
export async function shapeBlocks(nodes: Node[], mayDraw: boolean): Promise<void> {
  const drawn = drawnElements(nodes);
  if (drawn.length > 0 && !mayDraw) throw new NeedsThread();
  walk(nodes, (element) => {
    if (element.name === "aside") shapeCallout(element);
  });
  let [formulas, diagrams] = [MAX_FORMULAS, MAX_DIAGRAMS];
  for (const { element, source, kind } of drawn) {
    if (kind === "diagram") {
      diagrams -= 1;
      const drawing = diagrams < 0 ? null : (await import("./draw-diagram.ts")).drawDiagram(source, MAX_DIAGRAMS - diagrams);
      if (drawing) become(element, diagramBox(drawing, source));
      continue;
    }
    formulas -= 1;
    const formula = formulas < 0 ? null : (await import("./draw-math.ts")).drawMath(source, kind === "formula");
    if (formula) become(element, kind === "formula" ? formulaBox(formula) : formula);
  }
}
