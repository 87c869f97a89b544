import type { Editor } from "@tiptap/react";
import { useEffect, useSyncExternalStore } from "react";

// The panels next to the text (outline, check, find) are not children of the rich editor, but need access to it.
let open: Editor | null = null;
const listeners = new Set<() => void>();

function change(editor: Editor | null): void {
  open = editor;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The rich editor that is on the screen, null while the content is written as source. */
export const useOpenEditor = (): Editor | null =>
  useSyncExternalStore(
    subscribe,
    () => open,
    () => null,
  );

export function useAsOpenEditor(editor: Editor): void {
  useEffect(() => {
    change(editor);
    return () => {
      if (open === editor) change(null);
    };
  }, [editor]);
}
