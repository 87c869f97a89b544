import { useDeferredValue } from "react";
import { NavigationType, useNavigationType } from "react-router";

/** No row is lower than this, in CSS pixels, and above them stand the screen's title and tools. */
const LOWEST = 76;

/**
 * The rows of a list that has just been opened: at first those that a window has room for, right afterwards all. What can be
 * seen then needn't wait for what can't. Who goes back finds the list at its whole length, as the window returns to its place.
 */
export function useFirstRows<Row>(rows: readonly Row[]): readonly Row[] {
  const isReturn = useNavigationType() === NavigationType.Pop;
  const isWhole = useDeferredValue(true, isReturn);
  return isWhole ? rows : rows.slice(0, Math.ceil(innerHeight / LOWEST));
}
