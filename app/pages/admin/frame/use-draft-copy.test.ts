import { describe, expect, it } from "vitest";
import { draftCopies } from "./use-draft-copy.ts";

/** A storage with room for so many characters, as browsers have one. */
function storage(room = Number.POSITIVE_INFINITY) {
  const kept = new Map<string, string>();
  const used = () => [...kept].reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  return {
    kept,
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      const before = kept.get(key);
      kept.set(key, value);
      if (used() <= room) return;
      if (before === undefined) kept.delete(key);
      else kept.set(key, before);
      throw new DOMException("full", "QuotaExceededError");
    },
    removeItem: (key: string) => void kept.delete(key),
  };
}

describe("local copies", () => {
  it("are given back as they were, under their own key", () => {
    const copies = draftCopies(() => store);
    const store = storage();
    expect(copies.read("post.new")).toBeNull();
    expect(copies.write("post.new", { value: { title: "Dawn" }, savedAt: 1 })).toBe(true);
    expect(copies.read("post.new")).toEqual({ value: { title: "Dawn" }, savedAt: 1 });
    expect(copies.read("post.1")).toBeNull();
    copies.remove("post.new");
    expect(copies.read("post.new")).toBeNull();
  });

  it("give way to the newest, the oldest first, when the room is full; nothing else of the browser's does", () => {
    const store = storage(260);
    const copies = draftCopies(() => store);
    store.setItem("skylark.session", "signed in");
    for (const [key, savedAt] of [
      ["b", 2],
      ["a", 1],
    ] as const)
      copies.write(key, { value: "x".repeat(50), savedAt });
    expect(copies.write("c", { value: "y".repeat(50), savedAt: 3 })).toBe(true);
    expect([copies.read("a"), copies.read("b") !== null, copies.read("c") !== null]).toEqual([null, true, true]);
    expect(copies.write("d", { value: "z".repeat(500), savedAt: 4 })).toBe(false);
    expect(store.getItem("skylark.session")).toBe("signed in");
  });

  it("are none where what is kept can't be read, or nothing may be kept", () => {
    const store = storage();
    store.setItem("skylark.copy.post.1", "{broken");
    store.setItem("skylark.copy.post.2", '{"value":1}');
    const copies = draftCopies(() => store);
    expect([copies.read("post.1"), copies.read("post.2")]).toEqual([null, null]);
    const refused = draftCopies(() => {
      throw new DOMException("no", "SecurityError");
    });
    expect([refused.read("a"), refused.write("a", { value: 1, savedAt: 1 })]).toEqual([null, false]);
  });
});
