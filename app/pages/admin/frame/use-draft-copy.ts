import { useCallback, useEffect, useRef, useState } from "react";
import { useOfficeUser } from "./office-user.ts";

/**
 * Copies that survive a killed browser: local storage reaches the disk many seconds later, IndexedDB at once if asked to. If IndexedDB
 * is missing or refuses, nothing is stored and nothing fails.
 */
const STORE = "copies";

let opened: Promise<IDBDatabase | null> | null = null;

function open(): Promise<IDBDatabase | null> {
  opened ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open("skylark", 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(null);
      request.onblocked = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
  return opened;
}

async function on<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
  const database = await open();
  if (!database) return null;
  return new Promise((resolve) => {
    try {
      const request = work(database.transaction(STORE, mode, { durability: "strict" }).objectStore(STORE));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
}

const durableCopies = {
  read: async <T>(key: string): Promise<DraftCopy<T> | null> =>
    ((await on("readonly", (store) => store.get(key))) as DraftCopy<T> | null | undefined) ?? null,
  write: (key: string, copy: DraftCopy<unknown>): void => void on("readwrite", (store) => store.put(copy, key)),
  remove: (key: string): void => void on("readwrite", (store) => store.delete(key)),
};

/** A copy of something unsaved, and when it was taken, in ms since 1970. */
export type DraftCopy<T> = { value: T; savedAt: number };

const PREFIX = "skylark.copy.";

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const keysOf = (store: Store): string[] =>
  Array.from({ length: store.length }, (_, index) => store.key(index) ?? "").filter((key) => key.startsWith(PREFIX));

function parsed<T>(text: string | null): DraftCopy<T> | null {
  try {
    const copy = JSON.parse(text ?? "null") as DraftCopy<T> | null;
    return copy && typeof copy.savedAt === "number" && "value" in copy ? copy : null;
  } catch {
    return null;
  }
}

/** Copies in local storage. If the browser refuses access, nothing is stored. */
export const draftCopies = (store: () => Store) => ({
  read<T>(key: string): DraftCopy<T> | null {
    try {
      return parsed<T>(store().getItem(PREFIX + key));
    } catch {
      return null;
    }
  },
  /** Stores a copy. If the storage is full, it removes the oldest other copies. @returns whether it is stored */
  write(key: string, copy: DraftCopy<unknown>): boolean {
    const text = JSON.stringify(copy);
    try {
      const storage = store();
      const others = keysOf(storage).filter((one) => one !== PREFIX + key);
      const age = (one: string) => parsed(storage.getItem(one))?.savedAt ?? 0;
      const oldestFirst = others.map((one) => ({ one, at: age(one) })).sort((a, b) => a.at - b.at);
      for (let gone = -1; gone < oldestFirst.length; gone += 1) {
        if (gone >= 0) storage.removeItem(oldestFirst[gone]?.one ?? "");
        try {
          storage.setItem(PREFIX + key, text);
          return true;
        } catch {
          // Full: remove the next oldest.
        }
      }
    } catch {
      // Storage refused.
    }
    return false;
  },
  remove(key: string): void {
    try {
      store().removeItem(PREFIX + key);
    } catch {
      // Then nothing was stored.
    }
  },
});

/** The longest delay between a change and its copy, in ms. */
const PAUSE = 250;

const copies = draftCopies(() => localStorage);

/** The user's copy of a form, or one without an owner: 0.1.0 stored them under the form's name alone. */
const readCopy = <T>(key: string, form: string): DraftCopy<T> | null => copies.read<T>(key) ?? copies.read<T>(form);

/** Writes when the page is left or the form goes. */
function useLastWrite(write: () => void): void {
  useEffect(() => {
    addEventListener("pagehide", write);
    return () => {
      removeEventListener("pagehide", write);
      write();
    };
  }, [write]);
}

/**
 * Stores a copy of a form in this browser while it has unsaved changes, so that a closed tab, a crash or a lost session loses nothing.
 * The copy is removed once the form equals what is saved.
 * @param form names the form, such as `post.new` or `post.<id>`
 * @param value the form's values, as JSON can carry them; compared by identity
 * @param options `isDirty`: whether there are unsaved changes
 * @returns `found`: a copy that an earlier visit left, until it is discarded or cleared; `discard` removes it, as does `clear`, which
 *   is for after a save; `keep` stores a copy at once, of a value that hasn't been rendered yet
 */
export function useDraftCopy<T>(form: string, value: T, { isDirty }: { isDirty: boolean }) {
  // Users who share a browser never see each other's.
  const key = `${useOfficeUser()?.id ?? ""}.${form}`;
  const [found, setFound] = useState<{ key: string; copy: DraftCopy<T> | null }>(() => ({ key, copy: readCopy<T>(key, form) }));
  if (found.key !== key) setFound({ key, copy: readCopy<T>(key, form) });
  /** under which names a copy was stored here */
  const written = useRef<{ key: string; form: string } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The value at the last save or discard. A screen that unmounts must not store it again. */
  const settled = useRef<T | null>(null);
  const latest = useRef({ key, form, value, isDirty });
  latest.current = { key, form, value, isDirty };
  const lastStored = useRef<T | null>(null);

  const keep = useCallback((typed: T) => {
    const { key: name, form: alone } = latest.current;
    const copy = { value: typed, savedAt: Date.now() };
    durableCopies.write(name, copy);
    copies.write(name, copy);
    written.current = { key: name, form: alone };
    lastStored.current = typed;
  }, []);
  const write = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const { value: typed, isDirty: differs } = latest.current;
    if (differs && typed !== settled.current && typed !== lastStored.current) keep(typed);
  }, [keep]);
  const remove = useCallback((names: { key: string; form: string }) => {
    for (const one of [names.key, names.form]) {
      copies.remove(one);
      durableCopies.remove(one);
    }
    written.current = null;
    lastStored.current = null;
  }, []);

  // The browser may have been killed before local storage reached the disk.
  useEffect(() => {
    let isHere = true;
    const mountedAt = Date.now();
    void durableCopies.read<T>(key).then((copy) => {
      if (!isHere || !copy || written.current || copy.savedAt > mountedAt) return;
      setFound((now) => (now.key === key && copy.savedAt > (now.copy?.savedAt ?? 0) ? { key, copy } : now));
    });
    return () => {
      isHere = false;
    };
  }, [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the value is what asks for a copy
  useEffect(() => {
    // The form has got another name, and its copy gets it, too.
    if (written.current && written.current.key !== key) remove(written.current);
    if (isDirty) timer.current ??= setTimeout(write, PAUSE);
    // The changes have been undone or saved. A copy of an earlier visit stays until the user decides.
    else {
      clearTimeout(timer.current);
      timer.current = undefined;
      if (written.current) remove(written.current);
    }
  }, [value, isDirty, key, write, remove]);

  useLastWrite(write);

  const clear = useCallback(() => {
    remove({ key, form });
    settled.current = latest.current.value;
    setFound({ key, copy: null });
  }, [key, form, remove]);
  return { found: found.key === key ? found.copy : null, discard: clear, clear, keep };
}
