import { describe, expect, it } from "vitest";
import { createCache } from "./cache.ts";

const deferred = <T>() => {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
};

describe("a cache", () => {
  const at = { time: 0 };
  const make = (max = 3) =>
    createCache<string>({ max, maxSize: 10, sizeOf: ({ length }) => length, ttlMs: 100, now: () => at.time });

  it("makes a value once for all concurrent calls", async () => {
    const keep = make();
    const slow = deferred<string>();
    let made = 0;
    const ask = () =>
      keep.getOrMake("a", () => {
        made += 1;
        return slow.promise;
      });
    const answers = [ask(), ask(), ask()];
    slow.resolve("x");
    expect(await Promise.all(answers)).toEqual(["x", "x", "x"]);
    expect(made).toBe(1);
    expect(keep.get("a")).toBe("x");
  });

  it("doesn't store a value that was begun before a change", async () => {
    const keep = make();
    const old = deferred<string>();
    const first = keep.getOrMake("a", () => old.promise);
    keep.clear();
    const second = keep.getOrMake("a", async () => "new");
    old.resolve("old");
    expect(await first).toBe("old");
    expect(await second).toBe("new");
    expect(keep.get("a")).toBe("new");
  });

  it("drops a value after its time", async () => {
    const keep = make();
    at.time = 0;
    await keep.getOrMake("a", async () => "x");
    at.time = 99;
    expect(keep.get("a")).toBe("x");
    at.time = 100;
    expect(keep.get("a")).toBeUndefined();
  });

  it("has a stale value, until it is cleared, when no new one can be made", async () => {
    const keep = make();
    at.time = 0;
    await keep.getOrMake("a", async () => "x");
    keep.expire();
    expect(keep.get("a")).toBeUndefined();
    expect(keep.stale("a")).toEqual({ value: "x", madeAt: 0 });
    await expect(keep.getOrMake("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    at.time = 1000;
    expect(keep.stale("a")).toEqual({ value: "x", madeAt: 0 });
    await keep.getOrMake("a", async () => "y");
    expect([keep.get("a"), keep.stale("a")?.value]).toEqual(["y", "y"]);
    keep.clear();
    expect([keep.get("a"), keep.stale("a")]).toEqual([undefined, undefined]);
  });

  it("stores nothing that was begun before a change, not even as a stale value", async () => {
    const keep = make();
    const old = deferred<string>();
    const first = keep.getOrMake("a", () => old.promise);
    keep.expire();
    old.resolve("old");
    expect(await first).toBe("old");
    expect([keep.get("a"), keep.stale("a")]).toEqual([undefined, undefined]);
  });

  it("drops the value that was used longest ago", async () => {
    const keep = make(2);
    at.time = 0;
    for (const key of ["a", "b", "a", "c"]) await keep.getOrMake(key, async () => key);
    expect([keep.get("a"), keep.get("b"), keep.get("c")]).toEqual(["a", undefined, "c"]);
  });

  it("counts a synchronous read as use", async () => {
    const keep = make(2);
    at.time = 0;
    for (const key of ["a", "b"]) await keep.getOrMake(key, async () => key);
    keep.get("a");
    await keep.getOrMake("c", async () => "c");
    expect([keep.get("a"), keep.get("b"), keep.get("c")]).toEqual(["a", undefined, "c"]);
  });

  it("removes entries until the others fit", async () => {
    const keep = make();
    at.time = 0;
    for (const key of ["aaaa", "bbbb", "cccccc"]) await keep.getOrMake(key, async () => key);
    expect([keep.get("aaaa"), keep.get("bbbb"), keep.get("cccccc")]).toEqual([undefined, "bbbb", "cccccc"]);
    await keep.getOrMake("too large", async () => "more than ten");
    expect(keep.size).toBe(0);
    await keep.getOrMake("aaaa", async () => "aaaa");
    expect(keep.get("aaaa")).toBe("aaaa");
  });

  it("stores neither failures nor values that aren't cacheable", async () => {
    const keep = make();
    await expect(keep.getOrMake("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(
      await keep.getOrMake(
        "a",
        async () => "x",
        () => false,
      ),
    ).toBe("x");
    expect(keep.get("a")).toBeUndefined();
    expect(keep.size).toBe(0);
  });
});
