import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildClock } from "../../../../test/builders.ts";
import { openTestContext } from "../../../../test/context.ts";
import { buildVisit } from "../../../../test/visits.ts";
import { DIMENSIONS, type Drill, PAGE_SORTS } from "../analytics-rules.ts";
import { dropOldRecords } from "../rollups/partitions.ts";
import { rebuildAll, rollUp } from "../rollups/roll-up.ts";
import { findNarrowing } from "./open-panel.ts";
import { drilledPages, drilledValues, readBreakdown, readPages, readRecentSessions } from "./read-lists.ts";

const PARIS = "Europe/Paris";
/** Noon of a day in the middle of what is counted. */
const clock = buildClock(new Date("2026-04-20T10:00:00Z"));

let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeAll(async () => {
  opened = await openTestContext({ clock });
  for (let n = 0; n < 406; n++) await buildVisit(opened.db, visit(n));
  await rollUp(opened.ctx, { timezone: PARIS });
});
afterAll(() => opened.close());

/** Some seven a day from 20 February on, by 11 people each day. */
function visit(n: number) {
  return {
    at: new Date(Date.UTC(2026, 1, 20) + n * 3.5 * 3_600_000 + (n % 59) * 60_000),
    visitor: n % 11,
    pages: ["/", "/about", "/view-all", "/story/lark"]
      .filter((_, p) => p === n % 4 || n % (p + 2) === 1)
      .map((path, p) => ({ path, engaged: n % 17, views: 1 + ((n + p) % 3), after: p * (n % 40), last: p * 40 + (n % 7) })),
    source: ["Google", "Direct", "x.example", "Direct"][n % 4] ?? "",
    campaign: n % 5 === 0 ? "spring" : null,
    country: ["unknown", "Japan", "France"][n % 3] ?? "",
    city: n % 6 === 1 ? "Tokyo" : "unknown",
    device: (["desktop", "mobile"] as const)[n % 2] ?? "desktop",
    browser: ["Firefox", "Chrome", "Safari"][n % 3] ?? "",
    ended: n % 5 === 0 ? null : 300 + n,
  };
}

const DRILLED: Drill[] = [
  { page: "/" },
  { page: "/story/lark" },
  { source: "Google" },
  { source: "Direct" },
  { country: "Japan" },
  { country: "unknown" },
  { source: "nobody.example" },
];
const RANGES = [
  ["2026-02-01", "2026-04-20"],
  ["2026-03-01", "2026-03-31"],
  ["2026-03-28", "2026-04-02"],
  ["2026-04-19", "2026-04-20"],
] as const;

const drilledDays = async () =>
  (
    await sql<{ day: string }>`select case when is_month then to_char(starts_on, 'YYYY-MM') else starts_on::text end as day
      from analytics_drilled order by starts_on, is_month`.execute(opened.db)
  ).rows.map(({ day }) => day);

/** What the panels of a drill show, and what they would show if nothing but records were there. */
async function bothWays(drill: Drill, [from, to]: readonly [string, string]) {
  const { ctx, db } = opened;
  const narrowing = await findNarrowing(db, drill);
  if (!narrowing) throw new Error("it narrows");
  const [query, days] = [
    { range: "custom" as const, from, to, ...drill },
    { from, to, timezone: PARIS },
  ];
  const shown = {
    values: await Promise.all(DIMENSIONS.map((dimension) => readBreakdown(ctx, { ...query, dimension, limit: 4 }, PARIS))),
    pages: await Promise.all(PAGE_SORTS.map((sort) => readPages(ctx, { ...query, sort, limit: 3 }, PARIS))),
  };
  const told = {
    values: await Promise.all(DIMENSIONS.map((dimension) => drilledValues(db, days, narrowing, { dimension, limit: 4 }))),
    pages: await Promise.all(PAGE_SORTS.map((sort) => drilledPages(db, days, narrowing, { sort, limit: 3 }))),
  };
  return { shown, told };
}

async function expectEqual(drill: Drill, range: readonly [string, string]) {
  const { shown, told } = await bothWays(drill, range);
  for (const [n, rows] of told.values.entries()) {
    expect(shown.values[n]?.total).toBe(rows[0]?.total ?? 0);
    const items = shown.values[n]?.items.map(({ percentage, ...item }) => ({ ...item, percentage }));
    const expected = rows.map(({ value, visits, visitors, views, all_visits }) => ({
      value,
      visits,
      visitors,
      views,
      percentage: Math.round((visits * 1000) / all_visits) / 10,
    }));
    expect(items).toEqual(expected);
  }
  // A page alone is a row of the list of all, and no list of the pages that its visits saw too.
  const pages = (rows: readonly { path: string }[]) => rows.filter(({ path }) => drill.page === undefined || path === drill.page);
  for (const [n, rows] of told.pages.entries()) {
    const figures = pages(rows) as typeof rows;
    expect(shown.pages[n]?.items.map(({ bounce_rate: _, average_engaged_seconds: __, ...item }) => item)).toEqual(
      figures.map(({ bounces: _, engaged: __, total: ___, ...row }) => row),
    );
  }
}

test("days are rolled up, today among them, and months that are over", async () => {
  const days = await drilledDays();
  expect(days.filter((day) => day.length === 7)).toEqual(["2026-02", "2026-03"]);
  expect(days.filter((day) => day.length === 10)).toHaveLength(60);
  expect(days.at(-1)).toBe("2026-04-20");
});

describe("what single pages, sources and countries had is told as their records tell it", () => {
  const cases = DRILLED.flatMap((drill) => RANGES.map((range) => ({ drill, range })));

  test.each(cases)("$drill.page$drill.source$drill.country, $range.0 to $range.1", ({ drill, range }) =>
    expectEqual(drill, range),
  );

  test("also on days that have just changed, before and after they are rolled up, in another timezone and after a rebuild", async () => {
    const { ctx, db } = opened;
    for (const at of ["2026-02-25T12:00:00Z", "2026-03-29T00:30:00Z", "2026-04-03T12:00:00Z"]) {
      await buildVisit(db, { ...visit(2), at: new Date(at), visitor: 99 });
    }
    await rollUp(ctx, { timezone: PARIS, within: 0 });
    expect(await drilledDays()).not.toContain("2026-04-03");
    await expectEqual({ source: "x.example" }, ["2026-04-01", "2026-04-20"]);
    await rollUp(ctx, { timezone: PARIS });
    expect(await drilledDays()).toContain("2026-04-03");
    for (const range of RANGES) await expectEqual({ country: "unknown" }, range);
    await rollUp(ctx, { timezone: "Asia/Tokyo" });
    await rebuildAll(ctx, { timezone: PARIS });
    for (const drill of DRILLED) await expectEqual(drill, RANGES[0]);
  });

  test("a day that has lost all of its visits has no figures left", async () => {
    const { ctx, db } = opened;
    const { rows } = await sql<{ from: string; to: string }>`select visit_floor('2026-02-27T23:00:00Z')::text as from,
      visit_floor('2026-02-28T23:00:00Z')::text as to`.execute(db);
    const [span] = rows;
    await sql`delete from analytics_records where visit >= ${span?.from}::bigint and visit < ${span?.to}::bigint`.execute(db);
    await sql`insert into analytics_marks (at) values ('2026-02-28T12:00:00Z')`.execute(db);
    await rollUp(ctx, { timezone: PARIS });
    const left = await sql`select from analytics_drills where starts_on = '2026-02-28' and not is_month`.execute(db);
    expect(left.rows).toHaveLength(0);
    await expectEqual({ source: "Direct" }, RANGES[0]);
  });

  test("the newest visits of a rare source are found on their days", async () => {
    const { ctx, db } = opened;
    const rare = ["2026-02-21T10:00:00Z", "2026-03-15T10:00:00Z", "2026-04-20T09:00:00Z"];
    for (const at of rare) await buildVisit(db, { ...visit(1), at: new Date(at), source: "rare.example" });
    await rollUp(ctx, { timezone: PARIS });
    const query = { range: "custom" as const, from: "2026-02-01", to: "2026-04-20", source: "rare.example" };
    const { items } = await readRecentSessions(ctx, query, PARIS);
    expect(items.map(({ started_at }) => started_at.slice(0, 19))).toEqual(rare.toReversed().map((at) => at.slice(0, 19)));
  });
});

test("with the records goes what single pages, sources and countries had", async () => {
  const { ctx, db } = opened;
  await db.updateTable("analytics_options").set({ retention_months: 1 }).execute();
  expect(await dropOldRecords(ctx)).toEqual(["analytics_records_2026_02"]);
  const { rows } = await sql<{ first: string }>`select min(starts_on)::text as first from analytics_drills`.execute(db);
  expect(rows[0]?.first).toBe("2026-03-02");
  expect((await drilledDays())[0]).toBe("2026-03-02");
  await rebuildAll(ctx, { timezone: PARIS });
  expect((await drilledDays())[0]).toBe("2026-03-02");
});
