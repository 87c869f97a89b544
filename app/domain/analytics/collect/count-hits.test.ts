import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildPost, buildSession } from "../../../../test/builders.ts";
import { openTestContext } from "../../../../test/context.ts";
import { FIREFOX, storedHit } from "../../../../test/hits.ts";
import type { StoredHit } from "../hit-rules.ts";
import { countHits } from "./count-hits.ts";
import { createDictionaries } from "./dictionaries.ts";

const timezone = "UTC";
const MINUTE = 60_000;
const NOON = Date.UTC(2026, 4, 5, 12);

let opened: Awaited<ReturnType<typeof openTestContext>>;
let slug: string;
beforeAll(async () => {
  opened = await openTestContext();
  slug = (await buildPost(opened.db, { title: "Mood tracking" })).slug;
});
afterAll(() => opened.close());
beforeEach(async () => {
  await opened.db.deleteFrom("analytics_records").execute();
  await opened.db.deleteFrom("analytics_marks").execute();
});

/** A hit of a reader in Berlin; `after` in ms since noon. */
const hit = (session: string, path: string, after: number, more: Partial<StoredHit> = {}): StoredHit =>
  storedHit(NOON + after, { session, path, ...more });
const count = (...hits: StoredHit[]) => countHits(opened.db, hits, { timezone });
const records = () =>
  opened.db.selectFrom("website_analytics").selectAll().orderBy("first_visit_at").orderBy("page_url").execute();

test("a view leaves one record with all of its fields", async () => {
  expect(await count(hit(buildSession(), `/story/${slug}`, 0))).toEqual(["counted"]);
  expect(await records()).toMatchObject([
    {
      page_url: `/story/${slug}`,
      page_title: "Mood tracking",
      page_views_count: 1,
      is_authenticated: false,
      user_id: null,
      referrer_url: "https://www.google.com",
      user_agent: FIREFOX,
      ip_address: "203.0.113.0",
      country: "Germany",
      region: "Berlin",
      city: "Berlin",
      latitude: "52.5",
      longitude: "13.4",
      timezone: "Europe/Berlin",
      device_type: "desktop",
      browser: "Firefox",
      browser_version: "140.0",
      operating_system: "Linux",
      screen_resolution: "1920x1080",
      first_visit_at: new Date(NOON),
      last_visit_at: new Date(NOON),
      visit_started_at: new Date(NOON),
      visit_ended_at: null,
      session_duration_seconds: null,
      is_bounce: true,
    },
  ]);
});

test("a repeat counts up, in one call and in several; other pages have records of their own", async () => {
  const session = buildSession();
  await count(hit(session, "/", 0), hit(session, "/", 1000), hit(session, "/about", 2000));
  await count(hit(session, "/", 3000), hit(session, "/about", MINUTE));
  const [home, about] = await records();
  expect(home).toMatchObject({ page_url: "/", page_views_count: 3, last_visit_at: new Date(NOON + 3000) });
  expect(about).toMatchObject({ page_url: "/about", page_views_count: 2, last_visit_at: new Date(NOON + MINUTE) });
  expect(home?.session_id).toBe(about?.session_id);
});

test("the unload's end is written to all records of the visit, and taken back when it goes on", async () => {
  const session = buildSession();
  const other = buildSession();
  await count(hit(session, "/", 0), hit(session, "/about", MINUTE), hit(other, "/", 0));
  await count(hit(session, "/about", 2 * MINUTE, { kind: "end", engaged: 40, scroll: 80 }));
  const ended = { visit_ended_at: new Date(NOON + 2 * MINUTE), session_duration_seconds: 120, is_bounce: false };
  const running = { visit_ended_at: null, session_duration_seconds: null };
  const rows = await records();
  expect(rows.filter((row) => row.visit_ended_at === null).map((row) => row.page_url)).toEqual(["/"]);
  expect(rows.filter((row) => row.visit_ended_at)).toMatchObject([ended, ended]);

  await count(hit(session, "/about", 3 * MINUTE, { kind: "alive" }));
  expect(await records()).toMatchObject([running, running, running]);
});

test("engaged time and scroll depth: the greatest value wins, whatever the order and however often", async () => {
  const session = buildSession();
  await count(hit(session, "/", 0));
  await count(hit(session, "/", 1000, { kind: "alive", engaged: 30, scroll: 50 }));
  await count(hit(session, "/", 2000, { kind: "alive", engaged: 10, scroll: 70 }), hit(session, "/", 3000, { kind: "alive" }));
  const raw = await opened.db.selectFrom("analytics_records").selectAll().execute();
  expect(raw).toMatchObject([{ views: 1, engaged_seconds: 30, scroll_depth: 70, last_seconds: 3 }]);
});

test("reading a page again adds up: of each view the greatest value counts, and the record holds their sum", async () => {
  const session = buildSession();
  const read = (after: number, view: number, engaged: number, more: Partial<StoredHit> = {}) =>
    hit(session, "/", after, { kind: "alive", view, engaged, ...more });
  const engaged = async () =>
    (await opened.db.selectFrom("analytics_records").select("engaged_seconds").execute()).map((row) => row.engaged_seconds);
  await count(hit(session, "/", 0, { view: 7 }), read(12_000, 7, 12));
  await count(hit(session, "/", 20_000, { view: 8 }));
  expect(await engaged()).toEqual([12]);
  await count(read(25_000, 8, 5));
  // One comes twice, one was overtaken, and two views are told of at once.
  await count(read(26_000, 8, 12), read(26_000, 8, 12), read(27_000, 7, 3), read(28_000, 8, 9));
  expect(await engaged()).toEqual([24]);
  await count(read(30_000, 9, 4), read(31_000, 10, 6, { kind: "end" }));
  expect(await engaged()).toEqual([34]);
  // A page that was open before the upgrade names no view.
  await count(read(32_000, 0, 20), hit(session, "/", 33_000, { kind: "alive", engaged: 15 }));
  expect(await engaged()).toEqual([54]);
  await count(read(40_000, 7, 32_767));
  expect(await engaged()).toEqual([32_767]);
});

test("attention that arrives before its page was opened is there once it is", async () => {
  const session = buildSession();
  await count(hit(session, "/about", 0));
  await count(hit(session, "/", 9000, { kind: "alive", view: 3, engaged: 8 }));
  await count(hit(session, "/", 1000, { view: 3 }));
  const [home] = await opened.db.selectFrom("analytics_records").selectAll().where("engaged_seconds", ">", 0).execute();
  expect(home).toMatchObject({ views: 1, engaged_seconds: 8 });
});

test("a page whose reader has long stopped doesn't end the visit before what was done on another", async () => {
  const session = buildSession();
  await count(hit(session, "/", 0), hit(session, "/about", 0));
  await count(hit(session, "/about", 10 * MINUTE, { kind: "alive" }));
  await count(hit(session, "/", 2 * MINUTE, { kind: "end" }));
  const ended = { visit_ended_at: new Date(NOON + 10 * MINUTE), session_duration_seconds: 600 };
  expect(await records()).toMatchObject([ended, ended]);
});

describe("a visit goes on", () => {
  test("for 35 minutes after the last sign of life, and then the next one begins", async () => {
    const session = buildSession();
    await count(hit(session, "/", 0));
    await count(hit(session, "/", 35 * MINUTE));
    await count(hit(session, "/", 70 * MINUTE + 1000));
    const rows = await records();
    expect(rows.map((row) => row.page_views_count)).toEqual([2, 1]);
    expect(rows[0]).toMatchObject({ visit_ended_at: new Date(NOON + 35 * MINUTE), is_bounce: true });
    expect(rows[0]?.session_id).not.toBe(rows[1]?.session_id);
  });

  test("for a day at most", async () => {
    const session = buildSession();
    for (let half = 0; half <= 50; half++) await count(hit(session, "/", half * 30 * MINUTE));
    expect((await records()).map((row) => row.page_views_count)).toEqual([49, 2]);
  });

  test("the same when all of it comes in one call", async () => {
    const session = buildSession();
    await count(...[70 * MINUTE + 1000, 35 * MINUTE, 0].map((after) => hit(session, "/", after)));
    expect((await records()).map((row) => row.page_views_count)).toEqual([2, 1]);
  });

  test("with what its first hit said of origin and visitor", async () => {
    const session = buildSession();
    await count(hit(session, "/", 0));
    const direct = { ...hit(session, "/", 0).origin, source: "Direct", channel: "direct" as const, referrer_url: null };
    await count(
      hit(session, "/about", MINUTE, { origin: direct, visitor: "7", network: "198.51.100.0/24", is_authenticated: true }),
    );
    expect(await records()).toMatchObject([
      { page_url: "/", referrer_url: "https://www.google.com", is_authenticated: false },
      { page_url: "/about", referrer_url: "https://www.google.com", ip_address: "203.0.113.0", is_authenticated: true },
    ]);
    const visitors = await opened.db.selectFrom("analytics_records").select("visitor").distinct().execute();
    expect(visitors).toHaveLength(1);
  });
});

test("a sign of life whose visit is over counts nothing", async () => {
  const session = buildSession();
  expect(await count(hit(session, "/", 0, { kind: "alive" }))).toEqual(["too_late"]);
  await count(hit(session, "/", 0));
  expect(await count(hit(session, "/", 36 * MINUTE, { kind: "end" }))).toEqual(["too_late"]);
  expect(await records()).toMatchObject([{ page_views_count: 1, visit_ended_at: null }]);
});

test("what is older than the visit that is known was a visit of its own", async () => {
  const session = buildSession();
  await count(hit(session, "/", 0));
  await count(hit(session, "/about", -20 * 24 * 60 * MINUTE));
  await count(hit(session, "/", MINUTE));
  expect(await records()).toMatchObject([
    { page_url: "/about", page_views_count: 1, visit_started_at: new Date(NOON - 20 * 24 * 60 * MINUTE) },
    { page_url: "/", page_views_count: 2 },
  ]);
});

test("an address without a page has no record, but is counted as such; a search on the listing is", async () => {
  const session = buildSession();
  const outcome = await count(
    hit(session, "/nowhere", 0),
    hit(session, "/story/not-written", 0),
    hit(session, "/nowhere", 1),
    hit(session, "/view-all", 2, { search: "calm" }),
  );
  expect(outcome).toEqual(["missing", "missing", "missing", "counted"]);
  const missing = await opened.db.selectFrom("analytics_missing").select(["path", "hits", "referrer"]).orderBy("path").execute();
  expect(missing).toEqual([
    { path: "/nowhere", hits: 2, referrer: "https://www.google.com" },
    { path: "/story/not-written", hits: 1, referrer: "https://www.google.com" },
  ]);
  expect(await opened.db.selectFrom("analytics_searches").select(["term", "searches"]).execute()).toEqual([
    { term: "calm", searches: 1 },
  ]);
  expect(await records()).toMatchObject([{ page_url: "/view-all" }]);
});

test("an old slug is an address of its article; a draft's is none", async () => {
  const post = await buildPost(opened.db, { slug: "first-name" });
  await opened.db.updateTable("posts").set({ slug: "second-name" }).where("id", "=", post.id).execute();
  const draft = await buildPost(opened.db, { status: "draft" });
  const session = buildSession();
  const outcome = await count(...["first-name", "second-name", draft.slug].map((name) => hit(session, `/story/${name}`, 0)));
  expect(outcome).toEqual(["counted", "counted", "missing"]);
  const paths = await opened.db.selectFrom("analytics_paths").select("path").where("post_id", "=", post.id).execute();
  expect(paths).toHaveLength(2);
});

test("two processes at once: nothing is lost, nothing counts twice, sessions that both hear of have one visit", async () => {
  const sessions = Array.from({ length: 40 }, buildSession);
  const processes = [createDictionaries(), createDictionaries()];
  await Promise.all(
    Array.from({ length: 20 }, (_, turn) =>
      countHits(
        opened.db,
        [...sessions]
          .sort(() => (turn % 2 ? 1 : -1))
          .flatMap((session) => [hit(session, "/", turn), hit(session, "/about", turn)]),
        { timezone, dictionaries: processes[turn % 2] },
      ),
    ),
  );
  const rows = await records();
  expect(rows).toHaveLength(80);
  expect(new Set(rows.map((row) => row.session_id)).size).toBe(40);
  expect(rows.every((row) => row.page_views_count === 20)).toBe(true);
});

test("each call marks the days that it touches, and nothing else", async () => {
  const session = buildSession();
  await count(hit(session, "/", 0), hit(buildSession(), "/", 1000), hit(buildSession(), "/", 26 * 60 * MINUTE));
  const marks = await opened.db.selectFrom("analytics_marks").select("at").orderBy("at").execute();
  expect(marks.map(({ at }) => at.toISOString().slice(0, 13))).toEqual(["2026-05-05T12", "2026-05-06T14"]);
});
