import type { Editor } from "@tiptap/react";
import { useEffect, useSyncExternalStore } from "react";

// What stands beside the text (contents, check, find) is no part of the page of paper and has to know it all the same.
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

/** Makes an editor the one on the screen for as long as it is there. */
export function useAsOpenEditor(editor: Editor): void {
  useEffect(() => {
    change(editor);
    return () => {
      if (open === editor) change(null);
    };
  }, [editor]);
}
