import { afterAll, beforeAll, expect, test } from "vitest";
import { describeData, NOBODY_OUTSIDE } from "../../app/domain/privacy/describe-data.ts";
import type { DataKind } from "../../app/domain/privacy/privacy.ts";
import { storedKeys } from "../../app/domain/privacy/stored-keys.ts";
import type { Actor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
afterAll(() => app.close());

type State = { settings: object; content: object; version: number };
const set = async (change: object) => {
  const { settings, content, version } = (await admin.get<State>("/api/admin/settings")).body;
  const { status, text } = await admin.put("/api/admin/settings", { settings: { ...settings, ...change }, content, version });
  expect(status, text).toBe(200);
  await app.app.contentChanged();
};
const kinds = async () => (await app.actors.anonymous.get<{ kinds: DataKind[] }>("/api/site/privacy")).body.kinds;
const titles = async () => (await kinds()).map(({ title }) => title);
const kept = async (title: string) => (await kinds()).find((kind) => kind.title === title)?.kept;
const page = async (path = "/privacy") => (await app.actors.anonymous.get(path)).text;
const headings = (html: string) => [...html.matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, text]) => text);

test("the page keeps the text that comes with the site until the owner chooses otherwise", async () => {
  const shipped = await page();
  expect(headings(shipped)).toEqual([
    "In short",
    "In your browser",
    "Likes and views",
    "Visit statistics",
    "If you have an account",
    "Server logs and limits",
    "Who can see it",
    "Your data",
    "Links to other sites",
    "Questions",
  ]);
  await set({ livePrivacy: true });
  const live = headings(await page());
  expect(live.slice(0, 9)).toEqual([
    "Accounts",
    "Sign-ins",
    "Comments",
    "Likes",
    "Views",
    "Visits",
    "Emails",
    "Images",
    "Backups",
  ]);
  expect(live).toEqual(expect.arrayContaining(["Logs and limits", "In your browser", "Your data", "Questions"]));
  await set({ livePrivacy: false });
  expect(await page()).toBe(shipped);
});

test("it says what is switched on, and nothing else", async () => {
  const everything = await titles();
  expect(everything).toContain("Visits");
  await set({ enableAnalytics: false, allowComments: false });
  expect(await titles()).toEqual(everything.filter((title) => title !== "Visits" && title !== "Comments"));
  await set({ enableAnalytics: true, allowComments: true });
});

test("with the newsletter on, the page says what is kept of subscribers, also over an earlier choice", async () => {
  expect(await titles()).not.toContain("Newsletter");
  await set({ newsletter: true });
  const html = await page();
  expect(headings(html)).toContain("Newsletter");
  expect(html).toContain("After unsubscribing, the address is kept so that nothing is sent to it again.");
  expect(html).not.toContain("Only an account holds your name and email address.");
  await set({ newsletter: false });
  expect(await page()).toContain("Only an account holds your name and email address.");
});

test("its times are those of the settings", async () => {
  await set({ livePrivacy: true, sessionIdleDays: 9, sessionMaxDays: 77 });
  expect(await kept("Sign-ins")).toMatch(/after 9 days without use, and after 77 days at the latest/);
  expect(await kept("Visits")).toContain("single visits for 24 months");
  expect(await page()).toContain("single visits for 24 months");
  const options = { retention_months: 6, count_admins: false };
  expect((await admin.put("/api/admin/analytics/options", options)).status).toBe(200);
  await app.app.contentChanged();
  expect(await kept("Visits")).toContain("single visits for 6 months");
  expect(await page()).toContain("single visits for 6 months");
  await set({ livePrivacy: false });
});

test("it names who else takes part", async () => {
  const described = async (outside = NOBODY_OUTSIDE) =>
    JSON.stringify(await describeData(app.context, app.settings.get(), { site: { sendsMail: true }, outside }));
  expect(await described()).toContain("The address isn’t sent to anyone");
  const outside = { files: "s3.example", backups: "vault.example", places: ["geo.example"] };
  const text = await described(outside);
  for (const host of ["s3.example", "vault.example", "the address is sent to geo.example"]) expect(text).toContain(host);
});

test("the owner's own words come first", async () => {
  const content = "We are two people with a kettle, and this is what we promise.";
  const post = { kind: "page", title: "Our promise", slug: "privacy", content: `<p>${content}</p>`, status: "published" };
  const { body } = await admin.post<{ id: string }>("/api/admin/posts", post);
  await set({ livePrivacy: true });
  const html = await page();
  expect(html.indexOf(content)).toBeGreaterThan(0);
  expect(html.indexOf(content)).toBeLessThan(html.indexOf("<h2>Accounts</h2>"));
  await admin.delete(`/api/admin/posts/${body.id}`);
  await set({ livePrivacy: false });
});

test("cookies and keys have a page of their own, which no own page can take", async () => {
  const html = await page("/privacy/storage");
  for (const { name, purpose } of storedKeys({})) {
    expect(html).toContain(`<code>${name}</code>`);
    expect(html.replaceAll("&#x27;", "'")).toContain(purpose);
  }
  expect((await app.actors.anonymous.get("/privacy/nothing")).status).toBe(404);
});

test("the terms speak of comments only where there can be some", async () => {
  expect(await page("/terms")).toContain(
    "<h2>Comments</h2><p>You own your comments. By posting one, you allow this site to show it.",
  );
  await set({ allowComments: false });
  expect(await page("/terms")).not.toMatch(/<h2>Comments|You own your comments/);
  await set({ allowComments: true });
});
