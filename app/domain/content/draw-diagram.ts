import { renderMermaidSVG } from "beautiful-mermaid";
import { Parser } from "htmlparser2";
import { cutText } from "../text-rules.ts";
import { type Element, growTree, type Node, plainText } from "./markup/tree.ts";

/** The time of the layout grows faster than the length. */
const MAX_LENGTH = 4000;
const MAX_LINES = 120;
const MAX_DRAWING = 500_000;

const ELEMENTS = new Set("svg g rect circle ellipse polygon polyline line path text tspan defs marker".split(" "));

const NUMBER = /^-?\d{1,6}(?:\.\d{1,20})?(?:e-\d{1,3})?(?:em)?$/;
const NUMBERS = /^[-\d.,\se]{1,20000}$/;
/** Colors of the page (`pages/public/story/blocks.css`) or of the author. */
const COLOR = /^(?:none|var\(--(?:bg|_[a-z]+(?:-[a-z]+)*)\)|#[0-9a-f]{3,8})$/i;
const WORD = /^[a-z-]{1,30}$/;

const RULES: Record<string, RegExp> = {
  ...Object.fromEntries(
    (
      "x y x1 y1 x2 y2 cx cy r rx ry dx dy width height refX refY markerWidth markerHeight font-size font-weight stroke-width opacity " +
      "stroke-opacity fill-opacity letter-spacing"
    )
      .split(" ")
      .map((name) => [name, NUMBER]),
  ),
  ...Object.fromEntries("points viewBox stroke-dasharray".split(" ").map((name) => [name, NUMBERS])),
  ...Object.fromEntries("fill stroke".split(" ").map((name) => [name, COLOR])),
  ...Object.fromEntries(
    "text-anchor stroke-linejoin stroke-linecap font-style dominant-baseline orient text-decoration"
      .split(" ")
      .map((name) => [name, WORD]),
  ),
  "font-weight": /^(?:\d{3}|bold|normal)$/,
  d: /^[MLHVCSQTAZmlhvcsqtaz\d\s.,e-]{1,20000}$/,
  transform: /^(?:(?:translate|rotate|scale)\([-\d., ]{1,100}\)\s*){1,4}$/,
  class: /^(?:mono|xychart-[a-z0-9-]{1,30}(?: xychart-[a-z0-9-]{1,30})?)$/,
};

const REFERENCE = /^url\(#([\w-]{1,60})\)$/;

/** @param prefix of ids, so that drawings of an article share none */
function cleanAttributes({ attributes }: Element, prefix: string): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    const target = name.startsWith("marker-") ? REFERENCE.exec(value)?.[1] : undefined;
    if (RULES[name]?.test(value)) kept[name] = value.replace(/(\.\d{2})\d+/g, "$1");
    else if (name === "id" && /^[\w-]{1,60}$/.test(value)) kept.id = prefix + value;
    else if (/^marker-(?:start|end)$/.test(name) && target) kept[name] = `url(#${prefix}${target})`;
  }
  return kept;
}

function clean(nodes: Node[], prefix: string): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (typeof node === "string") return [node];
    if (!ELEMENTS.has(node.name)) return [];
    const isText = node.name === "text" || node.name === "tspan";
    const children = clean(node.children, prefix).filter((child) => isText || typeof child !== "string");
    return [{ name: node.name, attributes: cleanAttributes(node, prefix), children }];
  });
}

/** Characters that screen readers get. */
const MAX_LABEL = 200;

function labelOf(drawing: Element): string {
  const texts: string[] = [];
  const collect = (nodes: Node[]) => {
    for (const node of nodes) {
      if (typeof node === "string") continue;
      if (node.name === "text") texts.push(plainText(node.children));
      else collect(node.children);
    }
  };
  collect(drawing.children);
  return cutText(`Diagram: ${texts.filter(Boolean).join(", ")}`, MAX_LABEL);
}

/**
 * SVG without styles and scripts. Takes up to some seconds, so call it in the thread of `render-content.ts`.
 * @param source of any origin @param number distinguishes drawings of an article @returns null for another kind, wrong, or too long
 */
export function drawDiagram(source: string, number: number): Element | null {
  if (source.length > MAX_LENGTH || source.split("\n").length > MAX_LINES) return null;
  try {
    const svg = renderMermaidSVG(source, { transparent: true });
    if (svg.length > MAX_DRAWING) return null;
    const { nodes, handlers } = growTree();
    new Parser(handlers, { xmlMode: true }).end(svg);
    const [drawing] = clean(nodes, `h-d${number}-`).filter((node): node is Element => typeof node === "object");
    if (drawing?.name !== "svg" || !drawing.attributes.viewBox) return null;
    drawing.attributes = { ...drawing.attributes, role: "img", "aria-label": labelOf(drawing) };
    return drawing;
  } catch {
    return null;
  }
}
