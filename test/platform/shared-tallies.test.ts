import { afterAll, beforeAll, expect, test } from "vitest";
import { connectDatabase } from "../../app/platform/database/connect.ts";
import { sharedTalliesOf } from "../../app/platform/shared-tallies.ts";
import type { DB } from "../../db/schema.gen.ts";
import { createTestDatabase } from "./database.ts";
import { silent, type TestDatabase } from "./test-postgres.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const LIMIT = { bucket: "knocks", points: 120, windowMs: 60_000, keys: 100 };

test("ten processes together let through 1.2 times the limit at most, one alone exactly as much", async () => {
  const processes = Array.from({ length: 10 }, () => connectDatabase<DB>(database.config, { log: silent, max: 2 }));
  const tallies = processes.map(({ db }) => sharedTalliesOf(db).open(LIMIT));
  const now = Date.now();
  const knock = async (key: string, at: number, moment = now) =>
    ((await tallies[at]?.addExactly(key, moment))?.count ?? 0) <= LIMIT.points;
  const through = async (key: string, by: (n: number) => number, moment?: number) => {
    const all = Array.from({ length: 400 }, (_, n) => knock(key, by(n), moment));
    return (await Promise.all(all)).filter(Boolean).length;
  };
  expect(await through("alone", () => 3)).toBe(LIMIT.points);
  const shared = await through("together", (n) => n % 10);
  expect(shared).toBeGreaterThanOrEqual(LIMIT.points * 0.9);
  expect(shared).toBeLessThanOrEqual(LIMIT.points * 1.2);

  // One after the other, and after the window it begins anew.
  let inTurn = 0;
  for (let n = 0; n < 300; n++) if (await knock("in turn", n % 10)) inTurn += 1;
  expect(inTurn).toBeGreaterThanOrEqual(LIMIT.points);
  expect(inTurn).toBeLessThanOrEqual(LIMIT.points * 1.2);
  expect(await knock("in turn", 0, now + LIMIT.windowMs)).toBe(true);
  for (const { close } of processes) await close();
});

test("without a database a process counts by itself", async () => {
  const { db, close } = connectDatabase<DB>({ host: "127.0.0.1", port: 1 }, { log: silent });
  const tally = sharedTalliesOf(db).open({ ...LIMIT, points: 4 });
  const counts = [];
  for (let n = 0; n < 6; n++) counts.push((await tally.addExactly("a", Date.now())).count);
  expect(counts).toEqual([1, 2, 3, 4, 5, 6]);
  await close();
});

test("keys whose window is over are forgotten, the others are not", async () => {
  const { db, close } = connectDatabase<DB>({ host: "127.0.0.1", port: 1 }, { log: silent });
  const tally = sharedTalliesOf(db).open({ ...LIMIT, bucket: "passers-by", keys: 10_000 });
  const now = Date.now();
  for (let n = 0; n < 5000; n++) tally.add(`early ${n}`, now);
  for (let n = 0; n < 50; n++) tally.add(`late ${n}`, now + 40_000);
  expect(tally.size()).toBe(5050);
  expect(tally.add("late 7", now + 61_000)).toBe(2);
  expect(tally.size()).toBe(50);
  expect(tally.add("early 7", now + 61_000)).toBe(1);
  await close();
});
