import { useEffect, useRef } from "react";
import { isComposing } from "../../../../ui/form/composed-words.ts";

/** Ctrl or Command with S saves, with Enter opens the sheet. */
export function useSaveKeys(save: () => void, open: () => void): void {
  const latest = useRef({ save, open });
  useEffect(() => {
    latest.current = { save, open };
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || isComposing(event)) return;
      const act = { s: latest.current.save, enter: latest.current.open }[event.key.toLowerCase()];
      if (!act || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) act();
    };
    // Before the text makes a line break of it.
    addEventListener("keydown", press, { capture: true });
    return () => removeEventListener("keydown", press, { capture: true });
  }, []);
}
