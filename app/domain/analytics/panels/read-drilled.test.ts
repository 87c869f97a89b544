import { CompiledQuery, createQueryId, type Kysely, type KyselyPlugin, type RootOperationNode } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DB } from "../../../../db/schema.gen.ts";
import { buildClock, buildPost } from "../../../../test/builders.ts";
import { openTestContext } from "../../../../test/context.ts";
import { type BuiltVisit, buildVisit } from "../../../../test/visits.ts";
import { DIMENSIONS, type Drill, PAGE_SORTS } from "../analytics-rules.ts";
import { rebuildAll, rollUp } from "../rollups/roll-up.ts";
import { drilledDays, findNarrowing } from "./open-panel.ts";
import { drilledPages, drilledValues, newestVisits, readBreakdown, readPages, readRecentSessions } from "./read-lists.ts";
import { readOverview, readTimeline } from "./read-overview.ts";

const NEW_YORK = "America/New_York";
/** The clocks went ahead on 8 March. */
const NOW = new Date("2026-03-20T15:00:00Z");
/** A whole month with some days around it, the clocks' change among them. */
const RANGE = { range: "custom" as const, from: "2026-01-30", to: "2026-03-09" };

let opened: Awaited<ReturnType<typeof openTestContext>>;
let article: { id: string };
beforeAll(async () => {
  opened = await openTestContext({ clock: buildClock(NOW) });
  article = await buildPost(opened.db, { slug: "lark", title: "The lark", published_at: new Date("2026-02-10T12:00:00Z") });
  await buildPost(opened.db, { slug: "wren", title: "The wren", published_at: new Date("2026-02-10T13:00:00Z") });
  for (const visit of manyVisits()) await buildVisit(opened.db, visit);
  await rollUp(opened.ctx, { timezone: NEW_YORK });
});
afterAll(() => opened.close());

/** The same numbers from 0 to below 1 each time. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** 150 visits of 40 people over 60 days, each of whom is always in the same country; all of them name one campaign. */
function manyVisits(): BuiltVisit[] {
  const next = numbers(7);
  const below = (n: number) => Math.floor(next() * n);
  const countries = ["Germany", "France", "Japan"];
  const devices = ["desktop", "mobile", "tablet"] as const;
  return Array.from({ length: 150 }, () => {
    const visitor = below(40);
    const paths = ["/", "/about", "/story/lark", "/story/wren"].filter(() => next() < 0.5);
    return {
      at: new Date(Date.UTC(2026, 0, 15) + below(60 * 24 * 60) * 60_000),
      visitor,
      country: countries[visitor % 3] ?? "",
      source: ["Google", "Direct"][below(2)] ?? "",
      channel: "search" as const,
      campaign: "spring",
      device: devices[visitor % 3] ?? "desktop",
      ended: below(2) ? below(900) : null,
      pages: (paths.length > 0 ? paths : ["/"]).map((path, page) => ({
        path,
        views: 1 + below(2),
        engaged: below(30),
        after: page * below(100),
        last: page * 100 + below(50),
      })),
    };
  });
}

const everyPanel = async (drill: Drill) => {
  const { ctx } = opened;
  const query = { ...RANGE, ...drill };
  const { as_of: _, ...overview } = await readOverview(ctx, query, { timezone: NEW_YORK, attribution: null });
  const pages = await Promise.all(PAGE_SORTS.map((sort) => readPages(ctx, { ...query, sort, limit: 50 }, NEW_YORK)));
  const values = await Promise.all(
    DIMENSIONS.map((dimension) => readBreakdown(ctx, { ...query, dimension, limit: 50 }, NEW_YORK)),
  );
  const sessions = await readRecentSessions(ctx, query, NEW_YORK);
  return { overview, timeline: await readTimeline(ctx, query, NEW_YORK), pages, values, sessions };
};

test("what all visits have in common narrows nothing: records tell what stands rolled up, in every panel", async () => {
  const rename = async (source: string) => {
    await opened.db.updateTable("analytics_origins").set({ source }).execute();
    await rebuildAll(opened.ctx, { timezone: NEW_YORK });
  };
  const rolled = await everyPanel({});
  expect(rolled.overview.visits).toBeGreaterThan(50);
  await rename("Everywhere");
  const drilled = await everyPanel({ source: "Everywhere" });
  await rename("Google");
  const withoutSources = ({ values, sessions, ...panels }: typeof rolled) => ({
    ...panels,
    values: values.slice(1),
    sessions: sessions.items.map(({ source: _, ...item }) => item),
  });
  expect(withoutSources(drilled)).toEqual(withoutSources(rolled));
});

test("countries add up to the whole, day by day and page by page", async () => {
  const whole = await everyPanel({});
  const parts = await Promise.all(["Germany", "France", "Japan"].map((country) => everyPanel({ country })));
  const added = (of: (panels: typeof whole) => number) => parts.reduce((sum, part) => sum + of(part), 0);
  for (const name of ["visits", "visitors", "page_views", "completed", "active"] as const)
    expect([name, added(({ overview }) => overview[name])]).toEqual([name, whole.overview[name]]);
  for (const [index, day] of whole.timeline.days.entries()) {
    const sum = (name: "visits" | "visitors" | "views") => added(({ timeline }) => timeline.days[index]?.[name] ?? 0);
    expect({ date: day.date, visits: sum("visits"), visitors: sum("visitors"), views: sum("views") }).toEqual(day);
  }
  for (const page of whole.pages[0]?.items ?? []) {
    const of = ({ pages }: typeof whole) => pages[0]?.items.find(({ path }) => path === page.path);
    for (const name of ["views", "visits", "visitors", "entries", "exits"] as const)
      expect([page.path, name, added((panels) => of(panels)?.[name] ?? 0)]).toEqual([page.path, name, page[name]]);
  }
});

test("a page's drill tells what its row in the list tells", async () => {
  const whole = await everyPanel({});
  const row = whole.pages[0]?.items.find(({ path }) => path === "/story/lark");
  const { overview, pages, timeline, sessions } = await everyPanel({ page: "/story/lark" });
  expect(pages[0]).toEqual({ items: [row], total: 1 });
  expect([overview.visits, overview.visitors, overview.page_views, overview.bounce_rate, overview.total_visits]).toEqual([
    row?.visits,
    row?.visitors,
    row?.views,
    row?.bounce_rate,
    150,
  ]);
  expect(timeline.marks).toEqual([{ date: "2026-02-10", kind: "published", label: "The lark", post_id: article.id }]);
  expect(whole.timeline.marks).toEqual([{ date: "2026-02-10", kind: "published", label: "2 articles published", post_id: null }]);
  expect(sessions.items).toHaveLength(Math.min(10, overview.visits));
});

describe("a handful of visits, worked out by hand", () => {
  const day = { range: "custom" as const, from: "2026-03-18", to: "2026-03-18" };
  const page = (path: string, values: object = {}) => ({ path, ...values });
  beforeAll(async () => {
    const at = (hour: number) => new Date(Date.UTC(2026, 2, 18, hour));
    const german = { country: "Germany", source: "Bing", channel: "search" as const };
    await buildVisit(opened.db, { at: at(12), ...german, ended: 4, pages: [page("/one", { engaged: 4 })] });
    await buildVisit(opened.db, {
      at: at(13),
      ...german,
      ended: 90,
      pages: [page("/one", { engaged: 4 }), page("/two", { after: 5 })],
    });
    await buildVisit(opened.db, { at: at(14), country: "France", source: "Bing", ended: 8, pages: [page("/two"), page("/one")] });
    await rollUp(opened.ctx, { timezone: NEW_YORK });
  });
  const cards = async (drill: Drill) => {
    const overview = await readOverview(opened.ctx, { ...day, ...drill }, { timezone: NEW_YORK, attribution: null });
    const { visits, page_views, bounce_rate, average_duration_seconds, average_engaged_seconds } = overview;
    return [visits, page_views, bounce_rate, average_duration_seconds, average_engaged_seconds];
  };

  test("a page's bounces are a part of the visits that began there", async () => {
    // Two of three began there, and one of these saw nothing else; (4 + 90 + 8) / 3; (4 + 4 + 0) / 3
    expect(await cards({ page: "/one" })).toEqual([3, 3, 50, 34, 3]);
    expect(await cards({ page: "/one", source: "Bing" }), "from records").toEqual([3, 3, 50, 34, 3]);
    expect(await cards({ page: "/two" })).toEqual([2, 2, 0, 49, 0]);
  });

  test("page, source and country narrow together", async () => {
    expect(await cards({ source: "Bing" })).toEqual([3, 5, 33.3, 34, 3]);
    expect(await cards({ source: "Bing", country: "Germany" })).toEqual([2, 3, 50, 47, 4]);
    expect(await cards({ page: "/two", source: "Bing", country: "Germany" })).toEqual([1, 1, 0, 90, 0]);
    expect(await cards({ page: "/two", source: "Google", country: "Germany" })).toEqual([0, 0, 0, 0, 0]);
  });

  test("a page's visits may have begun and ended on another", async () => {
    const { items } = await readPages(opened.ctx, { ...day, page: "/one", sort: "views", limit: 10 }, NEW_YORK);
    expect(items).toMatchObject([{ path: "/one", entries: 2, exits: 2, bounce_rate: 50 }]);
  });

  test("what nobody has is empty, and no error", async () => {
    for (const drill of [{ page: "/nowhere" }, { source: "Nobody" }, { country: "Atlantis" }])
      expect(await cards(drill)).toEqual([0, 0, 0, 0, 0]);
  });
});

test("only the months of the period are opened", async () => {
  const { db, ctx } = opened;
  const narrowing = await findNarrowing(db, { page: "/story/lark", country: "Germany" });
  if (!narrowing) throw new Error("it narrows");
  const february = { from: "2026-02-02", to: "2026-02-27", timezone: NEW_YORK };
  const plans = await plansOf(db, async (explained) => {
    await drilledDays(explained, february, narrowing);
    await drilledPages(explained, february, { ...narrowing, path: null }, { sort: "entries", limit: 10 });
    await drilledValues(explained, february, narrowing, { dimension: "source", limit: 10 });
    await newestVisits(explained, february, narrowing, { now: ctx.clock.now(), limit: 10 });
  });
  expect(plans).toHaveLength(5);
  for (const plan of plans) {
    const opened = new Set(plan.match(/analytics_records_\d{4}_\d{2}(?!_)/g));
    expect([...opened], plan).toEqual(["analytics_records_2026_02"]);
  }
});

/** What the database would do for each statement of `work` that reads records, as text. */
async function plansOf(db: Kysely<DB>, work: (db: Kysely<DB>) => Promise<void>): Promise<string[]> {
  const seen: RootOperationNode[] = [];
  const note: KyselyPlugin = {
    transformQuery: ({ node }) => {
      seen.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await work(db.withPlugin(note));
  const statements = seen.map((node) => db.getExecutor().compileQuery(node, createQueryId()));
  const plans: string[] = [];
  for (const { sql, parameters } of statements.filter(({ sql }) => sql.includes("analytics_records"))) {
    const { rows } = await db.executeQuery<Record<string, string>>(CompiledQuery.raw(`explain ${sql}`, [...parameters]));
    plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
  }
  return plans;
}
