import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useRef } from "react";

const buttonsOf = (bar: HTMLElement | null) => [...(bar?.querySelectorAll<HTMLButtonElement>("button:not(:disabled)") ?? [])];

/**
 * A row of buttons as one stop of the Tab key (WAI-ARIA's toolbar): arrow keys, Home and End walk through it, Escape leaves it.
 * @param name what the row is called
 * @param onLeave where Escape leads
 */
export function useRovingFocus(name: string, onLeave: () => void) {
  const bar = useRef<HTMLDivElement>(null);

  /** Exactly one button is in the order of tabs: the one that was last used, if it still can be. */
  const settle = useCallback((wanted?: HTMLButtonElement) => {
    const buttons = buttonsOf(bar.current);
    const current = wanted ?? buttons.find(({ tabIndex }) => tabIndex === 0) ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === current ? 0 : -1;
  }, []);
  useEffect(() => settle());

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.preventDefault();
      return onLeave();
    }
    const buttons = buttonsOf(bar.current);
    const now = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const next = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined || buttons.length === 0) return;
    event.preventDefault();
    buttons.at(next % buttons.length)?.focus();
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLButtonElement) settle(target);
  };
  const focus = useCallback(
    () =>
      buttonsOf(bar.current)
        .find(({ tabIndex }) => tabIndex === 0)
        ?.focus(),
    [],
  );
  return { bar: { ref: bar, role: "toolbar", "aria-label": name, onKeyDown, onFocus } as const, focus };
}
