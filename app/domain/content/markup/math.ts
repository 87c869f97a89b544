import type { ArticleBlock, BlockRule, BlockState, InlineRule } from "./article-block.ts";
import { type Element, isElement, type RawElement } from "./tree.ts";

/** On `<code>` within a line or as a code block. */
export const MATH_CLASS = "language-math";

const WORD = /[\p{L}\p{N}]/u;

/** `$x^2$` or `$$x$$` within a line. The signs touch the formula and no word, so that prices and shell variables stay what they are. */
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

/** Longer ones are text, so that brackets without an end take no time. */
const IN_BRACKETS = /\\(?:\(((?:[^\\]|\\[^()]){1,1000}?)\\\)|\[((?:[^\\]|\\[^[\]]){1,1000}?)\\\])/y;
/** Other texts in escaped square brackets are texts. */
const TEX_SIGNS = /\\[a-z]{2,}|\^|(?<!\\)_\S|^\s[\s\S]*[=+<>][\s\S]*\s$/i;
const isProse = (text: string) => /\p{L}{2,}\s+\p{L}{2,}/u.test(text) && !/[\\^_={}]/.test(text);

function inBrackets(src: string, pos: number): { tex: string; length: number } | null {
  IN_BRACKETS.lastIndex = pos;
  const [whole = "", round, square] = IN_BRACKETS.exec(src) ?? [];
  const tex = (round ?? square ?? "").trim();
  if (tex === "" || (round !== undefined ? isProse(round) : !TEX_SIGNS.test(square ?? ""))) return null;
  return { tex, length: whole.length };
}

/** As chatbots and LaTeX write formulas. */
const readBrackets: InlineRule = (state, silent) => {
  const { src, pos } = state;
  if (src[pos] !== "\\" || (src[pos + 1] !== "(" && src[pos + 1] !== "[")) return false;
  const found = inBrackets(src, pos);
  if (!found || pos + found.length > state.posMax) return false;
  if (!silent) {
    const token = state.push("code_inline", "code", 0);
    token.content = found.tex.replace(/\s+/g, " ");
    token.attrs = [["class", MATH_CLASS]];
  }
  state.pos = pos + found.length;
  return true;
};

/** Square brackets around signs of TeX mustn't be read as a formula. */
export const withoutFormulas = (markdown: string): string =>
  markdown.replace(/(?<!\\)(?:\\\\)*\\\[(?:[^\\]|\\[^[\]]){1,1000}?\\\]/g, (whole) => {
    const inner = whole.replace(/^(?:\\\\)*\\\[/, "").slice(0, -2);
    return TEX_SIGNS.test(inner) ? `${whole.slice(0, -2)}&#93;` : whole;
  });

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

const MAX_LINES = 100;

function endOfBrackets(
  { src, bMarks, eMarks, tShift, sCount, blkIndent }: BlockState,
  start: number,
  end: number,
): number | null {
  const limit = Math.min(end, start + MAX_LINES);
  for (let line = start; line < limit; line += 1) {
    const from = (bMarks[line] ?? 0) + (tShift[line] ?? 0);
    let to = eMarks[line] ?? 0;
    while (to > from && (src[to - 1] === " " || src[to - 1] === "\t")) to -= 1;
    if (line > start && to > from && (sCount[line] ?? 0) < blkIndent) return null;
    if (to - from >= 2 && src.startsWith("\\]", to - 2)) return line;
  }
  return null;
}

const readBracketBlock: BlockRule = (state, start, end, silent) => {
  const lineAt = (line: number) =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trim();
  if (!state.src.startsWith("\\[", (state.bMarks[start] ?? 0) + (state.tShift[start] ?? 0))) return false;
  if ((state.sCount[start] ?? 0) - state.blkIndent >= 4) return false;
  const first = lineAt(start);
  const last = endOfBrackets(state, start, end);
  if (last === null) return false;
  const inside = last === start ? first.slice(2, -2) : first.slice(2);
  const inner = last > start ? state.getLines(start + 1, last, state.sCount[start] ?? 0, false) : "";
  const tex =
    last === start ? inside : [inside, inner, lineAt(last).slice(0, -2)].filter((line) => line.trim() !== "").join("\n");
  if (tex.trim() === "" || (first !== "\\[" && (!TEX_SIGNS.test(tex) || tex.includes("\\]")))) return false;
  if (silent) return true;
  state.line = last + 1;
  const token = state.push("fence", "code", 0);
  token.info = "math";
  token.content = `${tex.trim()}\n`;
  token.map = [start, state.line];
  return true;
};

/** Null unless the element is `<code class="language-math">`. */
export function texOf<Extra extends object>({ name, attributes, children }: Element<Extra>): string | null {
  const [tex, ...others] = children;
  const isMath = name === "code" && attributes.class === MATH_CLASS && Object.keys(attributes).length === 1;
  return isMath && typeof tex === "string" && others.length === 0 ? tex : null;
}

function write(element: RawElement): string | null {
  const tex = texOf(element);
  if (tex !== null) return /^[^\s$](?:[^$\n]*[^\s$\\])?$/.test(tex) ? `$${tex}$` : null;
  const { name, attributes, children } = element;
  const [code, ...others] = children;
  if (name !== "pre" || Object.keys(attributes).length > 0 || typeof code !== "object" || !isElement(code)) return null;
  const block = others.length === 0 ? texOf(code) : null;
  return block === null || block.includes("$$") || block.trim() === "" ? null : `$$\n${block.replace(/\n$/, "")}\n$$`;
}

/** `$x$` or `\(x\)` within a line, `$$` or `\[` and `\]` around lines of their own. In HTML, code in the language `math`. */
export const math: ArticleBlock = {
  write,
  teach({ inline, block }) {
    inline.ruler.before("escape", "math_brackets", readBrackets);
    inline.ruler.after("escape", "math", readInline);
    block.ruler.before("fence", "math_brackets", readBracketBlock, { alt: ["paragraph", "reference", "blockquote", "list"] });
    block.ruler.before("fence", "math", readBlock, { alt: ["paragraph", "reference", "blockquote", "list"] });
  },
};
