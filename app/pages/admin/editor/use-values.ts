import { useCallback, useRef, useState } from "react";
import type { PostValues } from "./post-values.ts";

/** Values that are drawn, and at once readable by what runs between two drawings. */
export function useValues(initial: PostValues) {
  const [values, setValues] = useState(initial);
  const now = useRef(values);
  const change = useCallback((patch: Partial<PostValues>) => {
    now.current = { ...now.current, ...patch };
    setValues(now.current);
  }, []);
  return { values, now, change };
}
