import type { ArticleBlock, BlockRule, InlineRule } from "./article-block.ts";
import { type Element, isElement, type RawElement } from "./tree.ts";

/** The class of TeX in an article's HTML, as `<code>` within a line or as a code block. */
export const MATH_CLASS = "language-math";

const WORD = /[\p{L}\p{N}]/u;

/**
 * `$x^2$` within a line. The signs touch the formula from inside and no word from outside, so that prices and shell variables stay what
 * they are; `$$x$$` within a line is a formula, too.
 */
const readInline: InlineRule = (state, silent) => {
  const { src, pos, posMax } = state;
  if (src[pos] !== "$" || (pos > 0 && WORD.test(src[pos - 1] ?? ""))) return false;
  const sign = src[pos + 1] === "$" ? "$$" : "$";
  const start = pos + sign.length;
  if (/[\s$]/.test(src[start] ?? " ")) return false;
  let end = start;
  while (end < posMax && src[end] !== "$") end += src[end] === "\\" ? 2 : 1;
  const after = end + sign.length;
  if (after > posMax || !src.startsWith(sign, end) || src[after] === "$") return false;
  if (/\s/.test(src[end - 1] ?? "") || WORD.test(src[after] ?? "")) return false;
  if (!silent) {
    const token = state.push("code_inline", "code", 0);
    token.content = src.slice(start, end).replace(/\s+/g, " ");
    token.attrs = [["class", MATH_CLASS]];
  }
  state.pos = after;
  return true;
};

/** Lines from `$$` to `$$`. */
const readBlock: BlockRule = (state, start, end, silent) => {
  const lineAt = (line: number) => state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
  const indented = (line: number) => (state.sCount[line] ?? 0) - state.blkIndent;
  const first = lineAt(start).trimEnd();
  if (!first.startsWith("$$") || indented(start) >= 4) return false;
  const single = /^\$\$(?=[^$])(.*[^$\\])\$\$$/.exec(first)?.[1];
  if (single === undefined && first.slice(2).includes("$$")) return false;
  let last = start;
  if (single === undefined) {
    last += 1;
    while (last < end && !(lineAt(last).trim() !== "" && indented(last) < 0) && !lineAt(last).trimEnd().endsWith("$$")) last += 1;
    // Without an end it is text.
    if (last >= end || (lineAt(last).trim() !== "" && indented(last) < 0)) return false;
  }
  if (silent) return true;
  const closing = single === undefined ? lineAt(last).trimEnd().slice(0, -2) : "";
  const inner = state.getLines(start + 1, last, state.sCount[start] ?? 0, false);
  const lines = single === undefined ? [first.slice(2).trim(), inner, closing] : [single.trim()];
  state.line = last + 1;
  const token = state.push("fence", "code", 0);
  token.info = "math";
  token.content = `${lines.filter((line, index) => line.trim() !== "" || (index === 1 && inner !== "")).join("\n")}\n`;
  token.map = [start, state.line];
  return true;
};

/** The TeX of an element `<code class="language-math">`; null for every other element. */
export function texOf<Extra extends object>({ name, attributes, children }: Element<Extra>): string | null {
  const [tex, ...others] = children;
  const isMath = name === "code" && attributes.class === MATH_CLASS && Object.keys(attributes).length === 1;
  return isMath && typeof tex === "string" && others.length === 0 ? tex : null;
}

/** Formulas as Markdown, where dollar signs can hold them: one within a line, or a code block. */
function write(element: RawElement): string | null {
  const tex = texOf(element);
  if (tex !== null) return /^[^\s$](?:[^$\n]*[^\s$\\])?$/.test(tex) ? `$${tex}$` : null;
  const { name, attributes, children } = element;
  const [code, ...others] = children;
  if (name !== "pre" || Object.keys(attributes).length > 0 || typeof code !== "object" || !isElement(code)) return null;
  const block = others.length === 0 ? texOf(code) : null;
  return block === null || block.includes("$$") || block.trim() === "" ? null : `$$\n${block.replace(/\n$/, "")}\n$$`;
}

/** Formulas in TeX: `$x$` within a line, `$$` around lines of their own. In HTML they are code in the language `math`. */
export const math: ArticleBlock = {
  write,
  teach({ inline, block }) {
    inline.ruler.after("escape", "math", readInline);
    block.ruler.before("fence", "math", readBlock, { alt: ["paragraph", "reference", "blockquote", "list"] });
  },
};
