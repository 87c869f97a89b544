import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildPost, buildUser } from "../../../../test/builders.ts";
import { openTestContext } from "../../../../test/context.ts";
import type { SignedIn } from "../../authorize.ts";
import { createRedirect } from "../../redirects/edit-redirects.ts";
import { nameIn, readMissing } from "./read-missing.ts";
import { lookUpSearches, readSearches } from "./read-searches.ts";

const timezone = "America/New_York";
// Still the 19th in New York.
let now = new Date("2026-03-20T03:00:00Z");

let site: Awaited<ReturnType<typeof openTestContext>>;
beforeAll(async () => {
  site = await openTestContext({ clock: { now: () => now } });
});
afterAll(() => site.close());
beforeEach(async () => {
  now = new Date("2026-03-20T03:00:00Z");
  for (const table of ["analytics_searches", "analytics_missing", "redirects", "posts"] as const) {
    await site.db.deleteFrom(table).execute();
  }
});

describe("searches", () => {
  const searched = (day: string, term: string, searches = 1) =>
    site.db
      .insertInto("analytics_searches")
      .values({ day: sqlDay(day), term, searches })
      .execute();
  const sqlDay = (day: string) => day as unknown as Date;
  const read = (isFutile = false, limit = 10) => readSearches(site.ctx, { range: "7d", isFutile, limit }, timezone);

  test("are added up over the days of the range, the most frequent first", async () => {
    await searched("2026-03-19", "sleep", 2);
    await searched("2026-03-13", "sleep", 3);
    await searched("2026-03-14", "lark", 4);
    await searched("2026-03-12", "lark", 40);
    await searched("2026-03-20", "lark", 400);
    expect(await read()).toEqual({
      items: [
        { term: "sleep", searches: 5, results: null },
        { term: "lark", searches: 4, results: null },
      ],
      total: 2,
    });
    expect(await read(false, 1)).toMatchObject({ items: [{ term: "sleep" }], total: 2 });
  });

  test("tell what there is for a term, as it is today", async () => {
    await buildPost(site.db, { title: "How a lark sings" });
    await buildPost(site.db, { title: "Another lark" });
    await buildPost(site.db, { title: "A lark unpublished", status: "draft", published_at: null });
    for (const term of ["lark", "sleep", "x"]) await searched("2026-03-18", term);
    await searched("2026-03-19", "lark");
    expect(await lookUpSearches(site.ctx)).toBe(3);
    expect((await read()).items).toEqual([
      { term: "lark", searches: 2, results: 2 },
      { term: "sleep", searches: 1, results: 0 },
      { term: "x", searches: 1, results: 0 },
    ]);
    expect((await read(true)).items.map(({ term }) => term)).toEqual(["sleep", "x"]);
    expect(await lookUpSearches(site.ctx)).toBe(0);

    await buildPost(site.db, { title: "On sleep" });
    now = new Date(now.getTime() + 24 * 3_600_000 + 1);
    expect(await lookUpSearches(site.ctx)).toBe(3);
    expect((await read()).items.find(({ term }) => term === "sleep")).toMatchObject({ results: 1 });
  });

  test("are looked up at most fifty at a time, new terms first", async () => {
    await searched("2026-03-18", "known");
    await lookUpSearches(site.ctx);
    now = new Date(now.getTime() + 25 * 3_600_000);
    const rows = Array.from({ length: 60 }, (_, n) => ({ day: sqlDay("2026-03-19"), term: `term ${n}`, searches: 1 }));
    await site.db.insertInto("analytics_searches").values(rows).execute();
    expect(await lookUpSearches(site.ctx)).toBe(50);
    expect(await lookUpSearches(site.ctx)).toBe(11);
    expect(await lookUpSearches(site.ctx)).toBe(0);
  });
});

describe("missing pages", () => {
  const missed = (day: string, path: string, hits = 1, referrer: string | null = null) =>
    site.db
      .insertInto("analytics_missing")
      .values({ day: day as unknown as Date, path, hits, referrer })
      .execute();
  const read = (limit = 10) => readMissing(site.ctx, { range: "7d", limit }, timezone);
  const nearest = async (path: string) => {
    await missed("2026-03-19", path);
    return (await read()).items.find((item) => item.path === path)?.nearest?.path ?? null;
  };

  test("are added up over the days of the range, with the page that led there last", async () => {
    await missed("2026-03-18", "/old", 2, "https://news.example/a");
    await missed("2026-03-19", "/old", 3);
    await missed("2026-03-19", "/other", 1);
    await missed("2026-03-11", "/old", 99, "https://long.ago.example/");
    expect(await read()).toEqual({
      items: [
        { path: "/old", hits: 5, referrer: "https://news.example/a", nearest: null },
        { path: "/other", hits: 1, referrer: null, nearest: null },
      ],
      total: 2,
    });
    expect(await read(1)).toMatchObject({ items: [{ path: "/old" }], total: 2 });
  });

  test("what leads elsewhere by now, or has become a page, is left out", async () => {
    const { id, email } = await buildUser(site.db, { role: "admin" });
    const admin = { kind: "user", id, email, role: "admin" } as SignedIn;
    for (const path of ["/über uns+mehr", "/plain", "/story/written-since", "/stays"]) await missed("2026-03-19", path);
    await createRedirect(site.ctx, admin, { from_path: "/über uns+mehr", to_path: "/about" });
    await createRedirect(site.ctx, admin, { from_path: "/plain", to_path: "/about" });
    await buildPost(site.db, { slug: "written-since" });
    expect((await read()).items.map(({ path }) => path)).toEqual(["/stays"]);
  });

  test("the nearest page is the one of that name, of that former name, or of a name like it", async () => {
    const diary = await buildPost(site.db, { slug: "keeping-a-mood-diary", title: "Keeping a mood diary" });
    await site.db.updateTable("posts").set({ slug: "mood-tracking-guide" }).where("id", "=", diary.id).execute();
    await buildPost(site.db, { slug: "sleep-well-tonight", title: "Sleep well" });
    await buildPost(site.db, { slug: "mood-tracking-guides-draft", status: "draft", published_at: null });
    expect(await nearest("/2019/05/mood-tracking-guide.html")).toBe("/story/mood-tracking-guide");
    expect(await nearest("/blog/Keeping_a_Mood_Diary/")).toBe("/story/mood-tracking-guide");
    expect(await nearest("/story/mood-tracking-gide")).toBe("/story/mood-tracking-guide");
    expect(await nearest("/posts/sleep-well-tonite/1234")).toBe("/story/sleep-well-tonight");
    expect(await nearest("/about-us")).toBe("/about");
    expect(await nearest("/rss.xml")).toBe("/feed.xml");
    expect(await nearest("/wp-login.php")).toBeNull();
    expect(await nearest("/12345")).toBeNull();
    expect(await nearest("/%%_")).toBeNull();
  });

  test.each([
    ["/2019/05/Mood_Diary.html", "mood-diary"],
    ["/a/b/", "b"],
    ["/Über Uns", "uber-uns"],
    ["/posts/2024", "posts"],
    ["/docs/index.php", "docs"],
    ["/", null],
    ["/123/45", null],
  ])("%s is probably about %s", (path, name) => {
    expect(nameIn(path)).toBe(name);
  });
});
