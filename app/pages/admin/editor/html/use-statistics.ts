import { useDeferredValue, useMemo } from "react";
import { markdownToHtml } from "../source/markdown-to-html.ts";
import type { Writing } from "../source/views.ts";
import { type Statistics, statisticsOf } from "./statistics.ts";

/** @returns the figures of what is written, drawn when nothing is more urgent; null until then, for the text itself comes first */
export function useStatistics(writing: Writing): Statistics | null {
  const counted = useDeferredValue<Writing | null>(writing, null);
  return useMemo(() => {
    if (!counted) return null;
    const { content, content_format } = counted;
    return statisticsOf(content_format === "markdown" ? markdownToHtml(content) : content);
  }, [counted]);
}
