import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { connectDatabase, type Database } from "../../app/platform/database/connect.ts";
import { createLimits, type SendSql } from "../../app/platform/limits.ts";
import { createLog } from "../../app/platform/log.ts";
import { createTestDatabase } from "./database.ts";
import type { TestDatabase } from "./test-postgres.ts";

let database: TestDatabase;
let opened: Database<unknown>;
let lines: string[];
beforeAll(async () => {
  database = await createTestDatabase();
  opened = connectDatabase(database.config, { log: createLog({ level: "silent" }) });
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});
beforeEach(() => {
  lines = [];
});

const inDatabase: SendSql = async (text, values) => {
  const { rows, rowCount } = await opened.pool.query(text, values);
  return { rows, rowCount: rowCount ?? 0 };
};
const limits = (send: SendSql = inDatabase) =>
  createLimits({
    send,
    table: "rate_limits",
    log: createLog({ level: "warn", destination: { write: (line) => void lines.push(line) } }),
  });

const THREE = { points: 3, seconds: 60 };
const times = async (n: number, take: () => Promise<number>) => {
  const waits: number[] = [];
  for (let i = 0; i < n; i++) waits.push(await take());
  return waits;
};

test("some attempts are free; then a refusal says how long to wait", async () => {
  const own = limits();
  const waits = await times(5, () => own.take("a", "x", THREE));
  expect(waits.slice(0, 3)).toEqual([0, 0, 0]);
  for (const wait of waits.slice(3)) {
    expect(wait).toBeGreaterThan(55_000);
    expect(wait).toBeLessThanOrEqual(60_000);
  }
  expect(await own.take("a", "another key", THREE)).toBe(0);
  expect(await own.take("another bucket", "x", THREE)).toBe(0);
});

test("several processes count together, and a new one continues the count", async () => {
  const [one, two] = [limits(), limits()];
  expect(await Promise.all([one, two, one].map((process) => process.take("b", "x", THREE)))).toEqual([0, 0, 0]);
  expect(await two.take("b", "x", THREE)).toBeGreaterThan(0);
  expect(await limits().take("b", "x", THREE)).toBeGreaterThan(0);
});

test("of concurrent attempts no more than the free ones pass", async () => {
  const waits = await Promise.all(Array.from({ length: 20 }, (_, n) => limits().take("c", `x${n % 2}`, THREE)));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(6);
});

test("the window ends", async () => {
  const own = limits();
  onTestFinished(() => void vi.useRealTimers());
  const one = { points: 1, seconds: 60 };
  expect(await own.take("d", "x", one)).toBe(0);
  expect(await own.take("d", "x", one)).toBeGreaterThan(0);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  expect(await own.take("d", "x", one)).toBe(0);
});

test("an attempt taken back doesn't count; forgetting frees a key that was over its limit", async () => {
  const own = limits();
  for (let n = 0; n < 10; n++) {
    expect(await own.take("e", "x", THREE)).toBe(0);
    await own.giveBack("e", "x", THREE);
  }
  await times(4, () => own.take("e", "y", THREE));
  await own.forget("e", "y", THREE);
  expect(await own.take("e", "y", THREE)).toBe(0);
});

test("a key over the limit costs no statement", async () => {
  let statements = 0;
  const own = limits((text, values) => {
    statements++;
    return inDatabase(text, values);
  });
  await times(20, () => own.take("f", "x", THREE));
  expect(statements).toBeLessThanOrEqual(4);
});

test("without the table each process counts alone, and the log says so once", async () => {
  const own = limits(() => Promise.reject(new Error("connection refused")));
  expect((await times(5, () => own.take("g", "x", THREE))).map((wait) => wait > 0)).toEqual([false, false, false, true, true]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("counted in memory");
});
