import { expect, test } from "vitest";
import { createSnapshot } from "./snapshot.ts";

/** Reads that end when the test says so. */
function controlled() {
  const reads: PromiseWithResolvers<string>[] = [];
  const errors: unknown[] = [];
  const read = () => {
    const next = Promise.withResolvers<string>();
    reads.push(next);
    return next.promise;
  };
  return { reads, errors, read, onError: (error: unknown) => void errors.push(error) };
}

test("the first call reads, and later ones don't", async () => {
  const { reads, read, onError } = controlled();
  const snapshot = createSnapshot(read, { onError });
  expect(snapshot.latest()).toBeUndefined();
  const first = snapshot.current();
  reads[0]?.resolve("a");
  expect([await first, await snapshot.current(), snapshot.latest(), reads.length]).toEqual(["a", "a", "a", 1]);
});

test("a slow read from before a change doesn't replace a newer one", async () => {
  const { reads, read, onError } = controlled();
  const snapshot = createSnapshot(read, { onError });
  const [older, newer] = [snapshot.renew(), snapshot.renew()];
  reads[1]?.resolve("new");
  await newer;
  reads[0]?.resolve("old");
  await older;
  expect([snapshot.latest(), await snapshot.current()]).toEqual(["new", "new"]);
});

test("after a change, callers wait for the new value", async () => {
  const { reads, read, onError } = controlled();
  const snapshot = createSnapshot(read, { onError });
  void snapshot.renew();
  reads[0]?.resolve("a");
  await snapshot.current();
  void snapshot.renew();
  const waiting = snapshot.current();
  expect(snapshot.latest()).toBe("a");
  reads[1]?.resolve("b");
  expect(await waiting).toBe("b");
});

test("when a read fails, the earlier value stays, and the next call tries again", async () => {
  const { reads, errors, read, onError } = controlled();
  const snapshot = createSnapshot(read, { onError });
  void snapshot.renew();
  reads[0]?.resolve("a");
  await snapshot.current();
  const renewed = snapshot.renew();
  reads[1]?.reject(new Error("away"));
  await expect(renewed).rejects.toThrow("away");
  const again = snapshot.current();
  reads[2]?.reject(new Error("still away"));
  expect(await again).toBe("a");
  const back = snapshot.current();
  reads[3]?.resolve("b");
  expect([await back, errors.length]).toEqual(["b", 2]);
});

test("without any value, a failure is the caller's; an initial one is used", async () => {
  const failing = () => Promise.reject(new Error("away"));
  const onError = () => {};
  await expect(createSnapshot(failing, { onError }).current()).rejects.toThrow("away");
  expect(await createSnapshot<string[]>(failing, { onError, initial: [] }).current()).toEqual([]);
});
