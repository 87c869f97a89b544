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

/** Copies in the browser's own storage. A browser that keeps nothing for us keeps no copies either. */
export const draftCopies = (store: () => Store) => ({
  read<T>(key: string): DraftCopy<T> | null {
    try {
      return parsed<T>(store().getItem(PREFIX + key));
    } catch {
      return null;
    }
  },
  /** Keeps a copy; where the room is full, the oldest of the others give way. @returns whether it is kept */
  write(key: string, copy: DraftCopy<unknown>): boolean {
    const text = JSON.stringify(copy);
    try {
      const kept = store();
      const others = keysOf(kept).filter((one) => one !== PREFIX + key);
      const age = (one: string) => parsed(kept.getItem(one))?.savedAt ?? 0;
      const oldestFirst = others.map((one) => ({ one, at: age(one) })).sort((a, b) => a.at - b.at);
      for (let gone = -1; gone < oldestFirst.length; gone += 1) {
        if (gone >= 0) kept.removeItem(oldestFirst[gone]?.one ?? "");
        try {
          kept.setItem(PREFIX + key, text);
          return true;
        } catch {
          // No room: the next oldest goes.
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
      // Then nothing was kept.
    }
  },
});
