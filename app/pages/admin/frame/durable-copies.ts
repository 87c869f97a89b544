import type { DraftCopy } from "./draft-copies.ts";

/**
 * Copies that outlive the browser's being killed: local storage is written to disk many seconds later, IndexedDB at once where it is
 * asked to. Where there is none, or it refuses, nothing is kept and nothing fails.
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

export const durableCopies = {
  read: async <T>(key: string): Promise<DraftCopy<T> | null> =>
    ((await on("readonly", (store) => store.get(key))) as DraftCopy<T> | null | undefined) ?? null,
  write: (key: string, copy: DraftCopy<unknown>): void => void on("readwrite", (store) => store.put(copy, key)),
  remove: (key: string): void => void on("readwrite", (store) => store.delete(key)),
};
