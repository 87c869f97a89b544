import { useDeferredValue, useEffect, useId, useMemo, useState } from "react";
import { plainText } from "../../../domain/content/markup/tree.ts";
import { countWords } from "../../../domain/posts/word-rules.ts";
import { markdownToHtml, parseHtml } from "./convert-html.ts";
import type { Writing } from "./views.ts";

/** `minutes` is the reading time, rounded up (specification, section 9). */
type Figures = { words: number; characters: number; minutes: number };

/** The pairs that a character beyond the first 65,536 is written as. */
const PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g;

export function statisticsOf(html: string): Figures {
  const text = plainText(parseHtml(html));
  const { words, minutes } = countWords(text);
  const characters = text.length - (text.match(PAIRS)?.length ?? 0);
  return { words, characters, minutes: Math.ceil(minutes) };
}

/** @returns the statistics of the content, computed at low priority; null until then, because the text itself comes first */
function useStatistics(writing: Writing): Figures | null {
  const counted = useDeferredValue<Writing | null>(writing, null);
  return useMemo(() => {
    if (!counted) return null;
    const { content, content_format } = counted;
    return statisticsOf(content_format === "markdown" ? markdownToHtml(content) : content);
  }, [counted]);
}

const figures = new Intl.NumberFormat("en-US");

export function Statistics({ writing }: { writing: Writing }) {
  const { words, characters, minutes } = useStatistics(writing) ?? { words: 0, characters: 0, minutes: 0 };
  return (
    <section className="statistics" aria-label="Statistics">
      <dl className="editor-statistics">
        <div>
          <dt>Word count</dt>
          <dd>{figures.format(words)}</dd>
        </div>
        <div>
          <dt>Character count</dt>
          <dd>{figures.format(characters)}</dd>
        </div>
        <div>
          <dt>Reading time</dt>
          <dd>{minutes} min</dd>
        </div>
      </dl>
    </section>
  );
}

const MOST = 100_000;
const keyOf = (id: string | null) => `skylark.word-goal.${id ?? "new"}`;

function storedGoal(id: string | null): number {
  try {
    return Number(localStorage.getItem(keyOf(id)) ?? 0) || 0;
  } catch {
    return 0;
  }
}

function keepGoal(id: string | null, goal: number): void {
  try {
    if (goal > 0) localStorage.setItem(keyOf(id), String(goal));
    else localStorage.removeItem(keyOf(id));
  } catch {
    // Without storage it lasts until the page is left.
  }
}

function milestone(words: number, goal: number): string {
  const share = words / goal;
  if (share >= 1) return "Goal reached.";
  if (share >= 0.75) return "Three quarters done.";
  if (share >= 0.5) return "Halfway there.";
  return share >= 0.25 ? "A quarter done." : "";
}

/** A new post takes its goal along when it gets its id. */
function useGoal(id: string | null) {
  const [goal, setGoal] = useState(0);
  useEffect(() => setGoal((before) => storedGoal(id) || before), [id]);
  useEffect(() => {
    if (id === null || goal === 0) return;
    keepGoal(id, goal);
    keepGoal(null, 0);
  }, [id, goal]);
  const change = (next: number) => {
    setGoal(next);
    keepGoal(id, next);
  };
  return [goal, change] as const;
}

export function WordGoal({ id, writing }: { id: string | null; writing: Writing }) {
  const field = useId();
  const [goal, setGoal] = useGoal(id);
  const words = useStatistics(writing)?.words ?? null;
  const soFar = words === null ? "…" : figures.format(words);
  return (
    <section className="editor-panel word-goal" aria-labelledby={`${field}-title`}>
      <h2 id={`${field}-title`}>Word goal</h2>
      <input
        aria-labelledby={`${field}-title`}
        type="number"
        inputMode="numeric"
        min={0}
        max={MOST}
        step={50}
        value={goal || ""}
        placeholder="No goal"
        onChange={({ target }) => setGoal(Math.min(MOST, Math.max(0, Math.trunc(target.valueAsNumber) || 0)))}
      />
      <p className="word-count">{goal > 0 ? `${soFar} of ${figures.format(goal)} words` : `${soFar} words`}</p>
      {goal > 0 ? <progress max={goal} value={Math.min(words ?? 0, goal)} aria-label="Toward the word goal" /> : null}
      {/* Comes with what it says first: how far an opened post is, is no news. */}
      {words === null ? null : (
        <p className="sr-only" role="status">
          {goal > 0 ? milestone(words, goal) : ""}
        </p>
      )}
    </section>
  );
}
