import { useCallback, useEffect, useRef, useState } from "react";
import { type DraftCopy, draftCopies } from "./draft-copies.ts";
import { durableCopies } from "./durable-copies.ts";

/** How long after a change its copy is taken at the latest, in ms. */
const PAUSE = 250;

const copies = draftCopies(() => localStorage);

/**
 * Keeps a copy of what is typed in this browser while it differs from what is saved: a closed tab, a crash, a browser that is killed
 * or a lost session takes nothing away. Nothing is kept once it equals what is saved.
 * @param key names the thing, such as `post.new` or `post.<id>`; another key is another thing
 * @param value what is typed, as JSON can carry it; another object is another value
 * @param options `isDirty`: whether it differs from what is saved
 * @returns `found`: a copy that an earlier visit left, until it is discarded or cleared; `discard` forgets it, as does
 *   `clear`, which is for after a save; `saveDraft` takes a copy at once, of a value that isn't drawn yet
 */
export function useDraftCopy<T>(key: string, value: T, { isDirty }: { isDirty: boolean }) {
  const [found, setFound] = useState<{ key: string; copy: DraftCopy<T> | null }>(() => ({ key, copy: copies.read<T>(key) }));
  if (found.key !== key) setFound({ key, copy: copies.read<T>(key) });
  const hasWritten = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What was typed when it was saved or discarded: not to be kept once more by a screen that is on its way out. */
  const settled = useRef<T | null>(null);
  const latest = useRef({ key, value, isDirty });
  latest.current = { key, value, isDirty };
  const kept = useRef<T | null>(null);

  const keep = useCallback((typed: T) => {
    const { key: name } = latest.current;
    const copy = { value: typed, savedAt: Date.now() };
    durableCopies.write(name, copy);
    copies.write(name, copy);
    hasWritten.current = true;
    kept.current = typed;
  }, []);
  const write = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const { value: typed, isDirty: differs } = latest.current;
    if (differs && typed !== settled.current && typed !== kept.current) keep(typed);
  }, [keep]);
  const remove = useCallback((name: string) => {
    copies.remove(name);
    durableCopies.remove(name);
    hasWritten.current = false;
    kept.current = null;
  }, []);

  // The browser may have been killed before the first kind of copy reached the disk.
  useEffect(() => {
    let isHere = true;
    const opened = Date.now();
    void durableCopies.read<T>(key).then((copy) => {
      if (!isHere || !copy || hasWritten.current || copy.savedAt > opened) return;
      setFound((now) => (now.key === key && copy.savedAt > (now.copy?.savedAt ?? 0) ? { key, copy } : now));
    });
    return () => {
      isHere = false;
    };
  }, [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the value is what asks for a copy
  useEffect(() => {
    if (isDirty) timer.current ??= setTimeout(write, PAUSE);
    // What was typed has been taken back or saved; a copy of an earlier visit still waits for an answer.
    else {
      clearTimeout(timer.current);
      timer.current = undefined;
      if (hasWritten.current) remove(key);
    }
  }, [value, isDirty, key, write, remove]);

  useEffect(() => {
    addEventListener("pagehide", write);
    return () => {
      removeEventListener("pagehide", write);
      write();
    };
  }, [write]);

  const clear = useCallback(() => {
    remove(key);
    settled.current = latest.current.value;
    setFound({ key, copy: null });
  }, [key, remove]);
  return { found: found.key === key ? found.copy : null, discard: clear, clear, keep };
}
