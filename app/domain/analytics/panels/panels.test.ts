import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildClock, buildPost } from "../../../../test/builders.ts";
import { openTestContext } from "../../../../test/context.ts";
import { type BuiltVisit, buildVisit } from "../../../../test/visits.ts";
import type { PageSort, PanelQuery } from "../analytics-rules.ts";
import { rollUp } from "../rollups/roll-up.ts";
import { readBreakdown, readPages, readRecentSessions } from "./read-lists.ts";
import { readOverview, readTimeline } from "./read-overview.ts";

const PARIS = "Europe/Paris";
/** Noon in Paris; two days before, its clocks went an hour ahead. */
const NOW = new Date("2026-03-31T10:00:00Z");
const THREE_DAYS = { range: "custom" as const, from: "2026-03-29", to: "2026-03-31" };

let opened: Awaited<ReturnType<typeof openTestContext>>;
let article: { id: string };
beforeAll(async () => {
  opened = await openTestContext({ clock: buildClock(NOW) });
  article = await buildPost(opened.db, { slug: "lark", title: "The lark", published_at: new Date("2026-03-28T23:30:00Z") });
  for (const visit of VISITS) await buildVisit(opened.db, visit);
  await rollUp(opened.ctx, { timezone: PARIS });
});
afterAll(() => opened.close());

const at = (iso: string) => new Date(`2026-03-${iso}Z`);
const GERMAN = { country: "Germany", city: "Berlin", source: "Google", channel: "search" as const };
const PHONE = { device: "mobile" as const, browser: "Chrome", version: "140", os: "Android" as const };

/** Seven visits; by Paris' clocks two of them on the 29th, one on the 30th, two on the 31st, and two before. */
const VISITS: BuiltVisit[] = [
  // 26 March: Ada reads one article for a minute. The one visit of the previous period with a duration: 60 s.
  { at: at("26T12:00:00"), visitor: 1, ...GERMAN, ended: 60, pages: [{ path: "/story/lark", engaged: 60 }] },
  // 28 March, 23:59 in Paris: still the day before the three.
  { at: at("28T22:59:59"), visitor: 2, pages: [{ path: "/", engaged: 3 }], ended: 3 },
  // 29 March, 00:00 in Paris, on a day of 23 hours. Two pages, three views, 100 s of attention, 200 s long.
  {
    at: at("28T23:00:00"),
    visitor: 3,
    ...GERMAN,
    campaign: "spring",
    ended: 200,
    pages: [
      { path: "/story/lark", views: 2, engaged: 90, scroll: 95 },
      { path: "/", after: 150, last: 200, engaged: 10 },
    ],
  },
  // 29 March, 23:30 in Paris, by the same visitor as before: two visits, one visitor. A bounce.
  { at: at("29T21:30:00"), visitor: 3, ...GERMAN, ended: 5, pages: [{ path: "/story/lark", engaged: 5 }] },
  // 30 March: one page with 9 s of attention, but seen twice, is no bounce.
  { at: at("30T10:00:00"), visitor: 4, ...PHONE, country: "France", ended: 44, pages: [{ path: "/", views: 2, engaged: 9 }] },
  // 31 March: one that goes on, heard of 29 min ago, and one of which nothing was heard for 31 min: the server will end it.
  {
    at: at("31T09:00:00"),
    visitor: 5,
    ...PHONE,
    country: "France",
    pages: [{ path: "/about", after: 0, last: 31 * 60, engaged: 1200 }],
  },
  { at: at("31T09:29:00"), visitor: 6, source: "news.example", channel: "referral", pages: [{ path: "/story/lark" }] },
];

const overview = (query: PanelQuery) => readOverview(opened.ctx, query, { timezone: PARIS, attribution: null });

test("the cards, worked out by hand", async () => {
  const { changes, ...cards } = await overview(THREE_DAYS);
  expect(cards).toEqual({
    period: { from: "2026-03-29", to: "2026-03-31", days: 3 },
    previous: { from: "2026-03-26", to: "2026-03-28", until: "2026-03-28T11:00:00.000Z" },
    timezone: PARIS,
    as_of: NOW.toISOString(),
    total_visits: 7,
    visits: 5,
    visitors: 4, // one on the 29th, one on the 30th, two on the 31st
    page_views: 3 + 1 + 2 + 1 + 1,
    bounce_rate: 40, // of five: the second, and the last, which has no attention yet
    average_duration_seconds: 83, // (200 + 5 + 44) / 3
    completed: 3,
    active: 2,
    average_engaged_seconds: 263, // (100 + 5 + 9 + 1200 + 0) / 5 = 262.8
    attribution: null,
  });
  // before, until noon of the 28th: Ada's visit alone, which was no bounce
  expect(changes).toEqual({
    visits: 400,
    visitors: 300,
    page_views: 700,
    bounce_rate: 40, // percentage points
    average_duration_seconds: ((83 - 60) / 60) * 100,
  });
});

test("up to when everything is counted: now, or when the first thing began to wait", async () => {
  await opened.db
    .insertInto("analytics_marks")
    .values({ at: NOW, marked_at: at("31T09:59:00") })
    .execute();
  expect((await overview(THREE_DAYS)).as_of).toBe("2026-03-31T09:59:00.000Z");
  expect((await overview({ ...THREE_DAYS, country: "France" })).as_of).toBe("2026-03-31T09:59:00.000Z");
  // Several at once are read from the records, and these are there already.
  expect((await overview({ ...THREE_DAYS, country: "France", source: "Google" })).as_of).toBe(NOW.toISOString());
  await rollUp(opened.ctx, { timezone: PARIS });
});

test("the curve has every day, also those without visits, by the site's clocks", async () => {
  const { days, previous, marks } = await readTimeline(opened.ctx, THREE_DAYS, PARIS);
  expect(days).toEqual([
    { date: "2026-03-29", visits: 2, visitors: 1, views: 4 },
    { date: "2026-03-30", visits: 1, visitors: 1, views: 2 },
    { date: "2026-03-31", visits: 2, visitors: 2, views: 2 },
  ]);
  expect(previous).toEqual([
    { date: "2026-03-26", visits: 1, visitors: 1, views: 1 },
    { date: "2026-03-27", visits: 0, visitors: 0, views: 0 },
    { date: "2026-03-28", visits: 1, visitors: 1, views: 1 },
  ]);
  expect(marks).toEqual([{ date: "2026-03-29", kind: "published", label: "The lark", post_id: article.id }]);
});

test("pages with their titles, by views, entries and exits", async () => {
  const read = (sort: PageSort, limit = 10) => readPages(opened.ctx, { ...THREE_DAYS, sort, limit }, PARIS);
  const byViews = await read("views");
  expect(byViews).toEqual({
    total: 3,
    items: [
      {
        path: "/story/lark",
        title: "The lark",
        post_id: article.id,
        views: 4,
        visits: 3,
        visitors: 2,
        entries: 3,
        exits: 2,
        bounce_rate: 66.7,
        average_engaged_seconds: 32, // 95 / 3
      },
      expect.objectContaining({ path: "/", views: 3, visits: 2, entries: 1, exits: 2, bounce_rate: 0 }),
      expect.objectContaining({ path: "/about", title: "/about", post_id: null, views: 1, entries: 1, exits: 1 }),
    ],
  });
  expect((await read("entries")).items.map(({ path, entries }) => [path, entries])).toEqual([
    ["/story/lark", 3],
    ["/", 1],
    ["/about", 1],
  ]);
  expect((await read("exits", 2)).items.map(({ path, exits }) => [path, exits])).toEqual([
    ["/story/lark", 2],
    ["/", 2],
  ]);
  expect((await read("exits", 2)).total).toBe(3);
});

test("what visits came from, with their part of all visits", async () => {
  const read = (dimension: Parameters<typeof readBreakdown>[1]["dimension"]) =>
    readBreakdown(opened.ctx, { ...THREE_DAYS, dimension, limit: 10 }, PARIS);
  expect(await read("source")).toEqual({
    total: 3,
    items: [
      { value: "Direct", visits: 2, visitors: 2, views: 3, percentage: 40 },
      { value: "Google", visits: 2, visitors: 1, views: 4, percentage: 40 },
      { value: "news.example", visits: 1, visitors: 1, views: 1, percentage: 20 },
    ],
  });
  expect((await read("campaign")).items).toEqual([{ value: "spring", visits: 1, visitors: 1, views: 3, percentage: 20 }]);
  expect((await read("city")).items.map(({ value, visits }) => [value, visits])).toEqual([
    ["Berlin, Germany", 2],
    ["France", 2],
    ["unknown", 1],
  ]);
  expect((await read("device")).items.map(({ value, percentage }) => [value, percentage])).toEqual([
    ["desktop", 60],
    ["mobile", 40],
  ]);
});

describe("the newest visits", () => {
  test("are told in full, the last first", async () => {
    const { items } = await readRecentSessions(opened.ctx, THREE_DAYS, PARIS);
    expect(items.map(({ started_at }) => started_at.slice(8, 19))).toEqual([
      "31T09:29:00",
      "31T09:00:00",
      "30T10:00:00",
      "29T21:30:00",
      "28T23:00:00",
    ]);
    expect(items[1]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      location: "France",
      device: "mobile",
      browser: "Chrome",
      browser_version: "140",
      operating_system: "Android",
      started_at: "2026-03-31T09:00:00.000Z",
      last_at: "2026-03-31T09:31:00.000Z",
      duration_seconds: 31 * 60,
      page_views: 1,
      is_active: true,
      entry_path: "/about",
      source: "Direct",
    });
    expect(items[0]).toMatchObject({ is_active: false, duration_seconds: 0 });
    expect(items[4]).toMatchObject({ is_active: false, duration_seconds: 200, page_views: 3, entry_path: "/story/lark" });
  });

  test("are ten at most, each once", async () => {
    const { ctx, db, close } = await openTestContext({ clock: buildClock(NOW) });
    const pages = Array.from({ length: 12 }, (_, page) => ({ path: `/page-${page}` }));
    for (let minute = 0; minute < 12; minute++) await buildVisit(db, { at: new Date(+NOW - minute * 60_000), pages });
    const { items } = await readRecentSessions(ctx, { range: "7d" }, PARIS);
    expect(items.map(({ started_at }) => +NOW - Date.parse(started_at))).toEqual(
      Array.from({ length: 10 }, (_, n) => n * 60_000),
    );
    expect(items[0]).toMatchObject({ page_views: 12, entry_path: "/page-0" });
    await close();
  });
});

test("a visit goes on until it is ended, and for a day at most", async () => {
  const { ctx, db, close } = await openTestContext({ clock: buildClock(NOW) });
  // Two days ago, never ended; last night, by Paris' clocks, and still there; half an hour ago, over.
  for (const [before, ended] of [
    [48 * 60, null],
    [13 * 60, null],
    [30, 60],
  ] as const)
    await buildVisit(db, { at: new Date(+NOW - before * 60_000), ended, pages: [{ path: "/" }], country: "Japan" });
  await rollUp(ctx, { timezone: PARIS });
  for (const drill of [{}, { country: "Japan" }, { country: "Japan", page: "/" }]) {
    const { visits, completed, active } = await readOverview(
      ctx,
      { range: "7d", ...drill },
      { timezone: PARIS, attribution: null },
    );
    expect({ drill, visits, completed, active }).toEqual({ drill, visits: 3, completed: 1, active: 1 });
  }
  const past = { range: "custom", from: "2026-03-25", to: "2026-03-29" } as const;
  expect((await readOverview(ctx, past, { timezone: PARIS, attribution: null })).active).toBe(0);
  await close();
});

test("an empty site has zeros and empty lists", async () => {
  const { ctx, close } = await openTestContext({ clock: buildClock(NOW) });
  for (const drill of [{}, { page: "/", source: "Google", country: "Germany" }]) {
    const query = { range: "7d" as const, ...drill };
    const zeros = { visits: 0, visitors: 0, page_views: 0, bounce_rate: 0, average_duration_seconds: 0 };
    expect(await readOverview(ctx, query, { timezone: PARIS, attribution: "x" })).toMatchObject({
      total_visits: 0,
      ...zeros,
      completed: 0,
      active: 0,
      average_engaged_seconds: 0,
      changes: { visits: 0, visitors: 0, page_views: 0, bounce_rate: null, average_duration_seconds: null },
      attribution: "x",
    });
    const { days, previous, marks } = await readTimeline(ctx, query, PARIS);
    expect([days.length, previous.length, marks]).toEqual([7, 7, []]);
    expect(days.every(({ visits, views, visitors }) => visits + views + visitors === 0)).toBe(true);
    expect(await readPages(ctx, { ...query, sort: "entries", limit: 10 }, PARIS)).toEqual({ items: [], total: 0 });
    expect(await readBreakdown(ctx, { ...query, dimension: "os", limit: 10 }, PARIS)).toEqual({ items: [], total: 0 });
    expect(await readRecentSessions(ctx, query, PARIS)).toEqual({ items: [] });
  }
  await close();
});
