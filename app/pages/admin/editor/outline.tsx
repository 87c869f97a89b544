import type { Node } from "@tiptap/pm/model";
import { type Editor, useEditorState } from "@tiptap/react";
import { useDeferredValue, useMemo } from "react";
import type { ContentFormat } from "../../../domain/posts/post-rules.ts";
import { goToPosition, goToSource } from "./check/jump.ts";
import { useOpenEditor } from "./rich/open-editor.ts";
import { placesOf } from "./rich/places.ts";
import type { Writing } from "./views.ts";

/** A heading of the article; `at` is its place: a position of the document, or a character of the source. */
type OutlineHeading = { level: number; text: string; at: number };

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

/** The headings of each document, cached. They can be anywhere, also in quotes and lists. */
const known = new WeakMap<Node, OutlineHeading[]>();
const placesIn = placesOf((node) => node.type.name === "heading");

function headingsOf(doc: Node): OutlineHeading[] {
  const before = known.get(doc);
  if (before) return before;
  const found = placesIn(doc).map(({ node, at }) => ({ level: Number(node.attrs.level), text: node.textContent, at }));
  known.set(doc, found);
  return found;
}

type EntriesProps = { headings: OutlineHeading[]; current: number; onGo(heading: OutlineHeading): void };

function Entries({ headings, current, onGo }: EntriesProps) {
  if (headings.length === 0) return <p className="field-hint">Headings appear here as you write.</p>;
  return (
    <ol className="outline-list">
      {headings.map((heading, index) => (
        <li key={heading.at} data-level={heading.level}>
          <button type="button" aria-current={index === current ? "location" : undefined} onClick={() => onGo(heading)}>
            {heading.text || "Empty heading"}
          </button>
        </li>
      ))}
    </ol>
  );
}

function RichOutline({ editor }: { editor: Editor }) {
  const { headings, current } = useEditorState({
    editor,
    selector: ({ editor: { state } }) => {
      const all = headingsOf(state.doc);
      return { headings: all, current: all.findLastIndex(({ at }) => at <= state.selection.from) };
    },
    // A list that is the same object is the same list; else a key stroke would compare them all.
    equalityFn: (a, b) => a.current === b?.current && (a.headings === b.headings || sameHeadings(a.headings, b.headings)),
  });
  // Positions may have moved without a heading having changed.
  const go = (wanted: OutlineHeading) => {
    const index = headings.indexOf(wanted);
    goToPosition(editor, (headingsOf(editor.state.doc)[index] ?? wanted).at);
  };
  return <Entries headings={headings} current={current} onGo={go} />;
}

const sameHeadings = (a: OutlineHeading[], b: OutlineHeading[]) =>
  a.length === b.length && a.every(({ level, text }, index) => level === b[index]?.level && text === b[index]?.text);

function SourceOutline({ writing }: { writing: Writing }) {
  const { content, content_format } = useDeferredValue(writing);
  const headings = useMemo(() => sourceHeadings(content, content_format), [content, content_format]);
  return <Entries headings={headings} current={-1} onGo={({ at }) => goToSource(at, at)} />;
}

export function Outline({ writing }: { writing: Writing }) {
  const editor = useOpenEditor();
  return (
    <nav className="editor-panel outline" aria-labelledby="outline-title">
      <h2 id="outline-title">Contents</h2>
      {editor ? <RichOutline editor={editor} /> : <SourceOutline writing={writing} />}
    </nav>
  );
}
