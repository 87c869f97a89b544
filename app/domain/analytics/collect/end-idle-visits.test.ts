import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildClock, buildSession } from "../../../../test/builders.ts";
import { openTestContext } from "../../../../test/context.ts";
import { storedHit } from "../../../../test/hits.ts";
import type { StoredHit } from "../hit-rules.ts";
import { countHits, quarantineHits } from "./count-hits.ts";
import { cleanAnalytics, endIdleVisits } from "./end-idle-visits.ts";
import { createIdentity, sessionOfVisitor } from "./normalize-hit.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const timezone = "UTC";

let clock: ReturnType<typeof buildClock>;
let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeAll(async () => {
  opened = await openTestContext({ clock: { now: () => clock.now() } });
});
afterAll(() => opened.close());
beforeEach(async () => {
  clock = buildClock();
  for (const table of ["analytics_records", "analytics_sessions", "analytics_rejected", "analytics_marks"] as const)
    await opened.db.deleteFrom(table).execute();
});

const now = () => clock.now().getTime();
const count = (...hits: StoredHit[]) => countHits(opened.db, hits, { timezone });
const records = () => opened.db.selectFrom("website_analytics").selectAll().orderBy("page_url").execute();
const rejected = () => opened.db.selectFrom("analytics_rejected").selectAll().orderBy("path").execute();

test("after 30 minutes without activity a visit is over, as of its last sign of life", async () => {
  const session = buildSession();
  const begun = clock.now();
  await count(storedHit(now(), { session }), storedHit(now(), { session, path: "/" }));
  clock.forward(5 * MINUTE);
  await count(storedHit(now(), { session, kind: "alive" }));
  clock.forward(30 * MINUTE);
  expect(await endIdleVisits(opened.ctx, { timezone })).toEqual({ ended: 0, withdrawn: 0 });
  await opened.db.deleteFrom("analytics_marks").execute();

  clock.forward(1000);
  expect(await endIdleVisits(opened.ctx, { timezone })).toEqual({ ended: 1, withdrawn: 0 });
  const ended = { visit_ended_at: new Date(begun.getTime() + 5 * MINUTE), session_duration_seconds: 300, is_bounce: true };
  expect(await records()).toMatchObject([ended, ended]);
  expect(await opened.db.selectFrom("analytics_marks").select("at").execute()).toEqual([{ at: begun }]);

  // Within the grace time it goes on all the same.
  clock.forward(2 * MINUTE);
  await count(storedHit(now(), { session }));
  expect(await records()).toMatchObject([
    { page_views_count: 1, visit_ended_at: null },
    { page_views_count: 2, visit_ended_at: null },
  ]);
});

test("many pages without a second's attention go to quarantine, whole, and come back as they were", async () => {
  const [robot, reader, passer] = [buildSession(), buildSession(), buildSession()];
  const pages = ["/", "/about", "/terms", "/privacy", "/view-all", "/login", "/register", "/account"];
  await count(
    ...pages.flatMap((path, at) => [robot, reader].map((session) => storedHit(now() + at * 3000, { session, path }))),
    storedHit(now() + 30_000, { session: reader, path: "/account", kind: "alive", engaged: 1 }),
    ...pages.slice(1).map((path) => storedHit(now(), { session: passer, path })),
  );
  const before = await records();
  clock.forward(36 * MINUTE);
  expect(await endIdleVisits(opened.ctx, { timezone })).toEqual({ ended: 3, withdrawn: 8 });
  expect(await records()).toHaveLength(15);
  const held = await rejected();
  expect(held.map(({ path }) => path)).toEqual([...pages].sort());
  expect(held[0]).toMatchObject({ reason: "no_engagement", session_id: expect.stringContaining(robot.slice(0, 8)) });
  expect(await endIdleVisits(opened.ctx, { timezone })).toEqual({ ended: 0, withdrawn: 0 });

  await count(...held.map(({ hit }) => hit as unknown as StoredHit));
  const after = await records();
  const facts = (rows: typeof before) =>
    rows
      .map(({ id, page_url, first_visit_at, user_agent, country }) => [id, page_url, first_visit_at, user_agent, country])
      .sort();
  expect(facts(after)).toEqual(facts(before));
  expect(after.filter((row) => row.visit_ended_at === null)).toEqual([]);
});

test("a page without JavaScript can't tell of attention, so its readers aren't judged by it", async () => {
  const session = sessionOfVisitor("77", "2026-01-01");
  const pages = ["/", "/about", "/terms", "/privacy", "/view-all", "/login", "/register", "/account"];
  await count(...pages.map((path) => storedHit(now(), { session, path, visitor: "77" })));
  clock.forward(HOUR);
  expect(await endIdleVisits(opened.ctx, { timezone })).toEqual({ ended: 1, withdrawn: 0 });
});

test("after 48 hours nobody knows which session a visit was, nor can tell a visitor again", async () => {
  const identity = createIdentity(opened.ctx);
  const session = buildSession();
  await count(storedHit(now(), { session }));
  const salt = (await identity.saltAt(now(), timezone)).export();
  expect((await createIdentity(opened.ctx).saltAt(now(), timezone)).export()).toEqual(salt);
  clock.forward(47 * HOUR);
  await endIdleVisits(opened.ctx, { timezone });
  await cleanAnalytics(opened.ctx);
  expect(await opened.db.selectFrom("analytics_sessions").select("session_id").execute()).toHaveLength(1);
  expect(await opened.db.selectFrom("analytics_salts").select("day").execute()).toHaveLength(1);

  clock.forward(HOUR + 1000);
  await cleanAnalytics(opened.ctx);
  expect(await opened.db.selectFrom("analytics_sessions").select("session_id").execute()).toEqual([]);
  expect(await opened.db.selectFrom("analytics_salts").select("day").execute()).toEqual([]);
  expect(await records()).toHaveLength(1);
  expect((await createIdentity(opened.ctx).saltAt(now() - 49 * HOUR, timezone)).export()).not.toEqual(salt);
});

test("the quarantine is kept for 30 days", async () => {
  await quarantineHits(opened.db, [{ reason: "burst", hit: storedHit(now()) }]);
  clock.forward(30 * 24 * HOUR - 1);
  await quarantineHits(opened.db, [{ reason: "burst", hit: storedHit(now(), { path: "/later" }) }]);
  await cleanAnalytics(opened.ctx);
  expect(await rejected()).toHaveLength(2);
  clock.forward(2);
  await cleanAnalytics(opened.ctx);
  expect((await rejected()).map(({ path }) => path)).toEqual(["/later"]);
});
