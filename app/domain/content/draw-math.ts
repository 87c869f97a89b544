import temml from "temml";
import type { Element, Node } from "./markup/tree.ts";
import { parseTree } from "./parse-tree.ts";

/** characters */
const MAX_TEX = 2000;
const MAX_BRACES = 60;
const MAX_EM = 20;
const MAX_EXPANSIONS = 200;

const ELEMENTS = new Set(
  (
    "math semantics annotation mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts " +
    "mprescripts none mtable mtr mtd mpadded mphantom menclose mstyle"
  ).split(" "),
);
const WORD = /^[a-z-]+$/;
const LENGTH = /^(-?\d{0,4}(?:\.\d{1,8})?)(em|ex|px|pt|%)?$/;
const isLength = (value: string) => Math.abs(Number(LENGTH.exec(value)?.[1] ?? Number.POSITIVE_INFINITY)) <= MAX_EM;
const WORDS =
  "display fence form stretchy symmetric largeop movablelimits accent accentunder separator displaystyle mathvariant notation".split(
    " ",
  );
const LENGTHS = "lspace rspace minsize maxsize linethickness scriptlevel width height depth voffset columnspan rowspan".split(
  " ",
);
/** Classes for `pages/public/story/blocks.css`, in place of Temml's own style sheet. */
const CLASS = /^(?:tml-[a-z]+(?:-[a-z]+)*|(?:up|down)strike|math[a-z]+)$/;

function cleanAttributes({ name, attributes }: Element): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const attribute of WORDS) if (WORD.test(attributes[attribute] ?? "")) kept[attribute] = attributes[attribute] as string;
  for (const attribute of LENGTHS) if (isLength(attributes[attribute] ?? "x")) kept[attribute] = attributes[attribute] as string;
  const classes = (attributes.class ?? "").split(/\s+/).filter((one) => CLASS.test(one));
  if (classes.length > 0) kept.class = classes.join(" ");
  const color = /(?:^|;)color:(#[0-9a-f]{3,8});?/.exec(attributes.style ?? "")?.[1];
  if (color) kept.mathcolor = color;
  if (/border:1px solid/.test(attributes.style ?? "")) kept.class = "tml-boxed";
  return name === "annotation" ? { encoding: "application/x-tex" } : kept;
}

function clean(nodes: Node[]): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (typeof node === "string") return [node];
    if (!ELEMENTS.has(node.name)) return clean(node.children);
    return [{ name: node.name, attributes: cleanAttributes(node), children: clean(node.children) }];
  });
}

function nestsTooDeep(tex: string): boolean {
  let depth = 0;
  for (const sign of tex.match(/\\.|[{}]|\\left|\\right/gs) ?? []) {
    if (sign === "{") depth += 1;
    else if (sign === "}") depth -= 1;
    if (depth > MAX_BRACES) return true;
  }
  return (tex.match(/\\(?:left|begin|middle|big)/g)?.length ?? 0) > MAX_BRACES;
}

/** MathML needs no script and no font of ours. @param tex of any origin @returns null when it is wrong, too long or too deep */
export function drawMath(tex: string, isBlock: boolean): Element | null {
  if (tex.trim() === "" || tex.length > MAX_TEX || nestsTooDeep(tex)) return null;
  try {
    const html = temml.renderToString(tex, {
      displayMode: isBlock,
      annotate: true,
      throwOnError: true,
      strict: false,
      trust: false,
      maxSize: [MAX_EM, MAX_EM],
      maxExpand: MAX_EXPANSIONS,
    });
    const [drawn] = clean(parseTree(html));
    return typeof drawn === "object" && drawn.name === "math" ? drawn : null;
  } catch {
    return null;
  }
}
