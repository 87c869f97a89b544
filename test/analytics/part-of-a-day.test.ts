import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FigureChanges } from "../../app/domain/analytics/analytics.ts";
import type { PanelQuery } from "../../app/domain/analytics/analytics-rules.ts";
import { readOverview, readTimeline } from "../../app/domain/analytics/panels/read-overview.ts";
import { readBlogAnalytics } from "../../app/domain/analytics/read-blog.ts";
import { rollUp } from "../../app/domain/analytics/rollups/roll-up.ts";
import { buildClock, buildPost, buildSession } from "../builders.ts";
import { openTestContext } from "../context.ts";
import { type BuiltVisit, buildVisit } from "../visits.ts";

/** 14:05 in New York. A week earlier, on 1 November, its clocks went back: that day had 25 hours. */
const NEW_YORK = "America/New_York";
const NOW = new Date("2026-11-08T19:05:00Z");
const WEEK = { range: "7d" as const };
const at = (iso: string) => new Date(`2026-${iso}Z`);
const GERMAN = { source: "Google", channel: "search" as const, country: "Germany" };
const LARK = "/story/lark";

/** Visitors who only stop, without a last hit, are known to have left half an hour later. */
const SILENT: BuiltVisit[] = [
  // 13:30, stopped at 13:50: at 14:05 it isn't known to be over.
  { at: at("11-01T18:30:00"), ...GERMAN, ended: 1200, pages: [{ path: "/", engaged: 20 }] },
  // 13:20, stopped at 13:30.
  { at: at("11-01T18:20:00"), ended: 600, pages: [{ path: "/", engaged: 20 }] },
];
const VISITS: BuiltVisit[] = [
  // The previous seven days, from 26 October on.
  { at: at("10-28T16:00:00"), ...GERMAN, ended: 100, pages: [{ path: LARK, views: 2, engaged: 60 }] },
  // 1 November, 0:30, and 1:30 when the clocks show it for the second time: one visitor, two visits. The first is a bounce.
  { at: at("11-01T04:30:00"), visitor: 2, ended: 40, pages: [{ path: "/", engaged: 3 }] },
  { at: at("11-01T06:30:00"), visitor: 2, ended: 200, pages: [{ path: LARK, views: 3, engaged: 50 }] },
  // 14:00: at 14:05 it has seen one page for 5 s; at 14:10 it goes to another.
  {
    at: at("11-01T19:00:00"),
    ...GERMAN,
    ended: 700,
    pages: [
      { path: LARK, engaged: 5 },
      { path: "/", after: 600, engaged: 30 },
    ],
  },
  // 14:06 and 23:30
  { at: at("11-01T19:06:00"), ...GERMAN, ended: 9, pages: [{ path: LARK, views: 5, engaged: 9 }] },
  { at: at("11-02T04:30:00"), ended: 9, pages: [{ path: "/", engaged: 9 }] },
  // The seven days up to today.
  { at: at("11-05T17:00:00"), ...GERMAN, ended: 50, pages: [{ path: LARK, views: 4, engaged: 45 }] },
  { at: at("11-08T14:00:00"), ended: 30, pages: [{ path: "/", engaged: 20 }] },
];

let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeAll(async () => {
  opened = await openTestContext({ clock: buildClock(NOW) });
  const { db, ctx } = opened;
  const post = (slug: string, published_at: Date) => buildPost(db, { slug, published_at, reading_time: 3 });
  const { id } = await post("lark", at("10-01T12:00:00"));
  // Published at 12:00 and 20:00 on 1 November, and one on the 5th.
  for (const [slug, day] of Object.entries({ noon: "11-01T17:00:00", evening: "11-02T01:00:00", fifth: "11-05T12:00:00" }))
    await post(slug, at(day));
  for (const visit of [...SILENT, ...VISITS]) await buildVisit(db, visit);
  for (const { at: begun } of SILENT)
    await sql`update analytics_records set is_bounce = true where visit >> 20 = ${begun.getTime()}`.execute(db);
  const [before, after, today] = [at("11-01T19:04:00"), at("11-01T19:06:00"), at("11-08T19:00:00")];
  const like = (created_at: Date) => ({ article_id: id, created_at, is_liked: true, session_id: buildSession() });
  await db
    .insertInto("article_likes")
    .values([like(before), like(after), like(today)])
    .execute();
  const comment = (created_at: Date) => ({ post_id: id, created_at, status: "approved", content: "Yes" });
  await db
    .insertInto("comments")
    .values([comment(before), comment(after), comment(after), comment(today)])
    .execute();
  await rollUp(ctx, { timezone: NEW_YORK });
});
afterAll(() => opened.close());

const overview = (query: PanelQuery) => readOverview(opened.ctx, query, { timezone: NEW_YORK, attribution: null });
const percent = (now: number, before: number) => ((now - before) / before) * 100;

/** Until 14:05 of 1 November six visits of five visitors (one of 28 October) with nine views; two bounced; four were over, after 940 s. */
const ALL: FigureChanges = {
  visits: percent(2, 6),
  visitors: percent(2, 5),
  page_views: percent(5, 9),
  bounce_rate: -33.3,
  average_duration_seconds: percent(40, 235),
};

test.each<[string, PanelQuery, FigureChanges]>([
  ["everything", WEEK, ALL],
  [
    // That of 28 October, 1:30 and 14:00: six views; the last had bounced so far; 100 and 200 s.
    "an article",
    { ...WEEK, page: LARK },
    {
      visits: percent(1, 3),
      visitors: percent(1, 3),
      page_views: percent(4, 6),
      bounce_rate: -33.3,
      average_duration_seconds: percent(50, 150),
    },
  ],
  [
    // 0:30, 13:20 and 13:30; the visitor from the article hadn't yet. 40 and 600 s.
    "the home page",
    { ...WEEK, page: "/" },
    {
      visits: percent(1, 3),
      visitors: percent(1, 3),
      page_views: percent(1, 3),
      bounce_rate: -33.3,
      average_duration_seconds: percent(30, 320),
    },
  ],
  [
    // 28 October, 13:30 and 14:00: four views; 100 s.
    "a source",
    { ...WEEK, source: "Google" },
    { visits: percent(1, 3), visitors: percent(1, 3), page_views: 0, bounce_rate: -33.3, average_duration_seconds: -50 },
  ],
  [
    "a source on an article, which only records tell",
    { ...WEEK, source: "Google", page: LARK },
    { visits: -50, visitors: -50, page_views: percent(4, 3), bounce_rate: -50, average_duration_seconds: -50 },
  ],
])("seven days so far are compared with seven days until the same time: %s", async (_, query, expected) => {
  const { previous, changes } = await overview(query);
  expect(previous).toEqual({ from: "2026-10-26", to: "2026-11-01", until: "2026-11-01T19:05:00.000Z" });
  expect(changes).toEqual(expected);
});

test("articles too: views, likes, comments, and what was published", async () => {
  const { previous, timeRangeStats, previousTrends } = await readBlogAnalytics(opened.ctx, WEEK, NEW_YORK);
  expect(previous).toEqual({ from: "2026-10-26", to: "2026-11-01", days: 7, until: "2026-11-01T19:05:00.000Z" });
  expect(timeRangeStats.previousPeriod).toEqual({
    views: 2 + 3 + 1,
    likes: 1,
    comments: 1,
    posts: 1,
    engagementRate: 33.33,
    avgReadTime: 3,
  });
  expect(timeRangeStats.changes).toMatchObject({ views: percent(4, 6), likes: 0, comments: 0, posts: 0 });
  // The chart has the whole day.
  expect(previousTrends.at(-1)).toEqual({ date: "2026-11-01", views: 3 + 1 + 5, likes: 2, comments: 3 });
});

test("the days of the chart are whole", async () => {
  const { previous } = await readTimeline(opened.ctx, WEEK, NEW_YORK);
  expect(previous.at(-1)).toEqual({ date: "2026-11-01", visits: 7, visitors: 6, views: 1 + 3 + 2 + 1 + 1 + 5 + 1 });
});

test("past days are compared with whole days", async () => {
  const { previous, changes } = await overview({ range: "custom", from: "2026-11-02", to: "2026-11-07" });
  expect(previous.until).toBeNull();
  // One visit, and eight from 27 October to the end of 1 November.
  expect(changes.visits).toBe(percent(1, 8));
});

test("a day whose records are gone counts whole, and the response says so", async () => {
  await sql`update analytics_options set raw_from = ${at("11-02T00:00:00")}`.execute(opened.db);
  const { previous, changes } = await overview(WEEK);
  expect([previous.until, changes.visits]).toEqual([null, percent(2, 8)]);
  const blog = await readBlogAnalytics(opened.ctx, WEEK, NEW_YORK);
  const { posts, comments, likes, views } = blog.timeRangeStats.previousPeriod;
  expect([blog.previous.until, posts, comments, likes, views]).toEqual([null, 2, 3, 2, 11]);
});
