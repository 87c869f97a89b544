import { useSyncExternalStore } from "react";

const INITIAL = {
  /** the toolbar stays in view */
  toolbar: false,
  /** quotes and dashes become typographic while they are typed */
  quotes: true,
  /** the panel is unfolded */
  panel: true,
};

type Choice = keyof typeof INITIAL;

const listeners = new Set<() => void>();
const chosen: Partial<Record<Choice, boolean>> = {};
const keyOf = (name: Choice) => `skylark.editor.${name}`;

function readStored(name: Choice): boolean {
  try {
    const value = localStorage.getItem(keyOf(name));
    return value === null ? INITIAL[name] : value === "on";
  } catch {
    return INITIAL[name];
  }
}

export function choiceOf(name: Choice): boolean {
  chosen[name] ??= readStored(name);
  return chosen[name];
}

export function choose(name: Choice, isOn: boolean): void {
  chosen[name] = isOn;
  try {
    localStorage.setItem(keyOf(name), isOn ? "on" : "off");
  } catch {
    // Without storage it lasts until the page is left.
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useChoice = (name: Choice): boolean => useSyncExternalStore(subscribe, () => choiceOf(name));
