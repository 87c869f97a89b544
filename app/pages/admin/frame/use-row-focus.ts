import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { takeLostFocus } from "./use-lost-focus.ts";

const CONTROLS = "a[href], button, input, select, textarea";

const controlsOf = (row: Element | undefined) => [...(row?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];

/**
 * Keeps the focus in a list when the row that has it is removed: it moves to the same control of the row that takes its place, or of the
 * last row.
 * @returns a ref for the element whose children are the rows
 */
export function useRowFocus<List extends HTMLElement>(): RefObject<List | null> {
  const list = useRef<List>(null);
  const last = useRef<{ element: Element; row: number; control: number } | null>(null);
  useEffect(() => {
    const { current } = list;
    if (!current) return;
    const enter = ({ target }: FocusEvent) => {
      const element = target as HTMLElement;
      const row = [...current.children].findIndex((child) => child.contains(element));
      last.current = { element, row, control: controlsOf(current.children[row]).indexOf(element) };
    };
    const leave = ({ relatedTarget }: FocusEvent) => {
      const left = last.current;
      if (relatedTarget && !current.contains(relatedTarget as Node)) last.current = null;
      // A click elsewhere also leaves nothing focused, but the row is still there.
      if (!relatedTarget)
        queueMicrotask(() => {
          if (left?.element.isConnected && last.current === left) last.current = null;
        });
    };
    current.addEventListener("focusin", enter);
    current.addEventListener("focusout", leave);
    return () => {
      current.removeEventListener("focusin", enter);
      current.removeEventListener("focusout", leave);
    };
  }, []);
  useLayoutEffect(() => {
    const before = last.current;
    if (!before || before.element.isConnected) return;
    last.current = null;
    const rows = list.current?.children ?? [];
    const controls = controlsOf(rows[Math.min(before.row, rows.length - 1)]);
    takeLostFocus(controls[Math.min(before.control, controls.length - 1)]);
  });
  return list;
}
