import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCategory, buildClock, buildPost, buildSession } from "../../../test/builders.ts";
import { openTestContext } from "../../../test/context.ts";
import { type BuiltVisit, buildVisit } from "../../../test/visits.ts";
import { readBlogAnalytics, readBlogFunnel, readBlogPosts } from "./read-blog.ts";
import { rollUp } from "./rollups/roll-up.ts";

const OPERATOR = { kind: "operator" } as const;

const PARIS = "Europe/Paris";
/** Noon in Paris; two days before, its clocks went an hour ahead. */
const NOW = new Date("2026-03-31T10:00:00Z");
const THREE_DAYS = { range: "custom" as const, from: "2026-03-29", to: "2026-03-31" };
const at = (iso: string) => new Date(`2026-03-${iso}Z`);

/** By Paris' clocks; the previous period is 26 to 28 March. Nine visits in the three days. */
const VISITS: BuiltVisit[] = [
  // 27 March: the previous period. Nobody is told of what readers did with the archived article.
  { at: at("27T12:00:00"), pages: [{ path: "/story/gull", views: 4, engaged: 5 }] },
  { at: at("27T13:00:00"), pages: [{ path: "/story/tern", views: 7 }] },
  // 29 March, from its first second on.
  {
    at: at("28T23:00:00"),
    country: "Germany",
    city: "Berlin",
    pages: [{ path: "/story/lark", views: 2, engaged: 100, scroll: 92 }],
  },
  { at: at("29T10:00:00"), country: "Germany", city: "Berlin", pages: [{ path: "/story/lark", engaged: 12, scroll: 9 }] },
  {
    at: at("29T21:59:59"),
    country: "France",
    device: "mobile",
    browser: "Chrome",
    pages: [{ path: "/story/gull", views: 2, engaged: 79, scroll: 50 }, { path: "/view-all" }],
  },
  // 30 March
  {
    at: at("30T10:00:00"),
    country: "France",
    device: "mobile",
    browser: "Safari",
    pages: [{ path: "/story/lark", engaged: 50, scroll: 60 }],
  },
  { at: at("30T11:00:00"), pages: [{ path: "/story/tern", views: 5, scroll: 100 }] },
  // 31 March: the lark by an address that it used to have.
  { at: at("31T09:00:00"), pages: [{ path: "/story/skylark", engaged: 99, scroll: 90 }] },
  { at: at("31T09:10:00"), device: "tablet", browser: "Safari", pages: [{ path: "/story/wren" }] },
];

let opened: Awaited<ReturnType<typeof openTestContext>>;
let ids: Record<"lark" | "wren" | "gull" | "moss" | "tern" | "draft" | "birds" | "seas", string>;

beforeAll(async () => {
  opened = await openTestContext({ clock: buildClock(NOW) });
  const { db } = opened;
  const [birds, seas] = [await buildCategory(db, { name: "Birds" }), await buildCategory(db, { name: "Seas" })];
  await buildCategory(db, { name: "Nothing yet" });
  const post = async (slug: string, day: string, reading_time: number, values: object = {}) =>
    (await buildPost(db, { slug, title: `The ${slug}`, published_at: new Date(`2026-${day}Z`), reading_time, ...values })).id;
  ids = {
    birds: birds.id,
    seas: seas.id,
    lark: await post("lark", "03-28T23:30:00", 5, { category_id: birds.id }),
    wren: await post("wren", "03-27T12:00:00", 4, { category_id: birds.id }),
    gull: await post("gull", "01-01T12:00:00", 8, { category_id: seas.id }),
    moss: await post("moss", "03-31T09:59:00", 1, { description: "Nothing about a lark" }),
    tern: await post("tern", "03-30T12:00:00", 9, { category_id: seas.id, status: "archived" }),
    draft: await post("draft", "03-30T12:00:00", 9, { category_id: seas.id, status: "draft", published_at: null }),
  };
  for (const visit of VISITS) await buildVisit(db, visit);
  await db.updateTable("analytics_paths").set({ post_id: ids.lark }).where("path", "=", "/story/skylark").execute();
  const like = (article_id: string, day: string, is_liked = true) => ({
    article_id,
    created_at: at(day),
    is_liked,
    session_id: buildSession(),
  });
  await db
    .insertInto("article_likes")
    .values([
      like(ids.lark, "29T12:00:00"),
      like(ids.lark, "28T23:00:01"),
      like(ids.wren, "29T12:00:00", false),
      like(ids.gull, "28T22:59:59"),
      like(ids.gull, "30T12:00:00"),
      like(ids.tern, "30T12:00:00"),
      like(ids.draft, "30T12:00:00"),
    ])
    .execute();
  const comment = (post_id: string, day: string, status = "approved") => ({
    post_id,
    created_at: at(day),
    status,
    content: "Yes",
  });
  await db
    .insertInto("comments")
    .values([
      comment(ids.lark, "30T12:00:00"),
      comment(ids.wren, "30T12:00:00", "pending"),
      comment(ids.gull, "26T12:00:00"),
      comment(ids.tern, "29T12:00:00"),
    ])
    .execute();
  await rollUp(opened.ctx, { timezone: PARIS });
});
afterAll(() => opened.close());

const read = (query: object = THREE_DAYS) => readBlogAnalytics(opened.ctx, query as typeof THREE_DAYS, PARIS);
const LARK = { views: 5, likes: 2, comments: 1, engagementRate: 60 };

test("the totals, worked out by hand", async () => {
  const { timeRangeStats, ...figures } = await read();
  expect(figures).toMatchObject({
    period: { from: "2026-03-29", to: "2026-03-31", days: 3 },
    previous: { from: "2026-03-26", to: "2026-03-28", days: 3, until: "2026-03-28T11:00:00.000Z" },
    timezone: PARIS,
    asOf: NOW.toISOString(),
    totalPosts: 4,
    totalViews: 5 + 2 + 1,
    totalLikes: 2 + 1,
    totalComments: 1,
    avgReadTime: 5, // (5 + 4 + 8 + 1) / 4 = 4.5
    engagementRate: 50, // (3 + 1) / 8
  });
  expect(timeRangeStats).toEqual({
    // Lark and moss were published in the period, the wren in the one before.
    currentPeriod: { views: 8, likes: 3, comments: 1, posts: 2, engagementRate: 50, avgReadTime: 3 },
    // Until noon of the 28th: the gull's like came in the evening.
    previousPeriod: { views: 4, likes: 0, comments: 1, posts: 1, engagementRate: 25, avgReadTime: 4 },
    changes: { views: 100, likes: 100, comments: 0, posts: 100, engagementRate: 25, avgReadTime: -25 },
  });
});

test("each day has its own views, likes and comments, and so has the period before", async () => {
  const { engagementTrends, previousTrends } = await read();
  expect(engagementTrends).toEqual([
    { date: "2026-03-29", views: 5, likes: 2, comments: 0 },
    { date: "2026-03-30", views: 1, likes: 1, comments: 1 },
    { date: "2026-03-31", views: 2, likes: 0, comments: 0 },
  ]);
  expect(previousTrends).toEqual([
    { date: "2026-03-26", views: 0, likes: 0, comments: 1 },
    { date: "2026-03-27", views: 4, likes: 0, comments: 0 },
    { date: "2026-03-28", views: 0, likes: 1, comments: 0 },
  ]);
});

test("articles by views, then those without any; categories by theirs; the archived and the draft nowhere", async () => {
  const { topPosts, categoryPerformance } = await read();
  expect(topPosts.map(({ id: _, ...post }) => post)).toEqual([
    { title: "The lark", slug: "lark", category: "Birds", publishedAt: "2026-03-28T23:30:00.000Z", readTime: 5, ...LARK },
    {
      title: "The gull",
      slug: "gull",
      category: "Seas",
      publishedAt: "2026-01-01T12:00:00.000Z",
      readTime: 8,
      ...{ views: 2, likes: 1, comments: 0, engagementRate: 50 },
    },
    {
      title: "The wren",
      slug: "wren",
      category: "Birds",
      publishedAt: "2026-03-27T12:00:00.000Z",
      readTime: 4,
      ...{ views: 1, likes: 0, comments: 0, engagementRate: 0 },
    },
    {
      title: "The moss",
      slug: "moss",
      category: "Uncategorized",
      publishedAt: "2026-03-31T09:59:00.000Z",
      readTime: 1,
      ...{ views: 0, likes: 0, comments: 0, engagementRate: 0 },
    },
  ]);
  expect(categoryPerformance).toEqual([
    { categoryId: ids.birds, category: "Birds", posts: 2, totalViews: 6, avgViews: 3, engagementRate: 50 },
    { categoryId: ids.seas, category: "Seas", posts: 1, totalViews: 2, avgViews: 2, engagementRate: 50 },
    { categoryId: null, category: "Uncategorized", posts: 1, totalViews: 0, avgViews: 0, engagementRate: 0 },
  ]);
});

test("devices, browsers and locations are those of all visits of the period", async () => {
  const { deviceBreakdown, browserBreakdown, locationBreakdown, totalLocations } = await read();
  expect(deviceBreakdown).toEqual([
    { device: "desktop", count: 4, percentage: 57.1 },
    { device: "mobile", count: 2, percentage: 28.6 },
    { device: "tablet", count: 1, percentage: 14.3 },
  ]);
  expect(browserBreakdown).toEqual([
    { browser: "Firefox", count: 4, percentage: 57.1 },
    { browser: "Safari", count: 2, percentage: 28.6 },
    { browser: "Chrome", count: 1, percentage: 14.3 },
  ]);
  expect(locationBreakdown).toEqual([
    { location: "unknown", count: 3, percentage: 42.9 },
    { location: "Berlin, Germany", count: 2, percentage: 28.6 },
    { location: "France", count: 2, percentage: 28.6 },
  ]);
  expect(totalLocations).toBe(3);
  const short = await read({ ...THREE_DAYS, limit: 1 });
  expect(
    [short.topPosts, short.deviceBreakdown, short.browserBreakdown, short.locationBreakdown].map((list) => list.length),
  ).toEqual([1, 1, 1, 1]);
  expect(short.totalLocations).toBe(3);
});

test("a list of articles is narrowed by title and category, and reaches as far back as its period", async () => {
  const slugs = async (query: object) =>
    (await readBlogPosts(opened.ctx, OPERATOR, { ...THREE_DAYS, ...query }, PARIS)).items.map(({ slug }) => slug);
  // The title alone: "Nothing about a lark" is the moss' description.
  expect(await slugs({ search: " THE  LARK " })).toEqual(["lark"]);
  expect(await slugs({ search: "moss" })).toEqual(["moss"]);
  expect([await slugs({ search: "%" }), await slugs({ search: "tern" }), await slugs({ search: " " })]).toEqual([
    [],
    [],
    ["lark", "gull", "wren", "moss"],
  ]);
  expect(await slugs({ category: ids.birds })).toEqual(["lark", "wren"]);
  expect(await slugs({ category: "none" })).toEqual(["moss"]);
  expect(await slugs({ category: ids.seas, search: "lark" })).toEqual([]);
  expect([await slugs({ limit: 2 }), await slugs({ limit: 3 })]).toEqual([
    ["lark", "gull"],
    ["lark", "gull", "wren"],
  ]);
  const day = (date: string) => ({ from: date, to: date });
  expect(await slugs(day("2026-01-01"))).toEqual(["gull"]);
  expect(await slugs(day("2025-12-31"))).toEqual([]);
});

test("the read funnel: how far visits came, old addresses included", async () => {
  const funnel = await readBlogFunnel(opened.ctx, OPERATOR, THREE_DAYS, PARIS);
  // Four visits read the lark: to 92, 9 (but for 12 s), 60 and 90 percent. It takes 5 minutes: half of it 50 s, all of it 100,
  // and one stayed for 99. Half of the gull's 8 minutes takes 80 s; its reader stayed for 79.
  const lark = { visits: 4, started: 4, half: 3, finished: 1, liked: 2, commented: 1 };
  const gull = { visits: 1, started: 1, half: 0, finished: 0, liked: 1, commented: 0 };
  const wren = { visits: 1, started: 0, half: 0, finished: 0, liked: 0, commented: 0 };
  expect(funnel.items).toEqual([
    { id: ids.lark, title: "The lark", slug: "lark", ...lark },
    { id: ids.gull, title: "The gull", slug: "gull", ...gull },
    { id: ids.wren, title: "The wren", slug: "wren", ...wren },
  ]);
  expect(funnel.total).toEqual({ posts: 3, visits: 6, started: 5, half: 3, finished: 1, liked: 3, commented: 1 });
  const seas = await readBlogFunnel(opened.ctx, OPERATOR, { ...THREE_DAYS, category: ids.seas, limit: 1 }, PARIS);
  expect([seas.total, seas.items.length]).toEqual([{ posts: 1, ...gull }, 1]);
});

test("what is of whole months says the same as its days", async () => {
  const march = await read({ range: "custom", from: "2026-03-01", to: "2026-03-31" });
  expect(march).toMatchObject({ totalViews: 8 + 4, totalLikes: 3 + 1, totalComments: 1 + 1 });
  const sum = (figure: (post: (typeof march.topPosts)[number]) => number) =>
    march.topPosts.reduce((all, post) => all + figure(post), 0);
  expect([sum(({ views }) => views), sum(({ likes }) => likes), sum(({ comments }) => comments)]).toEqual([12, 4, 2]);
});

test("an article that is archived, published again or deleted takes its figures along", async () => {
  const { db } = opened;
  const totals = async () => {
    const { totalPosts, totalViews, totalLikes, totalComments, engagementTrends } = await read();
    return [totalPosts, totalViews, totalLikes, totalComments, engagementTrends[0]?.views];
  };
  await db.updateTable("posts").set({ status: "archived" }).where("id", "=", ids.gull).execute();
  expect(await totals()).toEqual([3, 6, 2, 1, 3]);
  await db.updateTable("posts").set({ status: "published" }).where("id", "in", [ids.gull, ids.tern]).execute();
  expect(await totals()).toEqual([5, 13, 4, 2, 5]);
  await db.deleteFrom("posts").where("id", "=", ids.tern).execute();
  expect(await totals()).toEqual([4, 8, 3, 1, 5]);
});

test("an unlike and a new reading time are followed", async () => {
  const { db, ctx } = opened;
  await db.updateTable("article_likes").set({ is_liked: false }).where("created_at", "=", at("29T12:00:00")).execute();
  await db.updateTable("posts").set({ reading_time: 9 }).where("id", "=", ids.moss).execute();
  await rollUp(ctx, { timezone: PARIS });
  const { totalLikes, engagementRate, avgReadTime, topPosts } = await read();
  expect([totalLikes, engagementRate, avgReadTime, topPosts[0]?.likes]).toEqual([2, 37.5, 7, 1]); // (5 + 4 + 8 + 9) / 4 = 6.5
  const { rows } = await sql<{ all: number; kept: number }>`select count(*) as all,
      count(*) filter (where (d.views, d.likes, d.comments) = (p.views, p.likes, p.comments)) as kept
    from analytics_post_days d join (
      select starts_on, sum(views) as views, sum(likes) as likes, sum(comments) as comments
      from analytics_posts where not is_month group by starts_on
    ) p on p.starts_on = d.day`.execute(db);
  expect(rows).toEqual([{ all: 6, kept: 6 }]);
});
