import { describe, expect, test } from "vitest";
import { createTestApp } from "../../test/app/create-test-app.ts";
import { buildPost, buildSession } from "../../test/builders.ts";
import { buildVisit } from "../../test/visits.ts";
import { rollUp } from "../domain/analytics/rollups/roll-up.ts";
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

// Each waits for the first roll-up, some seconds after the start: they wait together.
describe.concurrent("the ticker of a site", () => {
  test("a new site's first roll-up is over while readers keep coming", async () => {
    const app = await createTestApp();
    const come = () => buildVisit(app.context.db, { at: new Date(), pages: [{ path: "/" }] });
    await come();
    let times = 0;
    const stop = startAnalyticsTicker(app.context, {
      timezone: () => "UTC",
      rollUp: async (ctx, options) => {
        times += 1;
        const done = await rollUp(ctx, options);
        await come();
        return done;
      },
    });
    await expect.poll(() => times).toBe(1);
    // Without rests there would be a dozen by now.
    await new Promise((resume) => setTimeout(resume, 2500));
    expect(times).toBe(1);
    await stop();
    await app.close();
  });

  test("a new site's first roll-up goes on without rests until it is whole", async () => {
    const app = await createTestApp();
    const day = 24 * 60 * 60 * 1000;
    for (let n = 1; n <= 20; n++)
      await buildVisit(app.context.db, { at: new Date(Date.now() - n * day), pages: [{ path: "/" }] });
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

  test("a view's session is removed once half an hour has passed", async () => {
    const app = await createTestApp();
    const { db } = app.context;
    const { id } = await buildPost(db);
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const recent = buildSession();
    await db
      .insertInto("post_views")
      .values([
        { post_id: id, session_id: buildSession(), viewed_at: minutesAgo(31) },
        { post_id: id, session_id: recent, viewed_at: minutesAgo(5) },
      ])
      .execute();
    const stop = startAnalyticsTicker(app.context, { timezone: () => "UTC", rollUp });
    const sessions = async () =>
      (await db.selectFrom("post_views").select("session_id").orderBy("viewed_at").execute()).map(({ session_id }) => session_id);
    await expect.poll(sessions, { timeout: 30_000, interval: 250 }).toEqual([null, recent]);
    await stop();
    await app.close();
  });
});
