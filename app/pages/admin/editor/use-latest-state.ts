import { type RefObject, useCallback, useRef, useState } from "react";

/** State that is drawn, and at once readable by what runs between two drawings. */
export function useLatestState<T>(initial: () => T): [value: T, now: RefObject<T>, set: (value: T) => void] {
  const [value, setValue] = useState(initial);
  const now = useRef(value);
  const set = useCallback((next: T) => {
    now.current = next;
    setValue(next);
  }, []);
  return [value, now, set];
}
