/** What is kept, with the time it was made (ms). */
type Entry<T> = { value: T; madeAt: number };

export type KeepOptions = {
  /** entries; the one used longest ago goes first */
  max: number;
  /** how long an entry is used, in ms */
  ttlMs: number;
  now(): number;
};

/**
 * Keeps made values for a while. Concurrent makers of one key are one; what was begun before a `clear` is answered to
 * those who waited for it but not kept, so that nothing outlives a change that it didn't see.
 */
export function createKeep<T>({ max, ttlMs, now }: KeepOptions) {
  const entries = new Map<string, Entry<T>>();
  let making = new Map<string, Promise<T>>();
  let generation = 0;

  const fresh = (key: string): T | undefined => {
    const entry = entries.get(key);
    if (!entry) return undefined;
    if (now() - entry.madeAt >= ttlMs) {
      entries.delete(key);
      return undefined;
    }
    return entry.value;
  };

  return {
    /** The kept value, if it is still good. Synchronous: for the fast path. */
    get: fresh,

    /** The kept value, or the one that `make` makes. @param worthKeeping decides whether it is kept */
    async getOrMake(key: string, make: () => Promise<T>, worthKeeping: (value: T) => boolean = () => true): Promise<T> {
      const kept = fresh(key);
      if (kept !== undefined) {
        // Re-inserted at the end: the order of the map is the order of use.
        const entry = entries.get(key) as Entry<T>;
        entries.delete(key);
        entries.set(key, entry);
        return kept;
      }
      const underway = making.get(key);
      if (underway) return underway;
      const begun = generation;
      const mine = making;
      const madeAt = now();
      const promise = make();
      mine.set(key, promise);
      try {
        const value = await promise;
        if (begun === generation && worthKeeping(value)) {
          entries.set(key, { value, madeAt });
          if (entries.size > max) entries.delete(entries.keys().next().value as string);
        }
        return value;
      } finally {
        mine.delete(key);
      }
    },

    /** Forgets everything, also what is being made right now. */
    clear(): void {
      generation += 1;
      entries.clear();
      making = new Map();
    },

    get size() {
      return entries.size;
    },
  };
}

export type Keep<T> = ReturnType<typeof createKeep<T>>;
