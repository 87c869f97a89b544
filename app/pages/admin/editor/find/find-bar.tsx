import { type KeyboardEvent, type RefObject, useCallback, useEffect, useId, useRef, useState } from "react";
import { ButtonGroup } from "../../../../ui/button-group.tsx";
import { AdminIcon } from "../../frame/admin-icon.tsx";
import type { FindTarget, SearchTerms } from "./matches.ts";

/** How long typing must pause before the search runs again, in ms. */
const PAUSE = 200;

function useFind(target: FindTarget) {
  const [sought, setSought] = useState<SearchTerms>({ text: "", matchCase: false, wholeWord: false });
  const [count, setCount] = useState(0);
  const [index, setIndex] = useState(-1);
  const [said, setSaid] = useState("");
  const nearest = useRef(-1);

  const look = useCallback(
    (what: SearchTerms) => {
      const found = target.search(what);
      nearest.current = found.nearest;
      setCount(found.count);
      setIndex(-1);
      return found;
    },
    [target],
  );
  // Another text, or another word.
  useEffect(() => void look(sought), [look, sought]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const stop = target.watch(() => {
      clearTimeout(timer);
      timer = setTimeout(() => look(sought), PAUSE);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [target, look, sought]);
  useEffect(() => () => target.leave(false), [target]);

  const show = (next: number) => {
    setSaid("");
    setIndex(next);
    target.show(next);
  };
  /** Goes on by one, forwards or backwards; the first step leads to the match at the cursor. */
  const step = (by: 1 | -1) => {
    if (count === 0) return;
    if (index >= 0) return show((index + by + count) % count);
    show(by === 1 ? nearest.current : (nearest.current - 1 + count) % count);
  };
  const replace = (by: string) => {
    if (count === 0) return;
    if (index < 0) return step(1);
    target.replace(index, by);
    const { count: left } = look(sought);
    if (left > 0) show(index % left);
    else setSaid("Replaced; no more matches");
  };
  const replaceAll = (by: string) => {
    const done = target.replaceAll(by);
    look(sought);
    setSaid(done === 1 ? "1 replaced" : `${done} replaced`);
  };
  const change = (patch: Partial<SearchTerms>) => {
    setSaid("");
    setSought((before) => ({ ...before, ...patch }));
  };
  return { sought, change, count, index, said, step, replace, replaceAll };
}

const figures = new Intl.NumberFormat("en-US");

function stateOf(count: number, index: number, text: string): string {
  if (text === "") return "";
  if (count === 0) return "Nothing found";
  return index < 0 ? `${figures.format(count)} found` : `${figures.format(index + 1)} of ${figures.format(count)}`;
}

const onEnter = (act: (back: boolean) => void) => (event: KeyboardEvent) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  act(event.shiftKey);
};

type Find = ReturnType<typeof useFind>;

function FindLine({ find, field, onLeave }: { find: Find; field: RefObject<HTMLInputElement | null>; onLeave(): void }) {
  const { sought, change, count, index, said, step } = find;
  const id = useId();
  const isNone = count === 0 ? true : undefined;
  return (
    <div className="find-line">
      <label htmlFor={id}>Find</label>
      <input
        id={id}
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
      <button type="button" className="icon-button" aria-label="Close find and replace" onClick={onLeave}>
        <AdminIcon name="close" />
      </button>
    </div>
  );
}

function ReplaceLine({ find: { sought, change, count, replace, replaceAll } }: { find: Find }) {
  const id = useId();
  const [by, setBy] = useState("");
  const isNone = count === 0 ? true : undefined;
  return (
    <div className="find-line">
      <label htmlFor={id}>Replace with</label>
      <input
        id={id}
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
  );
}

type FindBarProps = {
  target: FindTarget;
  onClose(): void;
};

/** Find and replace in the article: Enter goes on, Shift+Enter goes back, Escape leaves. */
export function FindBar({ target, onClose }: FindBarProps) {
  const field = useRef<HTMLInputElement>(null);
  const find = useFind(target);
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
      find.step(event.shiftKey ? -1 : 1);
    }
  };
  return (
    <search className="find-bar" aria-label="Find and replace" onKeyDown={onKeyDown}>
      <FindLine find={find} field={field} onLeave={leave} />
      <ReplaceLine find={find} />
    </search>
  );
}
