import { replaceBetween } from "../convert-html.ts";

/** Parts of a text that have been set aside: a mark replaces them until `restore`. */
export type Aside = {
  /** @returns the mark */
  put(part: string): string;
  restore(text: string): string;
};

/** Characters that no text needs: they delimit the marks. */
const [BEGIN, END] = ["\u0002", "\u0003"];
const MARK = new RegExp(`${BEGIN}(\\d{1,9})${END}`, "g");

/** Takes the marks' characters out of a text that comes from outside. */
export const withoutMarks = (text: string): string => text.replaceAll(BEGIN, "").replaceAll(END, "");

export function createAside(): Aside {
  const parts: string[] = [];
  const restore = (text: string, depth = 0): string =>
    // A fence can hold what was set aside before it.
    depth > 5 ? text : text.replace(MARK, (_, index: string) => restore(parts[Number(index)] ?? "", depth + 1));
  return { put: (part) => `${BEGIN}${parts.push(part) - 1}${END}`, restore };
}

const FENCE = /^([ \t]*(?:>[ \t]?)*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(`{3,}(?=[^`]*$)|~{3,})/;
const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;
const INDENTED = /^(?: {4}| {0,3}\t)/;

/** Sets fenced and indented code aside, line by line (CommonMark, sections 4.4 and 4.5). */
function withoutBlocks(text: string, aside: Aside): string {
  const kept: string[] = [];
  let block: string[] = [];
  let fence: string | null = null;
  let [isAfterBlank, isInList] = [true, false];
  const finish = () => {
    if (block.length > 0) kept.push(aside.put(block.join("\n")));
    block = [];
  };
  for (const line of text.split("\n")) {
    if (fence !== null) {
      block.push(line);
      const closing = line.replace(/^[ \t>]+/, "").trimEnd();
      if (closing.length < fence.length || closing !== fence.charAt(0).repeat(closing.length)) continue;
      fence = null;
      finish();
      isAfterBlank = true;
      continue;
    }
    const [, before = "", sign] = FENCE.exec(line) ?? [];
    if (sign !== undefined && !(INDENTED.test(line) && isAfterBlank && !isInList)) {
      finish();
      fence = sign;
      // What precedes the fence belongs to a list or quote.
      if (before.trim() !== "") isInList = true;
      block.push(line);
      continue;
    }
    const isBlank = line.trim() === "";
    if (!isBlank && INDENTED.test(line) && !isInList && (isAfterBlank || block.length > 0)) {
      block.push(line);
      continue;
    }
    finish();
    if (!isBlank && !INDENTED.test(line)) isInList = LIST_ITEM.test(line) || (isInList && !isAfterBlank);
    isAfterBlank = isBlank;
    kept.push(line);
  }
  finish();
  return kept.join("\n");
}

const SPAN_MAX = 10_000;

/** Sets code spans aside (CommonMark, section 6.1): between runs of as many backticks, within one paragraph. */
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
