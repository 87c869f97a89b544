import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BlogAnalytics, BlogFunnel, BlogPosts } from "../../../app/domain/analytics/analytics.ts";
import { rollUp } from "../../../app/domain/analytics/rollups/roll-up.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import { addDays } from "../../../app/platform/time/day.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildPost } from "../../builders.ts";
import { buildVisit } from "../../visits.ts";

const PATHS = ["/api/admin/analytics/blog", "/api/admin/analytics/blog/posts", "/api/admin/analytics/blog/funnel"] as const;
const [BLOG, POSTS, FUNNEL] = PATHS;

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
afterAll(() => app.close());

test.each(PATHS)("%s requires an admin", async (path) => {
  const nobody = await app.actors.anonymous.get<ErrorBody>(path);
  expect([nobody.status, nobody.body.code]).toEqual([401, "no_authorization"]);
  const reader = await (await signedInUser(app)).actor.get<ErrorBody>(path);
  expect([reader.status, Object.keys(reader.body)]).toEqual([403, ["code", "message"]]);
});

test("a site without articles and visits has zeros, empty lists and an entry for each day", async () => {
  const { status, body, headers } = await admin.get<BlogAnalytics>(BLOG);
  expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
  const nothing = { views: 0, likes: 0, comments: 0 };
  const stats = { ...nothing, posts: 0, engagementRate: 0, avgReadTime: 0 };
  const { period, previous, timezone: _, asOf: __, engagementTrends, previousTrends, ...figures } = body;
  expect([period.days, addDays(period.to, -29), previous.to]).toEqual([30, period.from, addDays(period.from, -1)]);
  expect(engagementTrends).toHaveLength(30);
  expect(engagementTrends[29]).toEqual({ date: period.to, ...nothing });
  expect(previousTrends[29]).toEqual({ date: previous.to, ...nothing });
  expect(figures).toEqual({
    totalPosts: 0,
    totalViews: 0,
    totalLikes: 0,
    totalComments: 0,
    avgReadTime: 0,
    engagementRate: 0,
    topPosts: [],
    categoryPerformance: [],
    timeRangeStats: { currentPeriod: stats, previousPeriod: stats, changes: stats },
    deviceBreakdown: [],
    browserBreakdown: [],
    locationBreakdown: [],
    totalLocations: 0,
  });
  expect((await admin.get<BlogPosts>(POSTS)).body).toEqual({ items: [] });
  const steps = { visits: 0, started: 0, half: 0, finished: 0, liked: 0, commented: 0 };
  expect((await admin.get<BlogFunnel>(FUNNEL)).body).toEqual({ total: { ...steps, posts: 0 }, items: [] });
});

describe("an invalid query is refused with its field", () => {
  const tomorrow = addDays(new Date().toISOString().slice(0, 10), 2);
  test.each<[query: string, field: string, rule: string]>([
    ["range=8d", "range", "must be one of 7d, 30d, 90d, 1y, yesterday, last-week, custom"],
    ["range=custom&to=2025-01-31", "from", "is required with the range custom"],
    ["range=custom&from=2025-02-31&to=2025-03-01", "from", "must be a day such as 2026-01-31"],
    ["range=custom&from=2025-03-02&to=2025-03-01", "from", "must not be after to"],
    [`range=custom&from=2025-03-02&to=${tomorrow}`, "to", "must not be in the future"],
    ["range=custom&from=2014-01-01&to=2025-03-01", "from", "must be at most 10 years before to"],
    ["from=2025-03-01", "from", "goes with the range custom only"],
    ["limit=0", "limit", "must be a whole number from 1 to 1000"],
    ["limit=1001", "limit", "must be a whole number from 1 to 1000"],
  ])("%s", async (query, field, rule) => {
    for (const path of PATHS) {
      const { status, body } = await admin.get<ErrorBody>(`${path}?${query}`);
      expect([path, status, body.details]).toEqual([path, 400, [{ field, rule }]]);
    }
  });

  test.each<[query: string, field: string, rule: string]>([
    ["category=NONE-0", "category", "must be a category’s id, or none"],
    ["category=wellness", "category", "must be a category’s id, or none"],
    [`search=${"a".repeat(201)}`, "search", "must have at most 200 characters"],
    ["search=%00", "search", "must not contain NUL"],
  ])("%s, of lists", async (query, field, rule) => {
    for (const path of [POSTS, FUNNEL]) {
      const { status, body } = await admin.get<ErrorBody>(`${path}?${query}`);
      expect([path, status, body.details]).toEqual([path, 400, [{ field, rule }]]);
    }
    const unknown = await admin.get<ErrorBody>(`${BLOG}?search=x`);
    expect(unknown.status).toBe(400);
  });
});

test("yesterday's visits of an article are in the figures once they are rolled up, and the same everywhere", async () => {
  const { db } = app.context;
  const { id, slug } = await buildPost(db, { title: "A lark's day" });
  const at = new Date(Date.now() - 24 * 3_600_000);
  const view = { path: `/story/${slug}`, engaged: 11, scroll: 55 };
  await buildVisit(db, { at, pages: [{ ...view, views: 3 }], browser: "Firefox" });
  await buildVisit(db, { at, pages: [view], browser: "Safari" });
  await rollUp(app.context, { timezone: app.settings.site().timezone });
  const { body } = await admin.get<BlogAnalytics>(`${BLOG}?range=7d`);
  expect(body).toMatchObject({
    totalPosts: 1,
    totalViews: 4,
    deviceBreakdown: [{ device: "desktop", count: 2, percentage: 100 }],
  });
  expect(body.topPosts).toMatchObject([{ id, slug, views: 4 }]);
  expect(body.timeRangeStats.changes.views).toBe(100);
  const { items } = (await admin.get<BlogPosts>(`${POSTS}?range=7d&search=LARK%27S&category=none`)).body;
  expect(items).toEqual(body.topPosts);
  const funnel = (await admin.get<BlogFunnel>(`${FUNNEL}?range=7d`)).body;
  const steps = { visits: 2, started: 2, half: 2, finished: 0, liked: 0, commented: 0 };
  expect(funnel).toEqual({ total: { ...steps, posts: 1 }, items: [{ id, title: "A lark's day", slug, ...steps }] });
});
