import { type MouseEvent, useEffect, useRef } from "react";
import type { PostValues } from "./form-input.ts";
import type { Problem } from "./problems.ts";

/** Leads to a field, wherever it stands on the screen. */
export function goToField(field: keyof PostValues): void {
  const selector = field === "content" ? ".editor-paper, .editor-source" : `[name="${field}"]`;
  const target = document.querySelector<HTMLElement>(`.post-form :is(${selector})`);
  target?.focus();
  target?.scrollIntoView({ block: "center" });
}

function Entry({ problem: { field, message }, before }: { problem: Problem; before(): void }) {
  if (field === "") return <>{message}</>;
  const follow = (event: MouseEvent) => {
    event.preventDefault();
    before();
    requestAnimationFrame(() => goToField(field));
  };
  return (
    <a className="text-link" href={`#${field}`} onClick={follow}>
      {message}
    </a>
  );
}

type ProblemListProps = {
  title: string;
  problems: Problem[];
  /** another number brings the keyboard here */
  failures: number;
  /** makes the fields visible */
  onFollow(): void;
};

/** What keeps the post from being saved; each entry leads to its field. */
export function ProblemList({ title, problems, failures, onFollow }: ProblemListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failures > 0) list.current?.focus();
  }, [failures]);
  if (problems.length === 0) return null;
  return (
    <div className="form-alert" role="alert" tabIndex={-1} ref={list}>
      <p>{title}</p>
      <ul>
        {problems.map((problem) => (
          <li key={problem.field + problem.message}>
            <Entry problem={problem} before={onFollow} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What a new post would be refused for, and an existing one isn't. */
export function WarningList({ warnings, onFollow }: { warnings: Problem[]; onFollow(): void }) {
  if (warnings.length === 0) return null;
  return (
    <section className="editor-warnings" aria-label="Warnings">
      <p>Worth a look; the post can be saved all the same:</p>
      <ul>
        {warnings.map((problem) => (
          <li key={problem.field + problem.message}>
            <Entry problem={problem} before={onFollow} />
          </li>
        ))}
      </ul>
    </section>
  );
}
