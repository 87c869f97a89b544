import { memo, type Ref, useDeferredValue, useMemo } from "react";
import type { View, Writing } from "./views.ts";

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = { markdown: /^ {0,3}#{1,6}\s/, html: /^\s*<h[1-6]\b/i };

type SourceLine = { text: string; isHeading: boolean };

/** The lines of a source, and which of them are headings. What looks like one in a block of code isn't. */
function linesOf(source: string, view: "markdown" | "html"): SourceLine[] {
  let fence = "";
  return source.split("\n").map((text) => {
    const sign = view === "markdown" ? (FENCE.exec(text)?.[1] ?? "") : "";
    const isHeading = fence === "" && HEADING[view].test(text);
    if (fence !== "" && sign.startsWith(fence)) fence = "";
    else if (fence === "" && sign !== "") fence = sign;
    return { text, isHeading };
  });
}

const Line = memo(({ text, isHeading }: SourceLine) => (
  <div className={isHeading ? "source-heading" : undefined}>{`${text}\n`}</div>
));

type SourceFieldProps = {
  view: View;
  writing: Writing;
  onChange(content: string): void;
  id: string;
  ref: Ref<HTMLTextAreaElement>;
};

/**
 * The content as Markdown or HTML. The same lines are behind the field: they make it as high as its text, and show the headings bold, at
 * the same places, because every letter is as wide as any other.
 */
export function SourceField({ view, writing, onChange, ...described }: SourceFieldProps) {
  const shown = useDeferredValue(writing.content);
  const lines = useMemo(() => linesOf(shown, view === "markdown" ? view : "html"), [shown, view]);
  return (
    <div className="source-page">
      <div className="source-lines" aria-hidden="true">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place
          <Line key={index} {...line} />
        ))}
      </div>
      <textarea
        {...described}
        className="editor-source"
        name="content"
        value={writing.content}
        dir="auto"
        spellCheck={false}
        autoCapitalize="none"
        aria-label={view === "markdown" ? "Content as Markdown" : "Content as HTML"}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
