import { expect, test } from "vitest";
import { createTurns } from "./hashing-turns.ts";

/** Work that goes on until it is told to end. */
function work() {
  let end = (_: "well" | "badly") => {};
  const done = new Promise<string>((resolve, reject) => {
    end = (how) => (how === "well" ? resolve("done") : reject(new Error("failed")));
  });
  return { done, end: (how: "well" | "badly" = "well") => end(how) };
}

const tick = () => new Promise((resolve) => setImmediate(resolve));

test("so many run at once, so many wait in order, and the rest are sent away", async () => {
  const inTurn = createTurns({ atOnce: 2, waiting: 2 });
  const works = Array.from({ length: 4 }, work);
  const begun: number[] = [];
  const turns = works.map(({ done }, index) =>
    inTurn(() => {
      begun.push(index);
      return done;
    }),
  );
  await tick();
  expect(begun).toEqual([0, 1]);
  await expect(inTurn(async () => "never")).rejects.toMatchObject({ code: "over_request_rate_limit", kind: "limited" });
  works[1]?.end();
  await tick();
  expect(begun).toEqual([0, 1, 2]);
  // Who fails makes room like anybody.
  works[0]?.end("badly");
  await expect(turns[0]).rejects.toThrow("failed");
  await tick();
  expect(begun).toEqual([0, 1, 2, 3]);
  for (const one of works) one.end();
  expect(await Promise.all(turns.slice(1))).toEqual(["done", "done", "done"]);
  expect(await inTurn(async () => "free again")).toBe("free again");
});
