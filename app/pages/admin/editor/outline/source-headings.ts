import type { ContentFormat } from "../../../../domain/posts/model.ts";

/** A heading of the article; `at` is its place: a position of the document, or a character of the source. */
export type OutlineHeading = { level: number; text: string; at: number };

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

function markdownHeadings(source: string): OutlineHeading[] {
  const found: OutlineHeading[] = [];
  let at = 0;
  let fence = "";
  for (const line of source.split("\n")) {
    const sign = FENCE.exec(line)?.[1] ?? "";
    if (fence !== "" && sign.startsWith(fence)) fence = "";
    else if (fence === "" && sign !== "") fence = sign;
    const [, signs = "", text = ""] = fence === "" ? (/^ {0,3}(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/.exec(line) ?? []) : [];
    if (text !== "")
      found.push({ level: signs.length, text: text.replace(/\\([\\`*_[\]<~#])/g, "$1").replace(/[*_`~]/g, ""), at });
    at += line.length + 1;
  }
  return found;
}

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&nbsp;": " " };

function htmlHeadings(source: string): OutlineHeading[] {
  return [...source.matchAll(/<h([1-6])\b[^>]*>([\s\S]*?)<\/h\1\s*>/gi)].map(({ 1: level, 2: inside = "", index }) => ({
    level: Number(level),
    text: inside
      .replace(/<[^>]*>/g, "")
      .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
      .replace(/\s+/g, " ")
      .trim(),
    at: index,
  }));
}

/** The headings of an article's source, each with the character where it begins. */
export const sourceHeadings = (source: string, format: ContentFormat): OutlineHeading[] =>
  format === "markdown" ? markdownHeadings(source) : htmlHeadings(source);
