import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestContext } from "../../../test/context.ts";
import { buildVisit } from "../../../test/visits.ts";
import { DIMENSIONS } from "../analytics/analytics-rules.ts";
import { readBreakdown, readPages } from "../analytics/panels/read-lists.ts";
import { rollUp } from "../analytics/rollups/roll-up.ts";
import { DEMO_DAYS, inventVisits, type Viewed } from "./invent-visits.ts";
import { readDemo, removeDemo } from "./remove-demo.ts";
import { seedDemo } from "./seed-demo.ts";

const seedDir = fileURLToPath(new URL("../../../db/seed", import.meta.url));
const NOW = new Date("2026-11-20T12:00:00Z");
const DAY_MS = 24 * 60 * 60_000;
const articles: Viewed[] = [
  { slug: "a-first-article", since: new Date("2026-10-25T07:12:00Z"), views: 500 },
  { slug: "an-old-article", since: new Date("2025-01-01T07:12:00Z"), views: 100 },
];

describe("invented visits", () => {
  const { hits, searches, missing } = inventVisits(articles, NOW);
  const times = hits.map(({ at }) => Date.parse(at));
  const of = (slug: string) => hits.filter(({ path }) => path === `/story/${slug}`);

  it("are the same each time, marked, and lie within 90 days, all of them over", () => {
    expect(inventVisits(articles, NOW)).toEqual({ hits, searches, missing });
    expect(hits.every((hit) => hit.is_demo && hit.record?.ended_seconds != null)).toBe(true);
    expect(Math.min(...times)).toBeGreaterThan(NOW.getTime() - DEMO_DAYS * DAY_MS);
    expect(Math.max(...times)).toBeLessThan(NOW.getTime());
    expect(searches.length).toBeGreaterThan(20);
    expect(missing.length).toBeGreaterThan(10);
  });

  it("come after a publication, most of them soon, and fewer at weekends", () => {
    const recent = of("a-first-article");
    expect(recent.length).toBeGreaterThan(480);
    const days = recent.map(({ at }) => (Date.parse(at) - Date.parse("2026-10-25T00:00:00Z")) / DAY_MS);
    expect(days.every((day) => day >= -2)).toBe(true);
    const within = (from: number, to: number) => days.filter((day) => day >= from && day < to).length;
    expect(within(0, 4)).toBeGreaterThan(2 * within(14, 18));
    expect(of("an-old-article").length).toBeLessThan(20);
    const weekday = (day: number) => times.filter((at) => new Date(at).getUTCDay() === day).length;
    expect(weekday(6)).toBeLessThan(weekday(2));
  });
});

describe("visits of the demo content, among those of real readers", () => {
  let opened: Awaited<ReturnType<typeof openTestContext>>;
  const timezone = "UTC";
  /** Every figure that is rolled up. What isn't an article's own is told by its path, for numbers of pages are anybody's. */
  const figures = async () => {
    await rollUp(opened.ctx, { timezone });
    const all = async (query: string) => (await sql.raw(query).execute(opened.db)).rows;
    return {
      days: await all("select * from analytics_days where visits > 0 order by day"),
      values: await all("select * from analytics_values order by dimension, is_month, starts_on, value"),
      pages: await all(
        "select p.*, a.path from analytics_pages p join analytics_paths a on a.id = p.path_id order by is_month, starts_on, path",
      ),
      searches: await all("select day, term, searches from analytics_searches order by day, term"),
      missing: await all("select day, path, hits from analytics_missing order by day, path"),
    };
  };

  /** What is shown to who looks into a page, a source or a country, out of what is rolled up of each. */
  const lookedInto = async () => {
    const shown: unknown[] = [];
    for (const drill of [{ page: "/" }, { page: "/about" }, { source: "Google" }, { country: "Germany" }]) {
      const asked = { range: "90d", ...drill, limit: 100 } as const;
      for (const dimension of DIMENSIONS)
        shown.push([drill, dimension, await readBreakdown(opened.ctx, { ...asked, dimension }, timezone)]);
      const { items, total } = await readPages(opened.ctx, { ...asked, sort: "views" }, timezone);
      // A page keeps the name that it was last seen with.
      shown.push([drill, total, items.map(({ title: _, ...figures }) => figures)]);
    }
    return shown;
  };

  beforeAll(async () => {
    opened = await openTestContext();
  });
  afterAll(() => opened.close());

  it("go with it, and nothing else goes", async () => {
    const { ctx, db } = opened;
    const now = ctx.clock.now().getTime();
    for (const back of [1, 2, 40]) {
      const at = new Date(now - back * DAY_MS);
      await buildVisit(db, {
        at,
        pages: [{ path: "/" }, { path: "/about", engaged: 20 }],
        ended: 90,
        source: "Google",
        country: "Germany",
      });
    }
    const today = new Date(now - DAY_MS);
    await db.insertInto("analytics_searches").values({ day: today, term: "mood", searches: 3 }).execute();
    await db.insertInto("analytics_missing").values({ day: today, path: "/newsletter", hits: 2 }).execute();
    const before = await figures();
    const shownBefore = await lookedInto();

    await seedDemo(ctx, { seedDir });
    const { visits } = await readDemo(ctx);
    expect(visits).toBeGreaterThan(3000);
    const living = await figures();
    expect(living.days.length).toBeGreaterThanOrEqual(DEMO_DAYS - 1);
    expect(await lookedInto()).not.toEqual(shownBefore);

    await removeDemo(ctx, { kind: "operator" });
    expect(await figures()).toEqual(before);
    expect(await lookedInto()).toEqual(shownBefore);
    expect((await readDemo(ctx)).visits).toBe(0);
  });
});
