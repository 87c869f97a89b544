import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestContext } from "../../../test/context.ts";
import { tryAdvisoryLock } from "./advisory-lock.ts";

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
  const first = tryAdvisoryLock(opened.db, "sweeping", async () => {
    begun();
    await busy;
    done.push("first");
  });
  await hasBegun;
  expect(await tryAdvisoryLock(opened.db, "sweeping", async () => void done.push("second"))).toBe(false);
  expect(await tryAdvisoryLock(opened.db, "other work", async () => void done.push("other"))).toBe(true);
  finish();
  expect(await first).toBe(true);
  expect(await tryAdvisoryLock(opened.db, "sweeping", async () => void done.push("third"))).toBe(true);
  expect(done).toEqual(["other", "first", "third"]);
});

test("a process that fails leaves the work to others", async () => {
  const failing = tryAdvisoryLock(opened.db, "sweeping", () => Promise.reject(new Error("broken")));
  await expect(failing).rejects.toThrow("broken");
  expect(await tryAdvisoryLock(opened.db, "sweeping", async () => {})).toBe(true);
});

test("while the work goes on, the transaction with the lock holds no snapshot that would keep vacuum from old rows", async () => {
  const held = async () => {
    const { rows } = await sql<{ held: number }>`select count(*)::int as held from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction' and backend_xmin is not null`.execute(opened.db);
    return rows[0]?.held;
  };
  let during: number | undefined;
  await tryAdvisoryLock(opened.db, "sweeping", async () => {
    during = await held();
  });
  expect(during).toBe(0);
});
