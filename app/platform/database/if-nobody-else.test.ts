import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestContext } from "../../../test/context.ts";
import { ifNobodyElse } from "./exclusive.ts";

let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeAll(async () => {
  opened = await openTestContext();
});
afterAll(() => opened.close());

test("of several who would do the same work at once one does it, and afterwards anybody may again", async () => {
  const done: string[] = [];
  let finish = () => {};
  const busy = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let begun = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const first = ifNobodyElse(opened.db, "sweeping", async () => {
    begun();
    await busy;
    done.push("first");
  });
  await hasBegun;
  expect(await ifNobodyElse(opened.db, "sweeping", async () => void done.push("second"))).toBe(false);
  expect(await ifNobodyElse(opened.db, "other work", async () => void done.push("other"))).toBe(true);
  finish();
  expect(await first).toBe(true);
  expect(await ifNobodyElse(opened.db, "sweeping", async () => void done.push("third"))).toBe(true);
  expect(done).toEqual(["other", "first", "third"]);
});

test("whoever fails leaves the work to others", async () => {
  const failing = ifNobodyElse(opened.db, "sweeping", () => Promise.reject(new Error("broken")));
  await expect(failing).rejects.toThrow("broken");
  expect(await ifNobodyElse(opened.db, "sweeping", async () => {})).toBe(true);
});
