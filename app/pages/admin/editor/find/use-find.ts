import { useCallback, useEffect, useRef, useState } from "react";
import type { SearchTerms } from "./matches.ts";
import type { FindTarget } from "./target.ts";

/** How long typing pauses before what was found is looked for anew, in ms. */
const PAUSE = 200;

/** What was found in a text, which of it is the current one, and what can be done with it. */
export function useFind(target: FindTarget) {
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
    else setSaid("Replaced; no more of it");
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
