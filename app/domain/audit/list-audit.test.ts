import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestContext } from "../../../test/context.ts";
import { startOfDay } from "../../platform/time/zone.ts";
import type { AuditQuery } from "./audit.ts";
import { listAudit } from "./list-audit.ts";
import { recordAudit } from "./record-audit.ts";

let opened: Awaited<ReturnType<typeof openTestContext>>;
let now = new Date("2026-03-01T09:00:00Z");

const as = (email: string) => ({ kind: "user", id: null as never, email, role: "admin", sessionId: "" }) as const;
const note = (at: string, email: string, action: string, entity: "post" | "tag", label: string) => {
  now = new Date(at);
  return recordAudit(opened.ctx, as(email), { action, entity, entityId: "1", label, before: null, after: { label } });
};

beforeAll(async () => {
  opened = await openTestContext({ clock: { now: () => now } });
  await note("2026-03-01T09:00:00Z", "ada@blog.example", "created", "post", "On larks");
  await note("2026-03-01T23:30:00Z", "ada@blog.example", "published", "post", "On larks");
  await note("2026-03-02T04:30:00Z", "grace@blog.example", "created", "tag", "100% birds_");
  await note("2026-03-03T09:00:00Z", "grace@blog.example", "created", "post", "On sparrows");
});
afterAll(() => opened.close());

const find = async (query: AuditQuery & { page?: number; limit?: number }, timezone = "UTC") =>
  listAudit(opened.ctx, { page: 1, limit: 20, ...query }, timezone);
const labels = async (query: AuditQuery, timezone?: string) =>
  (await find(query, timezone)).items.map(({ action, label }) => `${action} ${label}`);

test("the newest entry comes first, with the values before and after", async () => {
  const { items, ...rest } = await find({ limit: 3 });
  expect(items.map(({ label }) => label)).toEqual(["On sparrows", "100% birds_", "On larks"]);
  expect(items[0]).toEqual({
    id: expect.stringMatching(/^\d+$/),
    at: "2026-03-03T09:00:00.000Z",
    actor_email: "grace@blog.example",
    action: "created",
    entity: "post",
    entity_id: "1",
    label: "On sparrows",
    before: null,
    after: { label: "On sparrows" },
  });
  const filters = { who: ["ada@blog.example", "grace@blog.example"], actions: ["created", "published"] };
  expect(rest).toEqual({ total: 4, total_is_capped: false, page: 1, pages: 2, limit: 3, filters });
});

test("a page beyond the end is empty but has the right totals", async () => {
  expect(await find({ page: 9, limit: 3 })).toMatchObject({ items: [], total: 4, page: 9, pages: 2 });
});

describe("filters", () => {
  test.each<[AuditQuery, string[]]>([
    [{ who: "ada@blog.example" }, ["published On larks", "created On larks"]],
    [{ entity: "tag" }, ["created 100% birds_"]],
    [{ action: "published" }, ["published On larks"]],
    [{ search: "LARK" }, ["published On larks", "created On larks"]],
    [{ search: "0% b" }, ["created 100% birds_"]],
    [{ search: "ds_" }, ["created 100% birds_"]],
    [{ search: "00%" }, ["created 100% birds_"]],
    [{ search: "on ", who: "grace@blog.example", entity: "post", action: "created" }, ["created On sparrows"]],
    [{ from: "2026-03-02" }, ["created On sparrows", "created 100% birds_"]],
    [{ to: "2026-03-01" }, ["published On larks", "created On larks"]],
    [{ from: "2026-03-02", to: "2026-03-02" }, ["created 100% birds_"]],
    [{ from: "2026-03-04" }, []],
  ])("%j", async (query, expected) => {
    expect(await labels(query)).toEqual(expected);
    expect((await find(query)).total).toBe(expected.length);
  });

  test("days are those of the site's time zone", async () => {
    expect(await labels({ to: "2026-03-01" }, "America/New_York")).toEqual([
      "created 100% birds_",
      "published On larks",
      "created On larks",
    ]);
    expect(await labels({ to: "2026-03-01" }, "Asia/Tokyo")).toEqual(["created On larks"]);
  });
});

test.each([
  ["2026-03-01", "UTC", 0, "2026-03-01T00:00:00.000Z"],
  ["2026-03-01", "Asia/Tokyo", 0, "2026-02-28T15:00:00.000Z"],
  ["2026-01-31", "America/New_York", 1, "2026-02-01T05:00:00.000Z"],
  // Clocks go forward in the night after this day, and back in the other one.
  ["2026-03-08", "America/New_York", 0, "2026-03-08T05:00:00.000Z"],
  ["2026-03-08", "America/New_York", 1, "2026-03-09T04:00:00.000Z"],
  ["2026-11-01", "America/New_York", 1, "2026-11-02T05:00:00.000Z"],
  ["2026-03-29", "Europe/Paris", 1, "2026-03-29T22:00:00.000Z"],
])("%s in %s, plus %i days, begins at %s", (day, timezone, later, expected) => {
  expect(startOfDay(day, timezone, later).toISOString()).toBe(expected);
});

test("a long log is counted up to a limit, and says that there is more", async () => {
  const rows = Array.from(
    { length: 21_000 },
    (_, n) => ({ action: "noted", entity: "post", entityId: null, label: `Entry ${n}` }) as const,
  );
  await recordAudit(opened.ctx, as("many@blog.example"), ...rows);
  const many = await find({ who: "many@blog.example", limit: 100, page: 200 });
  expect(many).toMatchObject({ total: 20_000, total_is_capped: true, pages: 200 });
  expect(many.items).toHaveLength(100);
  expect((await find({ search: "Entry 2099" })).total).toBe(11);
});
