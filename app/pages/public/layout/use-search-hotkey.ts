import { useEffect } from "react";

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName));

/** The key `/` puts the cursor into whichever of the header's search boxes can be seen. */
export function useSearchHotkey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const boxes = document.querySelectorAll<HTMLInputElement>("input[data-hotkey='/']");
      const box = [...boxes].find((one) => one.checkVisibility());
      if (!box) return;
      event.preventDefault();
      box.focus();
      box.select();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}
