import { expect, test } from "vitest";
import { createFairSemaphore } from "./passwords.ts";

/** Work that runs until the test ends it. */
function work() {
  let end = (_: "well" | "badly") => {};
  const done = new Promise<string>((resolve, reject) => {
    end = (how) => (how === "well" ? resolve("done") : reject(new Error("failed")));
  });
  return { done, end: (how: "well" | "badly" = "well") => end(how) };
}

const tick = () => new Promise((resolve) => setImmediate(resolve));

test("a limited number run at once, a limited number wait in order, and the rest are refused", async () => {
  const inTurn = createFairSemaphore({ atOnce: 2, waiting: 2, each: 2 });
  const works = Array.from({ length: 4 }, work);
  const begun: number[] = [];
  const turns = works.map(({ done }, index) =>
    inTurn("one", () => {
      begun.push(index);
      return done;
    }),
  );
  await tick();
  expect(begun).toEqual([0, 1]);
  await expect(inTurn("one", async () => "never")).rejects.toMatchObject({ code: "over_request_rate_limit", kind: "limited" });
  works[1]?.end();
  await tick();
  expect(begun).toEqual([0, 1, 2]);
  // Failed work frees its place, too.
  works[0]?.end("badly");
  await expect(turns[0]).rejects.toThrow("failed");
  await tick();
  expect(begun).toEqual([0, 1, 2, 3]);
  for (const one of works) one.end();
  expect(await Promise.all(turns.slice(1))).toEqual(["done", "done", "done"]);
  expect(await inTurn("one", async () => "free again")).toBe("free again");
});

/** Semaphore calls that run one after another once `free` is called, and the order in which waiting calls run. */
async function held(places: { waiting: number; each: number }) {
  const inTurn = createFairSemaphore({ atOnce: 1, ...places });
  const first = work();
  const order: string[] = [];
  const all = [inTurn("first", () => first.done)];
  await tick();
  return {
    order,
    ask: (whose: string, name: string) => {
      const turn = inTurn(whose, async () => {
        order.push(name);
        return name;
      });
      all.push(turn);
      turn.catch(() => undefined);
      return turn;
    },
    free: async () => {
      first.end();
      await Promise.allSettled(all);
    },
  };
}

test("accounts take turns: one request doesn't wait for all of another account's", async () => {
  const { ask, order, free } = await held({ waiting: 10, each: 4 });
  for (const name of ["storm 1", "storm 2", "storm 3"]) ask("storm", name);
  ask("admin", "admin");
  await free();
  expect(order).toEqual(["storm 1", "admin", "storm 2", "storm 3"]);
});

test("no account has more places than allowed", async () => {
  const { ask, order, free } = await held({ waiting: 10, each: 2 });
  for (const name of ["storm 1", "storm 2"]) ask("storm", name);
  await expect(ask("storm", "storm 3")).rejects.toMatchObject({ code: "over_request_rate_limit" });
  await free();
  expect(order).toEqual(["storm 1", "storm 2"]);
});

test("when all places are taken, the account with the most gives one up", async () => {
  const { ask, order, free } = await held({ waiting: 4, each: 3 });
  ask("reader", "reader");
  const storm = ["storm 1", "storm 2", "storm 3"].map((name) => ask("storm", name));
  ask("admin", "admin");
  await expect(storm[2]).rejects.toMatchObject({ code: "over_request_rate_limit" });
  ask("guest", "guest");
  await expect(storm[1]).rejects.toMatchObject({ code: "over_request_rate_limit" });
  // Every account has one place now.
  await expect(ask("late", "late")).rejects.toMatchObject({ code: "over_request_rate_limit" });
  await free();
  expect(order).toEqual(["reader", "storm 1", "admin", "guest"]);
});
