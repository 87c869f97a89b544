/** What is kept, with the time it was made (ms) and its size. */
type Entry<T> = { value: T; madeAt: number; size: number };

export type CacheOptions<T> = {
  /** entries; the one used longest ago goes first */
  max: number;
  /** the most that all entries together may take, and what one takes, in bytes */
  maxSize: number;
  sizeOf(value: T): number;
  /** how long an entry is used, in ms */
  ttlMs: number;
  now(): number;
};

/**
 * Keeps made values for a while. Concurrent makers of one key are one; what was begun before a `clear` is answered to
 * those who waited for it but not kept, so that nothing outlives a change that it didn't see.
 */
export function createCache<T>({ max, maxSize, sizeOf, ttlMs, now }: CacheOptions<T>) {
  const entries = new Map<string, Entry<T>>();
  let making = new Map<string, Promise<T>>();
  let generation = 0;

  let size = 0;

  const drop = (key: string, entry: Entry<T>) => {
    entries.delete(key);
    size -= entry.size;
  };

  const add = (key: string, entry: Entry<T>) => {
    const before = entries.get(key);
    if (before) drop(key, before);
    entries.set(key, entry);
    size += entry.size;
    for (const [oldest, its] of entries) {
      if (entries.size <= max && size <= maxSize) break;
      drop(oldest, its);
    }
  };

  const fresh = (key: string): T | undefined => {
    const entry = entries.get(key);
    if (!entry) return undefined;
    if (now() - entry.madeAt >= ttlMs) {
      drop(key, entry);
      return undefined;
    }
    // Re-inserted at the end: the order of the map is the order of use.
    entries.delete(key);
    entries.set(key, entry);
    return entry.value;
  };

  return {
    /** The kept value, if it is still good. Synchronous: for the fast path. */
    get: fresh,

    /** The kept value, or the one that `make` makes. @param worthKeeping decides whether it is kept */
    async getOrMake(key: string, make: () => Promise<T>, worthKeeping: (value: T) => boolean = () => true): Promise<T> {
      const kept = fresh(key);
      if (kept !== undefined) return kept;
      const underway = making.get(key);
      if (underway) return underway;
      const begun = generation;
      const mine = making;
      const madeAt = now();
      const promise = make();
      mine.set(key, promise);
      try {
        const value = await promise;
        if (begun === generation && worthKeeping(value)) add(key, { value, madeAt, size: sizeOf(value) });
        return value;
      } finally {
        mine.delete(key);
      }
    },

    /** Forgets everything, also what is being made right now. */
    clear(): void {
      generation += 1;
      entries.clear();
      size = 0;
      making = new Map();
    },

    get size() {
      return entries.size;
    },
  };
}

export type Cache<T> = ReturnType<typeof createCache<T>>;
