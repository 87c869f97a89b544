import MarkdownIt, { type Token } from "markdown-it";
import footnotes from "markdown-it-footnote";
import { replaceBetween } from "../convert-html.ts";

/** A mark replaces each part until `restore`. */
export type Aside = {
  put(part: string): string;
  restore(text: string): string;
};

/** Characters that no text needs: they delimit the marks. */
const [BEGIN, END] = ["\u0002", "\u0003"];
const MARK = new RegExp(`${BEGIN}(\\d{1,9})${END}`, "g");

export const withoutMarks = (text: string): string => text.replaceAll(BEGIN, "").replaceAll(END, "");

export function createAside(): Aside {
  const parts: string[] = [];
  const restore = (text: string, depth = 0): string =>
    // A fence can hold what was set aside before it.
    depth > 5 ? text : text.replace(MARK, (_, index: string) => restore(parts[Number(index)] ?? "", depth + 1));
  return { put: (part) => `${BEGIN}${parts.push(part) - 1}${END}`, restore };
}

const reader = new MarkdownIt({ html: true }).use(footnotes);

function withoutBlocks(text: string, aside: Aside): string {
  const tokens: Token[] = [];
  reader.block.parse(text, reader, {}, tokens);
  const lines = text.split("\n");
  const parts: string[][] = [];
  let at = 0;
  for (const { type, map } of tokens) {
    if ((type !== "fence" && type !== "code_block") || !map) continue;
    parts.push(lines.slice(at, map[0]), [aside.put(lines.slice(...map).join("\n"))]);
    at = map[1];
  }
  return [...parts.flat(), ...lines.slice(at)].join("\n");
}

const SPAN_MAX = 10_000;

/** CommonMark, section 6.1: between runs of as many backticks, within one paragraph. */
function withoutSpans(text: string, aside: Aside): string {
  const runs = [...text.matchAll(/`+/g)];
  const next = new Map<number, number>();
  const following = runs.map(() => -1);
  for (let index = runs.length - 1; index >= 0; index--) {
    const length = runs[index]?.[0].length ?? 0;
    following[index] = next.get(length) ?? -1;
    next.set(length, index);
  }
  let result = "";
  let at = 0;
  for (const [index, run] of runs.entries()) {
    if (run.index < at || text[run.index - 1] === "\\") continue;
    const close = runs[following[index] ?? -1];
    if (!close || close.index - run.index > SPAN_MAX) continue;
    const end = close.index + close[0].length;
    const span = text.slice(run.index, end);
    if (/\n[ \t]*\n/.test(span)) continue;
    result += text.slice(at, run.index) + aside.put(span);
    at = end;
  }
  return result + text.slice(at);
}

/** Sets all code of a Markdown text aside: fences, indented blocks, spans, preformatted HTML; and its comments. */
export function setCodeAside(markdown: string, aside: Aside): string {
  const spanless = withoutSpans(withoutBlocks(markdown, aside), aside);
  const text = replaceBetween(spanless, /<pre(?=[\s>])[^<>]{0,500}>/, /<\/pre>/, (opening, inner) =>
    aside.put(`${opening}${inner}</pre>`),
  );
  return replaceBetween(text, /<!--/, /-->/, (_, comment) => aside.put(`<!--${comment}-->`));
}
