import { expect, test } from "vitest";
import { createTestApp } from "../../test/app/create-test-app.ts";
import { buildVisit } from "../../test/visits.ts";
import { rollUp } from "../domain/analytics/rollups/rolling-up.ts";
import { pauseAfter, startAnalyticsTicker } from "./open-analytics.ts";

test.each([
  [0, 5000],
  [499, 5000],
  [1200, 12_000],
  [4000, 40_000],
  [30_000, 60_000],
])("after a roll-up of %i ms the next one begins %i ms later", (took, pause) => {
  expect(pauseAfter(took)).toBe(pause);
});

test("a new site's first roll-up goes on without rests until it is whole", async () => {
  const app = await createTestApp();
  const day = 24 * 60 * 60 * 1000;
  for (let n = 1; n <= 20; n++) await buildVisit(app.context.db, { at: new Date(Date.now() - n * day), pages: [{ path: "/" }] });
  // A day at a time: with a rest after each it would take 100 seconds.
  const stop = startAnalyticsTicker(app.context, {
    timezone: () => "UTC",
    rollUp: (ctx, options) => rollUp(ctx, { ...options, within: 0 }),
  });
  const waiting = () => app.context.db.selectFrom("analytics_marks").select("id").execute();
  await expect.poll(waiting, { timeout: 50_000, interval: 500 }).toEqual([]);
  await stop();
  await app.close();
});
