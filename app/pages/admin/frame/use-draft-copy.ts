import { useCallback, useEffect, useRef, useState } from "react";
import { type DraftCopy, draftCopies } from "./draft-copies.ts";

/** How long after a change its copy is taken, in ms. */
const PAUSE = 500;

const copies = draftCopies(() => localStorage);

/**
 * Keeps a copy of what is typed in this browser while it differs from what is saved: a closed tab, a crash or a lost
 * session takes nothing away. Nothing is kept once it equals what is saved.
 * @param key names the thing, such as `post.new` or `post.<id>`; another key is another thing
 * @param value what is typed, as JSON can carry it
 * @param options `isDirty`: whether it differs from what is saved
 * @returns `found`: a copy that an earlier visit left, until it is discarded or cleared; `discard` forgets it, as does
 *   `clear`, which is for after a save
 */
export function useDraftCopy<T>(key: string, value: T, { isDirty }: { isDirty: boolean }) {
  const [found, setFound] = useState<{ key: string; copy: DraftCopy<T> | null }>(() => ({ key, copy: copies.read<T>(key) }));
  if (found.key !== key) setFound({ key, copy: copies.read<T>(key) });
  const hasWritten = useRef(false);
  /** What was typed when it was saved or discarded: not to be kept once more by a screen that is on its way out. */
  const settled = useRef<string | null>(null);
  const latest = useRef({ key, value, isDirty });
  latest.current = { key, value, isDirty };

  const write = useCallback(() => {
    const { key: name, value: typed, isDirty: differs } = latest.current;
    if (!differs || JSON.stringify(typed) === settled.current) return;
    hasWritten.current = copies.write(name, { value: typed, savedAt: Date.now() }) || hasWritten.current;
  }, []);

  const text = isDirty ? JSON.stringify(value) : null;
  useEffect(() => {
    if (text !== null) {
      const timer = setTimeout(write, PAUSE);
      return () => clearTimeout(timer);
    }
    // What was typed has been taken back or saved; a copy of an earlier visit still waits for an answer.
    if (hasWritten.current) copies.remove(key);
    hasWritten.current = false;
  }, [text, key, write]);

  useEffect(() => {
    addEventListener("pagehide", write);
    return () => {
      removeEventListener("pagehide", write);
      write();
    };
  }, [write]);

  const clear = useCallback(() => {
    copies.remove(key);
    hasWritten.current = false;
    settled.current = JSON.stringify(latest.current.value);
    setFound({ key, copy: null });
  }, [key]);
  return { found: found.key === key ? found.copy : null, discard: clear, clear };
}
