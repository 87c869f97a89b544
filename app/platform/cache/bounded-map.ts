export type BoundedMap<K, V> = {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  clear(): void;
};

/**
 * A map that keeps what was used last, cheaply: whenever half of its room is filled, what nobody asked for since the last
 * time goes.
 * @param max entries
 */
export function createBoundedMap<K, V>(max: number): BoundedMap<K, V> {
  const half = Math.ceil(max / 2);
  let young = new Map<K, V>();
  let old = new Map<K, V>();
  const set = (key: K, value: V) => {
    young.set(key, value);
    if (young.size < half) return;
    old = young;
    young = new Map();
  };
  return {
    get(key) {
      const value = young.get(key);
      if (value !== undefined) return value;
      const found = old.get(key);
      if (found !== undefined) set(key, found);
      return found;
    },
    set,
    clear() {
      young = new Map();
      old = new Map();
    },
  };
}
