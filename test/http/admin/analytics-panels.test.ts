import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AnalyticsOverview, AnalyticsPages, AnalyticsTimeline } from "../../../app/domain/analytics/analytics.ts";
import { rollUp } from "../../../app/domain/analytics/rollups/roll-up.ts";
import type { AdminPost } from "../../../app/domain/posts/post-shapes.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildCategory, buildClock, buildPost } from "../../builders.ts";
import { buildVisit } from "../../visits.ts";

const PATH = "/api/admin/analytics";
const PANELS = ["overview", "timeline", "pages", "breakdown?dimension=source", "sessions", "live"];
/** 1 March in Tokyo, still 28 February in UTC. */
const NOW = new Date("2026-02-28T20:00:00Z");

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  // Tokens are checked against the app's clock, which therefore stops after the sign-in.
  app = await createTestApp({ clock: buildClock(NOW) });
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
afterAll(() => app.close());

const setTimezone = async (timezone: string) => {
  const { body } = await admin.get<{ settings: object; content: object; version: number }>("/api/admin/settings");
  const { settings, content, version } = body;
  expect((await admin.put("/api/admin/settings", { settings: { ...settings, timezone }, content, version })).status).toBe(200);
  await app.settings.renew();
};

test.each(PANELS)("%s requires an admin or editor", async (panel) => {
  const nobody = await app.actors.anonymous.get<ErrorBody>(`${PATH}/${panel}`);
  expect([nobody.status, nobody.body.code]).toEqual([401, "no_authorization"]);
  const reader = await (await signedInUser(app)).actor.get<ErrorBody>(`${PATH}/${panel}`);
  expect([reader.status, reader.body]).toEqual([403, { code: "42501", message: "Admin privileges or a grant required: editor" }]);
  const answer = await admin.get(`${PATH}/${panel}`);
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
});

describe("an invalid query is refused with its field", () => {
  const RANGES = "must be one of 7d, 30d, 90d, 1y, yesterday, last-week, custom";
  const DAY = "must be a day such as 2026-01-31";
  test.each([
    ["overview?range=2d", "range", RANGES],
    ["overview?range=", "range", RANGES],
    ["timeline?range=custom&from=2026-02-30&to=2026-02-28", "from", DAY],
    ["timeline?range=custom&from=2026-02-01&to=tomorrow", "to", DAY],
    ["timeline?range=custom&from=2026-02-01", "to", "is required with the range custom"],
    ["pages?range=custom&from=2026-02-02&to=2026-02-01", "from", "must not be after to"],
    ["pages?range=custom&from=2026-02-02&to=2026-03-01", "to", "must not be in the future"],
    ["pages?range=custom&from=2016-02-01&to=2026-02-28", "from", "must be at most 10 years before to"],
    ["sessions?range=7d&from=2026-02-01", "from", "goes with the range custom only"],
    ["pages?limit=1001", "limit", "must be a whole number from 1 to 1000"],
    ["pages?limit=0", "limit", "must be a whole number from 1 to 1000"],
    ["pages?sort=title", "sort", "must be one of views, entries, exits"],
    ["pages?page=about", "page", "must be a path of the site, such as /about"],
    ["breakdown", "dimension", "is required"],
    ["breakdown?dimension=planet", "dimension", "must be one of source, channel, campaign, country, city, device, browser, os"],
    ["sessions?source=", "source", "must have 1 to 100 characters"],
    ["live?range=7d", "range", "is not known here"],
  ])("%s", async (panel, field, rule) => {
    const { status, body } = await admin.get<ErrorBody>(`${PATH}/${panel}`);
    expect([status, body.code, body.details]).toEqual([400, "invalid_input", [{ field, rule }]]);
  });
});

test("the default is the last 30 days in the site's timezone, with the previous ones", async () => {
  const read = async () => (await admin.get<AnalyticsOverview>(`${PATH}/overview`)).body;
  expect(await read()).toMatchObject({
    period: { from: "2026-01-30", to: "2026-02-28", days: 30 },
    previous: { from: "2025-12-31", to: "2026-01-29" },
    timezone: "UTC",
    attribution: null,
  });
  await setTimezone("Tokyo");
  expect(await read()).toMatchObject({
    period: { from: "2026-01-31", to: "2026-03-01", days: 30 },
    timezone: "Asia/Tokyo",
  });
  await setTimezone("UTC");
});

test("lists have ten entries by default, and say how many there are", async () => {
  const { db } = app.context;
  const pages = Array.from({ length: 12 }, (_, page) => ({ path: `/page-${page}`, views: page + 1, after: page }));
  await buildVisit(db, { at: new Date("2026-02-20T12:00:00Z"), pages });
  await rollUp(app.context, { timezone: "UTC" });
  const read = async (query = "") => (await admin.get<AnalyticsPages>(`${PATH}/pages${query}`)).body;
  const ten = await read();
  expect([ten.items.length, ten.total, ten.items[0]?.path]).toEqual([10, 12, "/page-11"]);
  expect((await read("?limit=1000")).items).toHaveLength(12);
  expect(await read("?limit=1&sort=exits")).toMatchObject({ total: 1, items: [{ path: "/page-11", exits: 1 }] });
  // With a filter, the records are read instead.
  expect(await read("?source=Direct&limit=2")).toMatchObject({ total: 12, items: [{ path: "/page-11" }, { path: "/page-10" }] });
});

describe("marks on the chart", () => {
  const marks = async (query = "?range=90d") =>
    (await admin.get<AnalyticsTimeline>(`${PATH}/timeline${query}`)).body.marks.map(({ date, kind, label }) => [
      date.slice(5),
      kind,
      label,
    ]);

  test("first publications: one by its title, several by their number", async () => {
    const { db } = app.context;
    const on = (day: string) => ({ published_at: new Date(`2026-02-${day}T09:00:00Z`) });
    await buildPost(db, { title: "Alone", slug: "alone", ...on("03") });
    await buildPost(db, { title: "One", ...on("05") });
    await buildPost(db, { title: "Two", ...on("05") });
    await buildPost(db, { title: "Not yet", status: "draft", published_at: null });
    expect(await marks()).toEqual([
      ["02-03", "published", "Alone"],
      ["02-05", "published", "2 articles published"],
    ]);
    expect(await marks("?range=custom&from=2026-02-05&to=2026-02-05")).toEqual([["02-05", "published", "2 articles published"]]);
    await db.deleteFrom("posts").execute();
  });

  test("edits of more than a fifth of the words, while the article was public", async () => {
    const category = await buildCategory(app.context.db);
    const words = Array.from({ length: 50 }, (_, n) => `word${n}`);
    const content = (list: string[]) => `<p>${list.join(" ")}</p>`;
    const post = (slug: string, status: string) =>
      admin.post<AdminPost>("/api/admin/posts", {
        title: `On ${slug}`,
        slug,
        description: "What it is about.",
        content: content(words),
        category_id: category.id,
        status,
      });
    const edit = async (slug: string, status: string, changed: number) => {
      const { body } = await post(slug, status);
      const rewritten = words.map((word, n) => (n < changed ? `new${n}` : word));
      const answer = await admin.patch(`/api/admin/posts/${body.id}`, { version: body.version, content: content(rewritten) });
      expect(answer.status).toBe(200);
      return body.id;
    };
    // Published the day before; an edit on the day of publication would show next to it.
    const big = await edit("larks", "published", 11);
    await edit("wrens", "published", 10);
    await edit("drafts", "draft", 40);
    await app.context.db
      .updateTable("posts")
      .set({ first_published_at: new Date("2026-02-27T09:00:00Z") })
      .where("first_published_at", "is not", null)
      .execute();
    expect(await marks()).toEqual([
      ["02-27", "published", "2 articles published"],
      ["02-28", "edited", "On larks"],
    ]);
    await buildVisit(app.context.db, { at: new Date("2026-02-28T10:00:00Z"), pages: [{ path: "/story/wrens" }] });
    expect(await marks("?range=90d&page=/story/wrens")).toEqual([["02-27", "published", "On wrens"]]);
    const { body } = await admin.get<AnalyticsTimeline>(`${PATH}/timeline`);
    expect(body.marks.find(({ kind }) => kind === "edited")?.post_id).toBe(big);
    await app.context.db.deleteFrom("posts").execute();
  });

  test("mails to readers, on days with more than one", async () => {
    const send = (day: string, values: object = {}) =>
      app.context.db
        .insertInto("outbox")
        .values({
          recipient: "ada@blog.test",
          kind: "comment_reply",
          subject: "Answer",
          body_text: "text",
          body_html: "<p>text</p>",
          useful_until: NOW,
          sent_at: new Date(`2026-02-${day}T09:00:00Z`),
          ...values,
        })
        .execute();
    for (const day of ["10", "10", "10", "11"]) await send(day);
    // To the site's own admin, not sent yet, and only printed: none of these reached a reader.
    for (const values of [{ kind: "admin_notices" }, { sent_at: null }, { link: "https://blog.test/" }]) {
      await send("12", values);
      await send("12", values);
    }
    expect(await marks()).toEqual([["02-10", "mailed", "3 emails sent to readers"]]);
  });
});

test("a panel whose query fails is refused in the API's own words", async () => {
  const { db } = app.context;
  await db.schema.alterTable("analytics_days").renameTo("analytics_days_away").execute();
  const { status, body } = await admin.get<ErrorBody>(`${PATH}/overview`);
  await db.schema.alterTable("analytics_days_away").renameTo("analytics_days").execute();
  expect([status, body.code]).toEqual([500, "unexpected"]);
});
