import { type RefObject, useEffect, useRef } from "react";
import { NavigationType, useNavigationType } from "react-router";

/** Focuses an element if nothing has the focus, because what had it is gone. */
export function takeLostFocus(element: HTMLElement | null | undefined): void {
  if (document.activeElement === null || document.activeElement === document.body) element?.focus({ preventScroll: true });
}

/**
 * Focuses an element that appears in place of what had the focus, and again when what had it is gone after a change. A page that has
 * just been loaded, or was returned to, is left alone.
 * @param state what may change
 * @returns a ref for the element, such as a heading with `tabIndex={-1}`
 */
export function useLostFocus<Element extends HTMLElement>(state?: unknown): RefObject<Element | null> {
  const element = useRef<Element>(null);
  const mayTake = useRef(useNavigationType() !== NavigationType.Pop);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state is what may take the focus away
  useEffect(() => {
    if (mayTake.current) takeLostFocus(element.current);
    mayTake.current = true;
  }, [state]);
  return element;
}
