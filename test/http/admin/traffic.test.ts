import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { QuarantinePage, TrafficRule } from "../../../app/domain/analytics/traffic/traffic.ts";
import { TRAFFIC_MESSAGES } from "../../../app/domain/analytics/traffic/traffic-rules.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildHit, byAgent, holdHits } from "../../quarantined-hits.ts";
import { refreshFigures } from "../../refresh-figures.ts";
import { buildVisit } from "../../visits.ts";

const PATH = "/api/admin/analytics";

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ["analytics_rejected", "analytics_rules", "analytics_records", "analytics_marks"] as const) {
    await app.context.db.deleteFrom(table).execute();
  }
});

const hold = (...hits: Parameters<typeof holdHits>[2][]) => holdHits(app.context.db, "burst", ...hits);
const quarantined = async (query = "") => (await admin.get<QuarantinePage>(`${PATH}/rejected${query}`)).body;

test("all of it requires an admin, and is refused to anybody else", async () => {
  const ids = await hold(buildHit());
  const rule = await app.context.db
    .insertInto("analytics_rules")
    .values({ kind: "user_agent", value: "Hoover", verdict: "block" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const calls: [method: "get" | "post" | "put" | "delete", path: string, body?: unknown][] = [
    ["get", "/rejected"],
    ["post", "/rejected/release", { ids }],
    ["post", "/rejected/block", { ids, by: "network" }],
    ["get", "/rules"],
    ["post", "/rules", { kind: "network", value: "203.0.113.0/24", verdict: "block" }],
    ["delete", `/rules/${rule.id}`],
    ["get", "/options"],
    ["put", "/options", { retention_months: 1, count_admins: true }],
    ["post", "/refresh"],
    ["get", "/searches"],
    ["get", "/missing"],
  ];
  const reader = (await signedInUser(app)).actor;
  for (const [method, path, body] of calls) {
    for (const [actor, status] of [
      [app.actors.anonymous, 401],
      [reader, 403],
    ] as const) {
      const answer = method === "get" || method === "delete" ? actor[method](PATH + path) : actor[method](PATH + path, body);
      expect([path, (await answer).status]).toEqual([path, status]);
    }
  }
  expect((await quarantined()).total).toBe(1);
  expect((await admin.get<{ items: TrafficRule[] }>(`${PATH}/rules`)).body.items).toHaveLength(1);
  expect((await admin.get(`${PATH}/options`)).body).toEqual({ retention_months: 24, count_admins: false });
});

test("an owner views the quarantine, releases one hit and blocks another", async () => {
  const [first = "", second = ""] = await hold(
    buildHit({ path: "/terms", at: new Date(Date.now() - 5000) }),
    buildHit(byAgent("Hoover/2 (all of it)")),
  );
  const { items, counts } = await quarantined();
  expect(items.map(({ id, path, reason }) => [id, path, reason])).toEqual([
    [second, "/about", "burst"],
    [first, "/terms", "burst"],
  ]);
  expect(Object.keys(items[0] ?? {}).sort()).toEqual(["at", "id", "network", "path", "reason", "referrer", "user_agent"]);
  expect(counts).toEqual([{ reason: "burst", count: 2 }]);

  expect((await admin.post(`${PATH}/rejected/release`, { ids: [first, "123456789"] })).body).toEqual({ released: 1, rules: [] });
  await buildVisit(app.context.db, { at: new Date(), pages: [{ path: "/" }], browser: "HOOVER/2 (all of it)" });
  const blocked = await admin.post<{ rules: TrafficRule[]; held_visits: number }>(`${PATH}/rejected/block`, {
    ids: [second],
    by: "user_agent",
  });
  expect([blocked.status, blocked.body]).toMatchObject([200, { held_visits: 1, rules: [{ value: "Hoover/2 (all of it)" }] }]);
  expect((await quarantined("?reason=blocked")).items).toMatchObject([{ path: "/" }]);
  expect(Math.abs((await refreshFigures(admin)) - Date.now())).toBeLessThan(60_000);
  expect((await app.context.db.selectFrom("analytics_marks").select("id").execute()).length).toBe(0);
  expect((await quarantined("?search=hoover")).total).toBe(2);
});

test("the options are saved as a whole", async () => {
  expect((await admin.put(`${PATH}/options`, { retention_months: 6, count_admins: true })).body).toEqual({
    retention_months: 6,
    count_admins: true,
  });
  expect((await admin.get(`${PATH}/options`)).body).toEqual({ retention_months: 6, count_admins: true });
});

describe("a refusal names the field and its rule", () => {
  const ids = "must be 1 to 500 ids of quarantined hits";
  test.each<[string, unknown, string, string]>([
    ["/rejected/release", { ids: [] }, "ids", ids],
    ["/rejected/release", { ids: ["-1"] }, "ids.0", ids],
    ["/rejected/release", { ids: [1] }, "ids.0", ids],
    ["/rejected/release", { ids: ["9999999999999999999"] }, "ids.0", ids],
    ["/rejected/release", { ids: Array.from({ length: 501 }, () => "1") }, "ids", ids],
    ["/rejected/release", { ids: ["1"], allow: "referrer" }, "allow", "must be one of user_agent, network"],
    ["/rejected/release", { ids: ["1"], all: true }, "all", "is not known here"],
    ["/rejected/block", { ids: ["1"] }, "by", "is required"],
    ["/rules", { kind: "country", value: "x", verdict: "block" }, "kind", "must be one of user_agent, network, referrer"],
    ["/rules", { kind: "network", value: "x", verdict: "deny" }, "verdict", "must be one of allow, block"],
    ["/rules", { kind: "network", value: "203.0.113.0/40", verdict: "block" }, "value", TRAFFIC_MESSAGES.network],
    ["/rules", { kind: "network", value: "0.0.0.0/0", verdict: "block" }, "value", TRAFFIC_MESSAGES.wide],
    ["/rules", { kind: "user_agent", value: "Mozilla", verdict: "block" }, "value", TRAFFIC_MESSAGES.agentCommon],
    ["/rules", { kind: "referrer", value: "not a host", verdict: "block" }, "value", TRAFFIC_MESSAGES.referrer],
    ["/rules", { kind: "referrer", value: "", verdict: "block" }, "value", TRAFFIC_MESSAGES.valueRequired],
    [
      "/rules",
      { kind: "user_agent", value: "a\u0000b", verdict: "block" },
      "value",
      "must be text without NUL characters or broken ones",
    ],
  ])("POST %s %j", async (path, body, field, rule) => {
    const answer = await admin.post<ErrorBody>(PATH + path, body);
    expect([answer.status, answer.body.details]).toEqual([400, expect.arrayContaining([{ field, rule }])]);
  });

  test.each([
    [{ retention_months: 0, count_admins: false }, "retention_months", TRAFFIC_MESSAGES.retention],
    [{ retention_months: 1.5, count_admins: false }, "retention_months", TRAFFIC_MESSAGES.retention],
    [{ retention_months: 121, count_admins: false }, "retention_months", TRAFFIC_MESSAGES.retention],
    [{ retention_months: 24, count_admins: "no" }, "count_admins", "must be true or false"],
    [{ retention_months: 24 }, "count_admins", "is required"],
  ])("PUT /options %j", async (body, field, rule) => {
    const answer = await admin.put<ErrorBody>(`${PATH}/options`, body);
    expect([answer.status, answer.body.details]).toEqual([400, [{ field, rule }]]);
  });

  test.each([
    ["/rejected?reason=too_late", "reason"],
    ["/rejected?search=ab", "search"],
    [`/rejected?search=${"a".repeat(201)}`, "search"],
    ["/rejected?page=0", "page"],
    ["/rejected?limit=101", "limit"],
    ["/searches?range=2d", "range"],
    ["/searches?found=some", "found"],
    ["/missing?limit=1001", "limit"],
    ["/missing?range=custom&from=2026-01-02&to=2026-01-01", "from"],
  ])("GET %s", async (path, field) => {
    const answer = await admin.get<ErrorBody>(PATH + path);
    expect([answer.status, answer.body.details?.map((one) => one.field)]).toEqual([400, [field]]);
  });
});
