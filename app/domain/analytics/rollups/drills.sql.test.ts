import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestContext } from "../../../../test/context.ts";
import { buildVisit } from "../../../../test/visits.ts";
import type { Drill } from "../analytics-rules.ts";
import { drilledDays, findNarrowing } from "../panels/open-panel.ts";
import { rolledDaysOf } from "./drills.sql.ts";
import { rollUp } from "./roll-up.ts";

const timezone = "Europe/Paris";
const DAYS = { from: "2026-03-20", to: "2026-04-05" };

let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeAll(async () => {
  opened = await openTestContext();
  for (let n = 0; n < 60; n++) {
    await buildVisit(opened.db, {
      at: new Date(Date.UTC(2026, 2, 18, n * 9)),
      visitor: n % 11,
      pages: ["/", "/about", "/view-all"]
        .filter((_, p) => p === n % 3 || n % (p + 2) === 1)
        .map((path) => ({ path, engaged: n % 17, views: 1 + (n % 3) })),
      source: n % 4 === 0 ? "Google" : "Direct",
      country: n % 3 === 0 ? "Japan" : "unknown",
      ended: n % 5 === 0 ? null : n * 7,
    });
  }
  await rollUp(opened.ctx, { timezone });
});
afterAll(() => opened.close());

test.each([
  { page: "/" },
  { page: "/about" },
  { source: "Google" },
  { source: "Direct" },
  { country: "Japan" },
  { country: "unknown" },
])(
  "what one page, source or country had by the day is told by the rollups as its records tell it ($page$source$country)",
  async (drill: Drill) => {
    const { db } = opened;
    const narrowing = await findNarrowing(db, drill);
    const expected = narrowing && (await drilledDays(db, { ...DAYS, timezone }, narrowing));
    expect(expected?.length).toBeGreaterThan(5);
    expect(await rolledDaysOf(db, DAYS, drill)).toEqual(expected);
  },
);

test("what nobody has is empty; several together are for the records to tell", async () => {
  const { db } = opened;
  expect(await rolledDaysOf(db, DAYS, { page: "/nowhere" })).toEqual([]);
  expect(await rolledDaysOf(db, DAYS, { source: "nowhere.example" })).toEqual([]);
  expect(await rolledDaysOf(db, DAYS, { page: "/", source: "Google" })).toBeNull();
  expect(await rolledDaysOf(db, DAYS, {})).toBeNull();
});
