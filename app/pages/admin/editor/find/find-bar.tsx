import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { ButtonGroup } from "../../../../ui/button-group/button-group.tsx";
import { AdminIcon } from "../../frame/admin-icon.tsx";
import type { FindTarget } from "./target.ts";
import { useFind } from "./use-find.ts";

const figures = new Intl.NumberFormat("en-US");

function stateOf(count: number, index: number, text: string): string {
  if (text === "") return "";
  if (count === 0) return "Nothing found";
  return index < 0 ? `${figures.format(count)} found` : `${figures.format(index + 1)} of ${figures.format(count)}`;
}

type FindBarProps = {
  target: FindTarget;
  onClose(): void;
};

/** Find and replace in the article: Enter goes on, Shift+Enter goes back, Escape leaves. */
export function FindBar({ target, onClose }: FindBarProps) {
  const id = useId();
  const [by, setBy] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const { sought, change, count, index, said, step, replace, replaceAll } = useFind(target);
  useEffect(() => field.current?.focus(), []);

  const leave = () => {
    target.leave(true);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      leave();
    } else if (event.key === "F3") {
      event.preventDefault();
      step(event.shiftKey ? -1 : 1);
    }
  };
  const onEnter = (act: (back: boolean) => void) => (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    act(event.shiftKey);
  };
  const isNone = count === 0 ? true : undefined;
  return (
    <search className="find-bar" aria-label="Find and replace" onKeyDown={onKeyDown}>
      <div className="find-line">
        <label htmlFor={`${id}-find`}>Find</label>
        <input
          id={`${id}-find`}
          ref={field}
          value={sought.text}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target: { value } }) => change({ text: value })}
          onKeyDown={onEnter((back) => step(back ? -1 : 1))}
        />
        <ButtonGroup className="find-steps" aria-label="Matches">
          <button type="button" className="small-button" aria-disabled={isNone} onClick={() => step(-1)}>
            Previous
          </button>
          <button type="button" className="small-button" aria-disabled={isNone} onClick={() => step(1)}>
            Next
          </button>
        </ButtonGroup>
        <p className="find-state" role="status">
          {said || stateOf(count, index, sought.text)}
        </p>
        <button type="button" className="icon-button" aria-label="Close find and replace" onClick={leave}>
          <AdminIcon name="close" />
        </button>
      </div>
      <div className="find-line">
        <label htmlFor={`${id}-by`}>Replace with</label>
        <input
          id={`${id}-by`}
          value={by}
          maxLength={200}
          autoComplete="off"
          onChange={({ target: { value } }) => setBy(value)}
          onKeyDown={onEnter(() => replace(by))}
        />
        <ButtonGroup className="find-steps" aria-label="Replacing">
          <button type="button" className="small-button" aria-disabled={isNone} onClick={() => replace(by)}>
            Replace
          </button>
          <button type="button" className="small-button" aria-disabled={isNone} onClick={() => replaceAll(by)}>
            Replace all
          </button>
        </ButtonGroup>
        <label className="find-option">
          <input
            type="checkbox"
            checked={sought.matchCase}
            onChange={({ target: { checked } }) => change({ matchCase: checked })}
          />
          Match case
        </label>
        <label className="find-option">
          <input
            type="checkbox"
            checked={sought.wholeWord}
            onChange={({ target: { checked } }) => change({ wholeWord: checked })}
          />
          Whole words
        </label>
      </div>
    </search>
  );
}
