import { useEffect, useId, useState } from "react";
import { useStatistics } from "../html/use-statistics.ts";
import type { Writing } from "../source/views.ts";

const MOST = 100_000;
const figures = new Intl.NumberFormat("en-US");
const keyOf = (id: string | null) => `skylark.word-goal.${id ?? "new"}`;

function keptGoal(id: string | null): number {
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
    // Without storage it holds until the page is left.
  }
}

/** What is said on the way, a few times and not with every word. */
function milestone(words: number, goal: number): string {
  const share = words / goal;
  if (share >= 1) return "The goal is reached.";
  if (share >= 0.75) return "Three quarters are written.";
  if (share >= 0.5) return "Half of it is written.";
  return share >= 0.25 ? "A quarter is written." : "";
}

/** A new post takes its goal along when it gets its id. */
function useGoal(id: string | null) {
  const [goal, setGoal] = useState(0);
  useEffect(() => setGoal((before) => keptGoal(id) || before), [id]);
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

/** How many words there are, and how many there shall be: the goal stays in this browser. */
export function WordGoal({ id, writing }: { id: string | null; writing: Writing }) {
  const field = useId();
  const [goal, setGoal] = useGoal(id);
  const words = useStatistics(writing)?.words ?? null;
  const soFar = words === null ? "…" : figures.format(words);
  return (
    <section className="editor-panel word-goal" aria-labelledby={`${field}-title`}>
      <h2 id={`${field}-title`}>Word goal</h2>
      <label htmlFor={field}>Words to write</label>
      <input
        id={field}
        type="number"
        inputMode="numeric"
        min={0}
        max={MOST}
        step={50}
        value={goal || ""}
        placeholder="None"
        onChange={({ target }) => setGoal(Math.min(MOST, Math.max(0, Math.trunc(target.valueAsNumber) || 0)))}
      />
      <p className="word-count">{goal > 0 ? `${soFar} of ${figures.format(goal)} words` : `${soFar} words so far`}</p>
      {goal > 0 ? <progress max={goal} value={Math.min(words ?? 0, goal)} aria-label="Towards the word goal" /> : null}
      {/* Comes with what it says first: how far an opened post is, is no news. */}
      {words === null ? null : (
        <p className="sr-only" role="status">
          {goal > 0 ? milestone(words, goal) : ""}
        </p>
      )}
    </section>
  );
}
