import { LRUCache } from "lru-cache";

type Entry<T> = { value: T; madeAt: number; generation: number };

export type CacheOptions<T> = {
  max: number;
  /** in bytes */
  maxSize: number;
  sizeOf(value: T): number;
  /** in ms; 0: never used again */
  ttlMs: number;
  now(): number;
};

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
 * A value whose `make` began before `expire` or `clear` isn't stored. (`fetchMethod` of lru-cache would reject the calls that wait for it.)
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
    get: fresh,

    async getOrMake(key: string, make: () => Promise<T>, isCacheable: (value: T) => boolean = () => true): Promise<T> {
      const cached = fresh(key);
      if (cached !== undefined) return cached;
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
        if (begun === generation && isCacheable(value)) add(key, { value, madeAt, generation });
        return value;
      } finally {
        mine.delete(key);
      }
    },

    /** The last value, however old, and when it was made (as `now` says). */
    stale(key: string): { value: T; madeAt: number } | undefined {
      const entry = entries.get(key);
      return entry && { value: entry.value, madeAt: entry.madeAt };
    },

    remove(key: string): void {
      entries.delete(key);
    },

    /** Makes all values stale. Those that are being made now aren't stored. */
    expire(): void {
      generation += 1;
      making = new Map();
    },

    /** Drops stale values, too. Those that are being made now aren't stored. */
    clear(): void {
      generation += 1;
      entries.clear();
      making = new Map();
    },

    get size() {
      return entries.size;
    },

    figures: () => ({ entries: entries.size, bytes: entries.calculatedSize, hits, misses }),
  };
}
