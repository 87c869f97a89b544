import { LRUCache } from "lru-cache";

export type TallyOptions = {
  windowMs: number;
  /** how many keys are remembered; the least recent are dropped first */
  keys: number;
};

/** Counts the different values under each key, up to `most`. */
export function createVariety({ windowMs, keys, most }: TallyOptions & { most: number }) {
  const seen = new LRUCache<string, { since: number; values: Set<string> }>({ max: keys });
  const of = (key: string, now: number) => {
    const known = seen.get(key);
    return known && now - known.since < windowMs ? known.values : undefined;
  };
  return {
    count: (key: string, now: number): number => of(key, now)?.size ?? 0,
    add(key: string, value: string, now: number): number {
      const values = of(key, now);
      if (!values) {
        seen.set(key, { since: now, values: new Set([value]) });
        return 1;
      }
      if (values.size < most) values.add(value);
      return values.size;
    },
  };
}
