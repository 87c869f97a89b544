import { LRUCache } from "lru-cache";

/** A value, when it was made, and after how many changes. */
type Entry<T> = { value: T; madeAt: number; generation: number };

export type CacheOptions<T> = {
  /** entries; the one used longest ago goes first */
  max: number;
  /** the most that all entries together may take, and what one takes, in bytes */
  maxSize: number;
  sizeOf(value: T): number;
  /** how long an entry is used, in ms; 0: never again */
  ttlMs: number;
  now(): number;
};

/** The values, of which those used longest ago make room for new ones. */
function createEntries<T>({ max, maxSize, sizeOf }: Pick<CacheOptions<T>, "max" | "maxSize" | "sizeOf">) {
  // `createCache` checks the age: for lru-cache a ttl of 0 means forever, and an entry exactly as old as its ttl is still fresh.
  const entries = new LRUCache<string, Entry<T>>({
    max,
    maxSize,
    sizeCalculation: ({ value }) => Math.max(1, sizeOf(value)),
  });
  const add = (key: string, entry: Entry<T>) => {
    // Room is made for it even if there isn't enough.
    if (sizeOf(entry.value) > maxSize) entries.clear();
    else entries.set(key, entry);
  };
  return { entries, add };
}

/**
 * Caches values for a while. Concurrent calls for one key share one `make`. A value whose `make` began before `expire` or `clear` is
 * returned to waiting calls but not stored, so that no value survives a change that it didn't see, except as a stale one, for times when
 * no new one can be made. (`fetchMethod` of lru-cache would reject waiting calls, or keep the old value.)
 */
export function createCache<T>({ ttlMs, now, ...room }: CacheOptions<T>) {
  const { entries, add } = createEntries(room);
  let making = new Map<string, Promise<T>>();
  let generation = 0;
  let hits = 0;
  let misses = 0;

  const fresh = (key: string): T | undefined => {
    const entry = entries.get(key);
    const isFresh = entry && entry.generation === generation && now() - entry.madeAt < ttlMs;
    if (!isFresh) return undefined;
    hits += 1;
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
      misses += 1;
      const begun = generation;
      const mine = making;
      const madeAt = now();
      const promise = make();
      mine.set(key, promise);
      try {
        const value = await promise;
        if (begun === generation && worthKeeping(value)) add(key, { value, madeAt, generation });
        return value;
      } finally {
        mine.delete(key);
      }
    },

    /** The value that was kept last and when it was made (as `now` says), however old, unless it was cleared or made room for others. */
    stale(key: string): { value: T; madeAt: number } | undefined {
      const entry = entries.get(key);
      return entry && { value: entry.value, madeAt: entry.madeAt };
    },

    /** Drops one value, stale or not. */
    remove(key: string): void {
      entries.delete(key);
    },

    /** Makes all values stale, because what they were made from has changed. Values that are being made now aren't stored. */
    expire(): void {
      generation += 1;
      making = new Map();
    },

    /** Empties the cache, stale values included. Values that are being made now aren't stored. */
    clear(): void {
      generation += 1;
      entries.clear();
      making = new Map();
    },

    get size() {
      return entries.size;
    },

    /** How many values there are, their bytes, and how often one was found or had to be made. */
    figures: () => ({ entries: entries.size, bytes: entries.calculatedSize, hits, misses }),
  };
}
