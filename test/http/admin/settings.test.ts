import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "../../../app/domain/settings/settings.ts";
import { SITE_CONTENT } from "../../../app/domain/settings/site-content.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";

const PATH = "/api/admin/settings";
type State = { settings: typeof DEFAULT_SETTINGS; content: typeof SITE_CONTENT; version: number; chosen: string[] };

let app: TestApp;
let admin: Actor;
let reader: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
  reader = (await signedInUser(app)).actor;
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.context.db.updateTable("settings").set({ value: "{}", content: "{}", version: 1 }).execute();
  await app.settings.renew();
});

const input = (settings: object = {}, more: object = {}) => ({
  settings: { ...DEFAULT_SETTINGS, ...settings },
  content: SITE_CONTENT,
  version: 1,
  ...more,
});

test("they require an admin, and others learn and change nothing", async () => {
  for (const [actor, status] of [
    [app.actors.anonymous, 401],
    [reader, 403],
  ] as const) {
    const answers = [
      await actor.get(PATH),
      await actor.put(PATH, input({ siteName: "Mine" })),
      await actor.put(PATH, { bad: 1 }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(status);
      expect(answer.text).not.toContain("siteName");
    }
  }
  expect(app.settings.get().siteName).toBe("Skylark");
});

test("a response has settings, content and their defaults, and is never cached", async () => {
  const { status, body, headers } = await admin.get<State>(PATH);
  expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(body).toEqual({
    settings: DEFAULT_SETTINGS,
    defaults: DEFAULT_SETTINGS,
    content: SITE_CONTENT,
    content_defaults: SITE_CONTENT,
    chosen: [],
    site_url: "http://blog.test",
    version: 1,
    updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
});

test("a save returns the current settings, which apply to the next request", async () => {
  const saved = await admin.put<State>(PATH, input({ siteName: "  Wren ", siteUrl: "https://wren.example/" }));
  expect(saved.status).toBe(200);
  expect(saved.body).toMatchObject({
    settings: { siteName: "Wren", siteUrl: "https://wren.example" },
    site_url: "https://wren.example",
    version: 2,
  });
  expect((await admin.get<State>(PATH)).body).toEqual(saved.body);
  expect((await app.actors.anonymous.get<{ name: string }>("/api/site")).body.name).toBe("Wren");
});

test("a stale save is refused with 409 and changes nothing", async () => {
  await admin.put(PATH, input({ siteName: "Wren" }));
  const late = await admin.put<ErrorBody>(PATH, input({ siteName: "Robin" }));
  expect([late.status, late.body.code]).toEqual([409, "stale_version"]);
  expect(late.body.message).toBe(
    "This page of settings has been changed by someone else since you opened it. Nothing was saved.",
  );
  expect((await admin.get<State>(PATH)).body.settings.siteName).toBe("Wren");
});

describe("a refusal names every field and its rule", () => {
  test.each<[object, string, string]>([
    [input({ postsPerPage: 0 }), "settings.postsPerPage", "Posts per page must be a whole number from 1 to 50"],
    [input({ maxUploadSize: 101 }), "settings.maxUploadSize", "Max upload size must be a whole number from 1 to 100 MB"],
    [
      input({ newsletterDigestHour: 24 }),
      "settings.newsletterDigestHour",
      "Hour of the digest must be a whole number from 0 to 23",
    ],
    [
      input({ siteUrl: "https://x.example/a" }),
      "settings.siteUrl",
      "Site URL must look like https://blog.example, without a path",
    ],
    [input({ adminEmail: "x" }), "settings.adminEmail", "Admin email must be an email address"],
    [input({ color: "red" }), "color", "is not known here"],
    [input({ siteName: undefined }), "settings.siteName", "is required"],
    [
      input({}, { content: { ...SITE_CONTENT, profile: { ...SITE_CONTENT.profile, likes: "" } } }),
      "content.profile.likes",
      "Likes is required",
    ],
    [
      input({}, { content: { ...SITE_CONTENT, about: { ...SITE_CONTENT.about, stats: [] } } }),
      "content.about.stats",
      "Figures must be four",
    ],
    [input({}, { version: undefined }), "version", "is required"],
    [input({}, { chosen: ["color"] }), "chosen.0", "must be names of settings"],
  ])("%#: %s", async (body, field, rule) => {
    const answer = await admin.put<ErrorBody>(PATH, body);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.details).toContainEqual({ field, rule });
  });

  test("several at once", async () => {
    const { body } = await admin.put<ErrorBody>(PATH, input({ postsPerPage: 99, adminEmail: "x", theme: "pink" }));
    expect(body.details?.map(({ field }) => field).sort()).toEqual([
      "settings.adminEmail",
      "settings.postsPerPage",
      "settings.theme",
    ]);
  });
});

test("public pages show the owner's texts, and only where they belong", async () => {
  const content = structuredClone(SITE_CONTENT);
  content.hero = { title: "Larks, mostly.", lead: "<b>Up</b> early.", button: { label: "Begin", slug: "", link: "" } };
  Object.assign(content.profile, { articles: "13", readers: "3K", likes: "200" });
  content.about.mission = "To get up early.";
  content.about.values[3] = { name: "Company", text: "Nobody sings alone." };
  content.defaultAuthor = "The wrens";
  content.footer = { text: "A blog about birds.", rights: "Some rights reserved." };
  expect((await admin.put(PATH, input({}, { content }))).status).toBe(200);
  await app.app.contentChanged();
  const [home, about, terms] = [
    (await app.actors.anonymous.get("/")).text,
    (await app.actors.anonymous.get("/about")).text,
    (await app.actors.anonymous.get("/terms")).text,
  ];
  for (const text of ["Larks, mostly.", "&lt;b&gt;Up&lt;/b&gt; early.", "<dd>3K</dd>"]) expect(home).toContain(text);
  expect(home).not.toContain("Read: Mood Tracking Guide");
  expect(home).not.toContain("/story/");
  for (const text of ["To get up early.", "Nobody sings alone."]) expect(about).toContain(text);
  for (const page of [home, about, terms]) {
    expect(page).toContain("<p>A blog about birds.</p>");
    expect(page).toContain(" Skylark. Some rights reserved.");
  }
  for (const text of ["To get up early.", "Larks, mostly."]) expect(terms).not.toContain(text);
});
