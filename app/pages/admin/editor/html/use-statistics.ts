import { useDeferredValue, useMemo } from "react";
import { plainText } from "../../../../domain/content/tree-model.ts";
import { WORDS_PER_MINUTE } from "../../../../domain/posts/post-rules.ts";
import { markdownToHtml } from "../source/markdown-to-html.ts";
import type { Writing } from "../source/views.ts";
import { parseHtml } from "./tree.ts";

/** `minutes` is the reading time: words / 200, rounded up (specification, section 9). */
type Statistics = { words: number; characters: number; minutes: number };

/** The pairs that a character beyond the first 65,536 is written as. */
const PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g;

/** Counts what a reader would read; a word has at least one letter or digit. */
export function statisticsOf(html: string): Statistics {
  const text = plainText(parseHtml(html));
  let words = 0;
  for (const run of text.split(" ")) if (/[\p{L}\p{N}]/u.test(run)) words += 1;
  const characters = text.length - (text.match(PAIRS)?.length ?? 0);
  return { words, characters, minutes: Math.ceil(words / WORDS_PER_MINUTE) };
}

/** @returns the figures of what is written, drawn when nothing is more urgent; null until then, for the text itself comes first */
export function useStatistics(writing: Writing): Statistics | null {
  const counted = useDeferredValue<Writing | null>(writing, null);
  return useMemo(() => {
    if (!counted) return null;
    const { content, content_format } = counted;
    return statisticsOf(content_format === "markdown" ? markdownToHtml(content) : content);
  }, [counted]);
}
