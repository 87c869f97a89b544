import { useCallback, useEffect, useState } from "react";

const KEPT = "skylark.focus-mode";

function kept(): boolean {
  try {
    return localStorage.getItem(KEPT) === "on";
  } catch {
    return false;
  }
}

function keep(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(KEPT, "on");
    else localStorage.removeItem(KEPT);
  } catch {
    // Without storage it holds until the page is left.
  }
}

/** Nothing but the text on the screen; remembered by the browser, ended by Escape. */
export function useFocusMode() {
  const [isOn, setOn] = useState(false);
  const change = useCallback((next: boolean) => {
    setOn(next);
    keep(next);
  }, []);
  useEffect(() => setOn(kept()), []);
  useEffect(() => {
    const root = document.documentElement;
    if (!isOn) return;
    root.dataset.writing = "focus";
    const leave = (event: KeyboardEvent) => {
      // What closes something else by it keeps it to itself; dialogs can't, and the text itself makes nothing of it.
      if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
      change(false);
    };
    addEventListener("keydown", leave);
    return () => {
      delete root.dataset.writing;
      removeEventListener("keydown", leave);
    };
  }, [isOn, change]);
  return { isOn, change };
}
