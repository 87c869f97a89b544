import { useDeferredValue } from "react";
import { NavigationType, useNavigationType } from "react-router";

/** So much of a window's height there is for each row, in CSS pixels: rows are lower, but the screen's title and tools have their part. */
const ROW_SHARE = 76;

/**
 * The rows of a list that has just been opened: at first those that a window has room for, right afterwards all. What can be
 * seen then needn't wait for what can't. Who goes back finds the list at its whole length, as the window returns to its place.
 */
export function useFirstRows<Row>(rows: readonly Row[]): readonly Row[] {
  const isReturn = useNavigationType() === NavigationType.Pop;
  const isWhole = useDeferredValue(true, isReturn);
  return isWhole ? rows : rows.slice(0, Math.ceil(innerHeight / ROW_SHARE));
}
