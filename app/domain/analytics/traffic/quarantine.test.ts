import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildUser } from "../../../../test/builders.ts";
import { openTestContext } from "../../../../test/context.ts";
import { buildHit, byAgent, fromPage, holdHits } from "../../../../test/quarantined-hits.ts";
import { buildVisit } from "../../../../test/visits.ts";
import type { SignedIn } from "../../authorize.ts";
import { DomainError } from "../../errors.ts";
import { countHits } from "../collect/count-hits.ts";
import { rollUp } from "../rollups/roll-up.ts";
import { blockQuarantined, listQuarantined, releaseQuarantined } from "./manage-quarantine.ts";
import { addRule, deleteRule, listRules } from "./manage-rules.ts";

const timezone = "America/New_York";
const now = new Date("2026-03-20T12:00:00Z");
const ago = (days: number, hours = 0) => new Date(now.getTime() - days * 86_400_000 - hours * 3_600_000);

let test_: Awaited<ReturnType<typeof openTestContext>>;
let admin: SignedIn;
beforeAll(async () => {
  test_ = await openTestContext({ clock: { now: () => now } });
  const { id, email } = await buildUser(test_.db, { role: "admin" });
  admin = { kind: "user", id, email, role: "admin" } as SignedIn;
});
afterAll(() => test_.close());
beforeEach(async () => {
  for (const table of [
    "analytics_rejected",
    "analytics_records",
    "analytics_rules",
    "analytics_marks",
    "analytics_sessions",
  ] as const) {
    await test_.db.deleteFrom(table).execute();
  }
  for (const table of ["analytics_days", "audit_log", "analytics_missing", "analytics_searches"] as const) {
    await test_.db.deleteFrom(table).execute();
  }
});

const ctx = () => test_.ctx;
const held = async () => (await listQuarantined(ctx(), { page: 1, limit: 100 })).items;
const records = async () => {
  const { rows } = await sql<{ path: string; views: number; first: Date; engaged: number; scroll: number; ended: number | null }>`
    select p.path, r.views, visit_started_at(r.visit) + make_interval(secs => r.first_seconds) as first,
      r.engaged_seconds as engaged, r.scroll_depth as scroll, r.ended_seconds as ended
    from analytics_records r join analytics_paths p on p.id = r.path_id order by r.visit, first, p.path`.execute(test_.db);
  return rows;
};
const days = async () => {
  await rollUp(ctx(), { timezone });
  const { rows } = await sql<{ day: string; visits: number; views: number }>`
    select day::text, visits, views from analytics_days order by day`.execute(test_.db);
  return rows.filter(({ visits }) => visits > 0).map(({ day, visits, views }) => [day, visits, views]);
};
const audit = async () =>
  (await test_.db.selectFrom("audit_log").select(["action", "entity", "label"]).orderBy("id").execute()).map(
    ({ action, entity, label }) => `${entity} ${action}: ${label}`,
  );
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (caught: unknown) => caught,
  );
  if (!(error instanceof DomainError)) throw new Error("It was not refused");
  return error.details ?? error.code;
};

describe("releasing", () => {
  test("counts a hit at its own time, on its own day, and once", async () => {
    // 03:30 UTC on the 11th is still the 10th in New York.
    const at = new Date("2026-03-11T03:30:00Z");
    const ids = await holdHits(test_.db, "bot_user_agent", buildHit({ at }), buildHit({ at: ago(1) }));
    expect(await releaseQuarantined(ctx(), admin, { ids: ids.slice(0, 1) }, timezone)).toEqual({ released: 1, rules: [] });
    expect(await releaseQuarantined(ctx(), admin, { ids: ids.slice(0, 1) }, timezone)).toEqual({ released: 0, rules: [] });
    expect(await records()).toMatchObject([{ path: "/about", views: 1, first: at }]);
    expect(await days()).toEqual([["2026-03-10", 1, 1]]);
    expect((await held()).map(({ id }) => id)).toEqual(ids.slice(1));
    expect(await audit()).toEqual(["visits released: 1 quarantined hit"]);
  });

  test("asked for by two at once, counts once", async () => {
    const ids = await holdHits(test_.db, "burst", ...Array.from({ length: 20 }, () => buildHit({ at: ago(2) })));
    const answers = await Promise.all([1, 2, 3].map(() => releaseQuarantined(ctx(), admin, { ids }, timezone)));
    expect(answers.map(({ released }) => released).sort((a, b) => a - b)).toEqual([0, 0, 20]);
    expect(await days()).toEqual([["2026-03-18", 20, 20]]);
  });

  test("puts the hits of one session into one visit", async () => {
    const session = "a".repeat(32);
    const hit = (path: string, minutes: number) => buildHit({ session, path, at: new Date(ago(3).getTime() + minutes * 60_000) });
    const ids = await holdHits(test_.db, "no_engagement", hit("/", 0), hit("/about", 2), hit("/about", 4));
    await releaseQuarantined(ctx(), admin, { ids }, timezone);
    expect((await records()).map(({ path, views }) => [path, views])).toEqual([
      ["/", 1],
      ["/about", 2],
    ]);
    expect(await days()).toEqual([["2026-03-17", 1, 3]]);
  });

  test("with an allowance, lets the same user agents or networks through from now on", async () => {
    const ids = await holdHits(
      test_.db,
      "bot_user_agent",
      buildHit(),
      buildHit({ network: "198.51.100.0/24" }),
      buildHit({ network: null, ...byAgent("") }),
    );
    const { rules } = await releaseQuarantined(ctx(), admin, { ids: ids.slice(1), allow: "user_agent" }, timezone);
    expect(rules).toMatchObject([{ kind: "user_agent", value: "ExampleBot/1.0 (+https://bot.example)", verdict: "allow" }]);
    expect((await releaseQuarantined(ctx(), admin, { ids, allow: "network" }, timezone)).rules).toMatchObject([
      { kind: "network", value: "203.0.113.0/24", verdict: "allow" },
    ]);
    expect((await listRules(ctx())).items).toHaveLength(2);
  });

  test("refuses an allowance that would concern everybody, and then releases nothing", async () => {
    const ids = await holdHits(test_.db, "bot_headers", buildHit(byAgent("Mozilla/5.0")));
    expect(await refusal(releaseQuarantined(ctx(), admin, { ids, allow: "user_agent" }, timezone))).toMatchObject([
      { field: "ids" },
    ]);
    expect(await held()).toHaveLength(1);
    expect(await audit()).toEqual([]);
  });

  test("a hit on an address without a page counts there", async () => {
    const ids = await holdHits(test_.db, "bot_user_agent", buildHit({ path: "/old", at: ago(1) }));
    await releaseQuarantined(ctx(), admin, { ids }, timezone);
    expect(await records()).toEqual([]);
    expect(await test_.db.selectFrom("analytics_missing").select(["path", "hits"]).execute()).toEqual([
      { path: "/old", hits: 1 },
    ]);
  });
});

describe("blocking", () => {
  const visits = async () => {
    const page = [
      { path: "/about", engaged: 12, scroll: 80, after: 0 },
      { path: "/", after: 30, views: 2 },
    ];
    await buildVisit(test_.db, { at: ago(1), pages: page, network: "203.0.113.0/24", ended: 90 });
    await buildVisit(test_.db, {
      at: ago(29),
      pages: page,
      network: "203.0.113.0/24",
      referrer: "https://www.shop.spam.example:8080/a",
    });
    await buildVisit(test_.db, { at: ago(31), pages: page, network: "203.0.113.0/24", referrer: "https://spam.example" });
    await buildVisit(test_.db, {
      at: ago(1),
      pages: page,
      network: "198.51.100.0/24",
      browser: "Evil",
      referrer: "https://notspam.example/",
    });
    await buildVisit(test_.db, { at: ago(2), pages: page, network: "2001:db8:1::/48", referrer: "https://SPAM.example/b" });
  };

  test("by network takes the recorded visits of 30 days along, and numbers follow", async () => {
    await visits();
    expect(await days()).toHaveLength(4);
    const ids = await holdHits(test_.db, "burst", buildHit());
    const { held_visits, rules } = await blockQuarantined(ctx(), admin, { ids, by: "network" }, timezone);
    expect([held_visits, rules]).toMatchObject([2, [{ kind: "network", value: "203.0.113.0/24", verdict: "block" }]]);
    expect((await held()).map(({ reason, path }) => [reason, path])).toEqual([
      ["burst", "/about"],
      ["blocked", "/"],
      ["blocked", "/about"],
      ["blocked", "/"],
      ["blocked", "/about"],
    ]);
    expect(await days()).toEqual([
      ["2026-02-17", 1, 3],
      ["2026-03-18", 1, 3],
      ["2026-03-19", 1, 3],
    ]);
    expect(await audit()).toEqual(["traffic rule created: 203.0.113.0/24"]);
  });

  test("is undone by releasing: the records are as they were", async () => {
    await visits();
    const before = await records();
    const figures = await days();
    await addRule(ctx(), admin, { kind: "network", value: "203.0.0.0/16", verdict: "block" }, timezone);
    expect(await records()).toHaveLength(6);
    const ids = (await held()).map(({ id }) => id);
    expect(ids).toHaveLength(4);
    await releaseQuarantined(ctx(), admin, { ids }, timezone);
    expect(await records()).toEqual(before);
    expect(await days()).toEqual(figures);
    expect(await held()).toEqual([]);
  });

  test("by referrer means its host and all below it, and nobody whose name only ends alike", async () => {
    await visits();
    expect(
      (await addRule(ctx(), admin, { kind: "referrer", value: "https://spam.example/any", verdict: "block" }, timezone))
        .held_visits,
    ).toBe(2);
    expect((await held()).map(({ referrer }) => referrer)).toEqual([
      "https://SPAM.example/b",
      "https://SPAM.example/b",
      "https://www.shop.spam.example:8080/a",
      "https://www.shop.spam.example:8080/a",
    ]);
  });

  test("by user agent means every one that contains the text, taken literally", async () => {
    await visits();
    expect((await addRule(ctx(), admin, { kind: "user_agent", value: "e%il", verdict: "block" }, timezone)).held_visits).toBe(0);
    expect((await addRule(ctx(), admin, { kind: "user_agent", value: "EVIL", verdict: "block" }, timezone)).held_visits).toBe(1);
  });

  test("refuses what no rule can be made of", async () => {
    const none = await holdHits(test_.db, "no_user_agent", buildHit({ network: null, ...byAgent("") }));
    for (const by of ["network", "user_agent", "referrer"] as const) {
      expect(await refusal(blockQuarantined(ctx(), admin, { ids: none, by }, timezone))).toMatchObject([{ field: "by" }]);
    }
    const everybody = await holdHits(test_.db, "burst", buildHit(byAgent("Mozilla/5.0 (Windows NT 10.0; Win64; x64)")));
    expect(await refusal(blockQuarantined(ctx(), admin, { ids: everybody, by: "user_agent" }, timezone))).toMatchObject([
      { field: "ids" },
    ]);
    expect((await listRules(ctx())).items).toEqual([]);
  });

  test("goes together with hits being counted", async () => {
    const hits = () =>
      ["/", "/about", "/terms"].map((path) => buildHit({ path, at: ago(1), session: crypto.randomUUID().replaceAll("-", "") }));
    await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        await countHits(test_.db, hits(), { timezone });
        await addRule(ctx(), admin, { kind: "network", value: `203.0.113.0/${24 - n}`, verdict: "block" }, timezone);
        await countHits(test_.db, hits(), { timezone });
      }),
    );
    const all = (await records()).length + (await held()).length;
    expect((await held()).length).toBeGreaterThan(0);
    expect(all).toBe(48);
  });
});

describe("rules", () => {
  test("about one value there is one, which turns around; the same twice is refused", async () => {
    await addRule(ctx(), admin, { kind: "network", value: "203.0.113.77/24", verdict: "block" }, timezone);
    const again = { kind: "network", value: "203.0.113.0/24", verdict: "block" } as const;
    expect(await refusal(addRule(ctx(), admin, again, timezone))).toBe("23505");
    await addRule(ctx(), admin, { ...again, verdict: "allow" }, timezone);
    const { items } = await listRules(ctx());
    expect(items).toMatchObject([{ kind: "network", value: "203.0.113.0/24", verdict: "allow" }]);
    await deleteRule(ctx(), admin, items[0]?.id ?? "");
    expect((await listRules(ctx())).items).toEqual([]);
    expect(await refusal(deleteRule(ctx(), admin, items[0]?.id ?? ""))).toBe("PGRST116");
    expect(await audit()).toEqual([
      "traffic rule created: 203.0.113.0/24",
      "traffic rule updated: 203.0.113.0/24",
      "traffic rule deleted: 203.0.113.0/24",
    ]);
  });

  test("more than a thousand are refused", async () => {
    const rows = Array.from({ length: 1000 }, (_, n) => ({ kind: "user_agent", value: `Bot number ${n}`, verdict: "block" }));
    await test_.db.insertInto("analytics_rules").values(rows).execute();
    expect(
      await refusal(addRule(ctx(), admin, { kind: "user_agent", value: "One more", verdict: "block" }, timezone)),
    ).toMatchObject([{ field: "value" }]);
  });
});

describe("the list", () => {
  test("is found by every word of a hit, whatever the case and with wildcards taken literally", async () => {
    await holdHits(test_.db, "burst", buildHit({ path: "/100%_Lark" }), buildHit(fromPage("https://spam.example/a")));
    await holdHits(test_.db, "blocked", buildHit({ network: "2001:db8:1::/48" }));
    const found = async (search: string) => (await listQuarantined(ctx(), { search, page: 1, limit: 10 })).total;
    expect(await found("EXAMPLEbot")).toBe(3);
    expect(await found("%_lark")).toBe(1);
    expect(await found("1%k")).toBe(0);
    expect(await found("spam.example")).toBe(1);
    expect(await found("2001:db8")).toBe(1);
    expect(await found("  ")).toBe(3);
    const page = await listQuarantined(ctx(), { reason: "burst", page: 2, limit: 1 });
    expect(page).toMatchObject({
      total: 2,
      page: 2,
      pages: 2,
      counts: [
        { reason: "burst", count: 2 },
        { reason: "blocked", count: 1 },
      ],
    });
    expect(page.items).toHaveLength(1);
    expect(await listQuarantined(ctx(), { page: 9, limit: 10 })).toMatchObject({ items: [], total: 3, pages: 1 });
  });
});
