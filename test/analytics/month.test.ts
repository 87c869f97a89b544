// slow: app/domain/analytics/ db/migrations/ test/plain-rollups.ts

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BlogAnalytics, BlogFunnel, BlogPosts } from "../../app/domain/analytics/analytics.ts";
import { DIMENSIONS, type Drill, PAGE_SORTS } from "../../app/domain/analytics/analytics-rules.ts";
import type { QuarantinePage } from "../../app/domain/analytics/traffic/traffic.ts";
import type { Actor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { buildClock } from "../builders.ts";
import { refreshFigures } from "../refresh-figures.ts";
import { LARKS, PLACES, POSTS } from "./cast.ts";
import * as worked from "./expected-figures.ts";
import { play, type Stage, setStage, sweep } from "./play.ts";
import { writeScript } from "./script.ts";

const PATH = "/api/admin/analytics";
const script = writeScript();

let app: TestApp;
let stage: Stage;
let admin: Actor;
beforeAll(async () => {
  const clock = buildClock(new Date("2025-01-01T00:00:00Z"));
  app = await createTestApp({ clock, trustProxy: 1, places: { find: (address) => PLACES[address ?? ""] ?? null } });
  stage = await setStage(app, clock);
  await play(stage, script);
  admin = await stage.owner();
  await refreshFigures(admin);
}, 400_000);
afterAll(() => app.close());

const read = async <Answer>(panel: string, query: Record<string, string | number | undefined>): Promise<Answer> => {
  const asked = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  const { status, body } = await admin.get<Answer>(`${PATH}/${panel}?${new URLSearchParams(asked)}`);
  expect([panel, status]).toEqual([panel, 200]);
  return body;
};
const idOf = (name: string) => stage.ids.get(name) as string;

/** A range, and the days that it covers. */
type Asked = { name: string; query: Record<string, string>; days: worked.Days };
const named = (name: string, days: number): Asked => ({ name, query: { range: name }, days: worked.lastDays(days) });
const RANGES: Asked[] = [
  named("7d", 7),
  named("30d", 30),
  // With whole months in it.
  named("90d", 90),
  {
    name: "around the day of 25 hours",
    query: { range: "custom", from: "2026-10-31", to: "2026-11-02" },
    days: { from: "2026-10-31", to: "2026-11-02", days: 3 },
  },
];
const DRILLS: Drill[] = [
  {},
  { page: "/story/heron" },
  { page: "/about" },
  { page: "/" },
  { source: "Google" },
  { source: "Direct" },
  { country: "Germany" },
  { country: "unknown" },
  { page: "/story/mood-diary", source: "Google", country: "Germany" },
  { page: "/nowhere", source: "Nobody" },
];

/** Every panel of Website Analytics, for one range and drill. */
async function expectWebsite({ query, days }: Asked, drill: Drill, story: worked.Story): Promise<void> {
  const { visits } = story;
  const asked = { ...query, ...drill };
  expect(await read("overview", asked)).toEqual(worked.overview(story, days, drill));
  const { marks: _, ...curve } = await read<{ marks: unknown }>("timeline", asked);
  expect(curve).toEqual(worked.timeline(visits, days, drill));
  for (const sort of PAGE_SORTS) {
    const all = worked.pages(visits, days, drill, sort, idOf);
    expect(await read("pages", { ...asked, sort, limit: 1000 })).toEqual(all);
  }
  for (const dimension of DIMENSIONS) {
    const all = worked.breakdown(visits, days, drill, dimension);
    expect(await read("breakdown", { ...asked, dimension, limit: 1000 })).toEqual(all);
    expect(await read("breakdown", { ...asked, dimension })).toEqual({ ...all, items: all.items.slice(0, 10) });
  }
  const { items } = await read<{ items: { id: string }[] }>("sessions", asked);
  expect(items.map(({ id: _, ...item }) => item)).toEqual(worked.sessions(visits, days, drill));
}

async function expectBlog({ query, days }: Asked, story: worked.Story): Promise<void> {
  const blogStory = { ...story, reactions: script, idOf };
  expect(await read<BlogAnalytics>("blog", query)).toEqual(worked.blog(blogStory, days));
  expect(await read<BlogFunnel>("blog/funnel", query)).toEqual(worked.funnel(blogStory, days));
  const narrowed = (more: Record<string, string>) => read<BlogPosts>("blog/posts", { ...query, ...more });
  expect(await narrowed({})).toEqual({ items: worked.topPosts(blogStory, days, 10) });
  expect(await narrowed({ search: "DI" })).toEqual({
    items: worked.topPosts(blogStory, days, 10, ({ title }) => /di/i.test(title)),
  });
  expect(await narrowed({ category: idOf("Work") })).toEqual({
    items: worked.topPosts(blogStory, days, 10, ({ category }) => category === "Work"),
  });
}

async function expectRecords(visits: worked.Visit[]): Promise<void> {
  const rows = await app.context.db
    .selectFrom("website_analytics")
    .select(["page_url", "page_title", "referrer_url", "ip_address", "user_agent", "browser", "device_type", "screen_resolution"])
    .select(["city", "utm_campaign", "page_views_count", "first_visit_at", "last_visit_at", "visit_started_at", "visit_ended_at"])
    .select(["session_duration_seconds", "is_bounce"])
    .execute();
  const lines = (records: object[]) => records.map((record) => JSON.stringify(record)).sort();
  const time = (at: Date | null) => at?.getTime() ?? null;
  const stored = rows.map((row) => ({
    ...row,
    first_visit_at: time(row.first_visit_at),
    last_visit_at: time(row.last_visit_at),
    visit_started_at: time(row.visit_started_at),
    visit_ended_at: time(row.visit_ended_at),
  }));
  expect(lines(stored)).toEqual(lines(worked.records(visits)));
}

const quarantined = async (): Promise<QuarantinePage["items"]> => {
  const first = await read<QuarantinePage>("rejected", { limit: 100 });
  expect(first.total).toBe(first.items.length);
  return first.items;
};

test("the month is a good test: it has visits of each kind, on most days", () => {
  const hits = worked.counting(script.hits, false);
  const visits = worked.visitsOf(hits);
  const { bounce_rate, completed, active, page_views } = worked.overview({ hits, visits }, worked.lastDays(30), {});
  expect(visits.length).toBeGreaterThan(200);
  expect(page_views).toBeGreaterThan(400);
  expect([bounce_rate > 2, completed > 150, active]).toEqual([true, true, 3]);
  // Readings of a page that was opened again in the same visit, which only a sum counts completely.
  const again = visits.flatMap(({ pages }) => [...pages.values()]).filter((seen) => seen.views > 1 && seen.engaged > 0);
  expect(again.length).toBeGreaterThan(10);
  expect(script.hits.some(({ idle }) => idle)).toBe(true);
  expect(visits.filter(({ opening, start }) => opening.way.channel === "internal" && start).length).toBeGreaterThan(5);
});

describe("as it was collected", () => {
  const hits = worked.counting(script.hits, false);
  const visits = worked.visitsOf(hits);

  describe.each(RANGES)("$name", (asked) => {
    test.each(DRILLS)("Website Analytics, filtered by %o", (drill) => expectWebsite(asked, drill, { hits, visits }));
    test("Blog Analytics", () => expectBlog(asked, { hits, visits }));
    test("searches, with and without results", async () => {
      const { days, query } = asked;
      expect(await read("searches", query)).toEqual(worked.searches(hits, days, false));
      expect(await read("searches", { ...query, found: "none" })).toEqual(worked.searches(hits, days, true));
      expect(await read("missing", { ...query, limit: 1000 })).toEqual(worked.missing(hits, days));
    });
  });

  test("readers right now", async () => {
    const { text } = await admin.get(`${PATH}/live`);
    const [, data = "null"] = /^data: (.*)$/m.exec(text) ?? [];
    expect(JSON.parse(data)).toEqual(worked.readersNow(visits));
  });

  test("marks are on their days", async () => {
    const { marks } = await read<{ marks: unknown }>("timeline", { range: "30d" });
    const mark = (date: string, kind: string, slug: string) => ({
      date,
      kind,
      label: POSTS.find((post) => post.slug === slug)?.title,
      post_id: idOf(slug),
    });
    expect(marks).toEqual([
      mark("2026-10-20", "published", LARKS.slug),
      mark("2026-10-29", "published", "inbox"),
      mark("2026-11-03", "edited", LARKS.slug),
      mark("2026-11-05", "published", "loose-ends"),
    ]);
  });

  test("bots are in quarantine, each with its reason", async () => {
    const rejected = (await quarantined()).map(({ id: _, ...item }) => item);
    const order = (items: typeof rejected) => items.map((item) => JSON.stringify(item, Object.keys(item).sort())).sort();
    expect(order(rejected)).toEqual(order(worked.quarantined(script.hits)));
    const reasons = ["bot_user_agent", "no_user_agent", "bot_headers", "spam_referrer", "burst", "too_many_addresses", "blocked"];
    expect(new Set(rejected.map(({ reason }) => reason))).toEqual(new Set([...reasons, "no_engagement"]));
    expect(rejected.map(({ at }) => at)).toEqual(
      rejected
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
  });

  test("nothing is stored of visitors who didn't want to be counted", async () => {
    const { network } = script.hits.find(({ headers }) => headers?.dnt)?.person ?? {};
    for (const table of ["analytics_records", "analytics_sessions", "analytics_rejected"] as const) {
      const known = app.context.db.selectFrom(table).select("network");
      expect(await known.execute()).not.toEqual([]);
      expect(await known.where("network", "=", network as string).execute()).toEqual([]);
    }
  });

  test("the records are those of the visits, one for each page", () => expectRecords(visits));
});

describe("after everything was released from quarantine", () => {
  const hits = worked.counting(script.hits, true);
  const visits = worked.visitsOf(hits);
  beforeAll(async () => {
    const ids = (await quarantined()).map(({ id }) => id);
    const { status, body } = await admin.post<{ released: number }>(`${PATH}/rejected/release`, { ids });
    expect([status, body.released]).toEqual([200, ids.length]);
    await sweep(stage);
    await refreshFigures(admin);
  });

  describe.each(RANGES.slice(0, 3))("$name", (asked) => {
    test.each(DRILLS.slice(0, 3))("Website Analytics, filtered by %o", (drill) => expectWebsite(asked, drill, { hits, visits }));
    test("Blog Analytics", () => expectBlog(asked, { hits, visits }));
    test("searches without results", async () => {
      expect(await read("missing", { ...asked.query, limit: 1000 })).toEqual(worked.missing(hits, asked.days));
    });
  });

  test("the quarantine is empty, and every record is there", async () => {
    expect(await quarantined()).toEqual([]);
    await expectRecords(visits);
  });
});
