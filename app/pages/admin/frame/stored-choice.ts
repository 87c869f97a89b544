import { useSyncExternalStore } from "react";

type StoredChoice<T extends string> = {
  /** the choice, for a component that follows it */
  useChoice(): T;
  choose(value: T): void;
};

/**
 * A choice of one of a few values that this browser remembers, for all its tabs.
 * @param key in local storage; it has to be listed in `storedKeys`
 * @param values the first one holds until something else is chosen
 */
export function storedChoice<T extends string>(key: string, values: readonly [T, ...T[]]): StoredChoice<T> {
  const watchers = new Set<() => void>();
  let unstored = values[0];

  const read = (): T => {
    try {
      const stored = localStorage.getItem(key);
      return values.find((value) => value === stored) ?? values[0];
    } catch {
      return unstored;
    }
  };
  const watch = (tell: () => void) => {
    watchers.add(tell);
    addEventListener("storage", tell);
    return () => {
      watchers.delete(tell);
      removeEventListener("storage", tell);
    };
  };
  return {
    useChoice: () => useSyncExternalStore(watch, read),
    choose(value) {
      unstored = value;
      try {
        localStorage.setItem(key, value);
      } catch {
        // Without storage the choice holds until the page is left.
      }
      for (const tell of watchers) tell();
    },
  };
}
